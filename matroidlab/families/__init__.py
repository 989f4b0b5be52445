"""The matroid families that come with the library: a class and its hook each."""

from matroidlab.families.explicit import ExplicitMatroid
from matroidlab.families.graphic import GraphicMatroid
from matroidlab.families.oracle import OracleMatroid
from matroidlab.families.partition import PartitionMatroid
from matroidlab.families.rank import RankMatroid
from matroidlab.families.transversal.matroid import TransversalMatroid
from matroidlab.families.uniform import UniformMatroid

__all__ = [
    "ExplicitMatroid",
    "GraphicMatroid",
    "OracleMatroid",
    "PartitionMatroid",
    "RankMatroid",
    "TransversalMatroid",
    "UniformMatroid",
]
