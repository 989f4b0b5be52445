"""Policies played against reward models."""

from matroidlab.simulation.simulate import simulate
from matroidlab.simulation.trace import Trace

__all__ = ["Trace", "simulate"]
