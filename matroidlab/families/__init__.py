"""The matroid families that come with the library, each with the hook that registers it."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab.families.explicit import ExplicitMatroid
    from matroidlab.families.graphic.matroid import GraphicMatroid
    from matroidlab.families.oracle import OracleMatroid
    from matroidlab.families.partition import PartitionMatroid
    from matroidlab.families.rank import RankMatroid
    from matroidlab.families.transversal.matroid import TransversalMatroid
    from matroidlab.families.uniform import UniformMatroid

_HOMES = {
    "ExplicitMatroid": "matroidlab.families.explicit",
    "GraphicMatroid": "matroidlab.families.graphic.matroid",
    "OracleMatroid": "matroidlab.families.oracle",
    "PartitionMatroid": "matroidlab.families.partition",
    "RankMatroid": "matroidlab.families.rank",
    "TransversalMatroid": "matroidlab.families.transversal.matroid",
    "UniformMatroid": "matroidlab.families.uniform",
}
"""The module of each name; it is loaded when the name is first used."""

__all__ = [
    "ExplicitMatroid",
    "GraphicMatroid",
    "OracleMatroid",
    "PartitionMatroid",
    "RankMatroid",
    "TransversalMatroid",
    "UniformMatroid",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'matroidlab.families' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
