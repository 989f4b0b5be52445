"""Policies played against reward models, and the conservative constraint on their lists."""

from matroidlab.simulation.comparing import PolicyComparison, compare
from matroidlab.simulation.constraint import Constraint, Reading
from matroidlab.simulation.simulate import Trace, ViolationCounts, simulate
from matroidlab.simulation.warm_up import warm_up

__all__ = [
    "Constraint",
    "PolicyComparison",
    "Reading",
    "Trace",
    "ViolationCounts",
    "compare",
    "simulate",
    "warm_up",
]
