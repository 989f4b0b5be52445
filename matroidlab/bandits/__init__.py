"""Policies that learn the best basis of a matroid, conservatively or not, and their components."""

from matroidlab.bandits.average_visitor import AverageVisitor
from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.beliefs.estimates import Estimates
from matroidlab.bandits.beliefs.linear_beliefs import BeliefsOfLane, LinearBeliefs
from matroidlab.bandits.beliefs.statistics import Bounds, Statistics
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.confidence.empirical_bernstein import EmpiricalBernstein
from matroidlab.bandits.confidence.kl_ucb import KLUCB
from matroidlab.bandits.confidence.time_uniform import TimeUniform
from matroidlab.bandits.confidence.ucb1 import UCB1, AnytimeUCB1
from matroidlab.bandits.interleaving import Interleaver
from matroidlab.bandits.mcnemar import is_certified
from matroidlab.bandits.pair_certificates import PairCertificates, PairProof
from matroidlab.bandits.paired_lists import PairedLists
from matroidlab.bandits.policies.ab_split import ABSplit
from matroidlab.bandits.policies.conservative import ConservativeUCB
from matroidlab.bandits.policies.iucb import IUCB
from matroidlab.bandits.policies.linear_safe_thompson import LinearSafeThompson
from matroidlab.bandits.policies.omm import OMM
from matroidlab.bandits.policies.safe_thompson import SafeThompson
from matroidlab.bandits.policies.safe_ucb import SafeUCB
from matroidlab.bandits.policies.stay import FixedBaseline, Stay
from matroidlab.bandits.policies.thompson import Thompson
from matroidlab.bandits.recommender import Recommender
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.bandits.validation import as_swap_size

__all__ = [
    "IUCB",
    "KLUCB",
    "OMM",
    "UCB1",
    "ABSplit",
    "AnytimeUCB1",
    "AverageVisitor",
    "Beliefs",
    "BeliefsOfLane",
    "Bounds",
    "Confidence",
    "ConservativeUCB",
    "EmpiricalBernstein",
    "Estimates",
    "FixedBaseline",
    "Interleaver",
    "Interleaving",
    "LinearBeliefs",
    "LinearSafeThompson",
    "PairCertificates",
    "PairProof",
    "PairedLists",
    "Recommender",
    "SafeLists",
    "SafeThompson",
    "SafeUCB",
    "Statistics",
    "Stay",
    "Thompson",
    "TimeUniform",
    "as_swap_size",
    "is_certified",
]


Interleaving = IUCB
"""Another name of `IUCB`, for use with a ``proposal`` of your own."""
