"""Policies that learn the best basis of a matroid, conservatively or not, and what they are made of."""

import warnings
from importlib import import_module

from matroidlab.bandits.ab_split import ABSplit
from matroidlab.bandits.beliefs import Beliefs, Estimates
from matroidlab.bandits.confidence import UCB1, AnytimeUCB1, Confidence
from matroidlab.bandits.conservative import ConservativeUCB
from matroidlab.bandits.interleaving import Interleaver
from matroidlab.bandits.iucb import IUCB
from matroidlab.bandits.narrow_confidence import KLUCB, EmpiricalBernstein, TimeUniform
from matroidlab.bandits.omm import OMM
from matroidlab.bandits.recommender import Recommender
from matroidlab.bandits.safe_thompson import SafeThompson
from matroidlab.bandits.statistics import Bounds, Statistics
from matroidlab.bandits.stay import FixedBaseline, Stay
from matroidlab.bandits.thompson import Thompson

__all__ = [
    "IUCB",
    "KLUCB",
    "OMM",
    "UCB1",
    "ABSplit",
    "AnytimeUCB1",
    "Beliefs",
    "Bounds",
    "Confidence",
    "ConservativeUCB",
    "EmpiricalBernstein",
    "Estimates",
    "FixedBaseline",
    "Interleaver",
    "Interleaving",
    "Recommender",
    "SafeThompson",
    "Statistics",
    "Stay",
    "Thompson",
    "TimeUniform",
]


Interleaving = IUCB
"""A name for `IUCB` around somebody else's ``proposal``."""


def __getattr__(name: str) -> object:
    """`Constraint`, which has moved, for one version; by name, for nothing here imports it."""
    if name != "Constraint":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn("Constraint is in matroidlab.constraint now", DeprecationWarning, stacklevel=2)
    return getattr(import_module("matroidlab.constraint"), name)
