"""The seam between the two halves: what a matroid, a reward model and a policy must provide."""

from matroidlab.protocol.asking import asked, by_name, offered
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
    minors_of,
    united,
)
from matroidlab.protocol.checked import (
    element_names_of,
    graph_edges_of,
    rank_lookup_of,
    take_look,
    uniform_blocks_of,
)
from matroidlab.protocol.labels import Labels, labels_of, unlabelled
from matroidlab.protocol.matroid import Matroid, as_matroid
from matroidlab.protocol.policy import Looking, Policy, RewardModel, Stopping

__all__ = [
    "Batched",
    "Dynamic",
    "Labels",
    "Listed",
    "Looking",
    "Matroid",
    "Minors",
    "Orderability",
    "Pairwise",
    "Part",
    "Policy",
    "RewardModel",
    "Stopping",
    "Tabulated",
    "Tracker",
    "as_matroid",
    "asked",
    "by_name",
    "element_names_of",
    "graph_edges_of",
    "labels_of",
    "minors_of",
    "offered",
    "rank_lookup_of",
    "take_look",
    "uniform_blocks_of",
    "united",
    "unlabelled",
]
