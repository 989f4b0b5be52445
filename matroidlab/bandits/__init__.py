"""Policies that learn the best basis of a matroid, conservatively or not, and what they are made of."""

from matroidlab.bandits.ab_split import ABSplit
from matroidlab.bandits.confidence import KLUCB, UCB1, AnytimeUCB1, Bounds, Confidence, EmpiricalBernstein
from matroidlab.bandits.conservative import ConservativeUCB
from matroidlab.bandits.constraint import Constraint
from matroidlab.bandits.estimates import Estimates
from matroidlab.bandits.interleaving import Interleaver
from matroidlab.bandits.iucb import IUCB
from matroidlab.bandits.omm import OMM
from matroidlab.bandits.proposal import Interleaving
from matroidlab.bandits.recommender import Recommender
from matroidlab.bandits.stay import FixedBaseline, Stay
from matroidlab.bandits.thompson import Thompson

__all__ = [
    "IUCB",
    "KLUCB",
    "OMM",
    "UCB1",
    "ABSplit",
    "AnytimeUCB1",
    "Bounds",
    "Confidence",
    "ConservativeUCB",
    "Constraint",
    "EmpiricalBernstein",
    "Estimates",
    "FixedBaseline",
    "Interleaver",
    "Interleaving",
    "Recommender",
    "Stay",
    "Thompson",
]
