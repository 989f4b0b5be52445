"""Policies played against reward models, and the conservative constraint on their lists."""

from matroidlab.simulation.comparing import Comparison, compare
from matroidlab.simulation.constraint import Constraint, Reading
from matroidlab.simulation.simulate import Trace, simulate
from matroidlab.simulation.warm_up import warm_up

__all__ = ["Comparison", "Constraint", "Reading", "Trace", "compare", "simulate", "warm_up"]
