"""Policies played against reward models."""

from matroidlab.simulation.simulate import Trace, simulate
from matroidlab.simulation.warm_up import warm_up

__all__ = ["Trace", "simulate", "warm_up"]
