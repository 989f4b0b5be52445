"""The seam between the two halves: what a matroid, a reward model and a policy must provide."""

from matroidlab.protocol.capabilities import (
    Batched,
    Dynamic,
    Listed,
    Minors,
    Orderability,
    Pairwise,
    Part,
    Tabulated,
    Tracker,
    asked,
    element_names_of,
    graph_edges_of,
    is_ours,
    minors_of,
    offered,
    uniform_blocks_of,
    united,
)
from matroidlab.protocol.matroid import Matroid
from matroidlab.protocol.policy import Policy, RewardModel

__all__ = [
    "Batched",
    "Dynamic",
    "Listed",
    "Matroid",
    "Minors",
    "Orderability",
    "Pairwise",
    "Part",
    "Policy",
    "RewardModel",
    "Tabulated",
    "Tracker",
    "asked",
    "element_names_of",
    "graph_edges_of",
    "is_ours",
    "minors_of",
    "offered",
    "uniform_blocks_of",
    "united",
]
