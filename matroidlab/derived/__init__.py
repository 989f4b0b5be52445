"""Matroids made of matroids: lazy wrappers, each as fast as its parents."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab.derived.direct_sum import DirectSum
    from matroidlab.derived.dual import Dual
    from matroidlab.derived.minors import Contraction, Restriction
    from matroidlab.derived.truncation import Truncation
    from matroidlab.derived.union import MatroidUnion

_HOMES = {
    "Contraction": "matroidlab.derived.minors",
    "DirectSum": "matroidlab.derived.direct_sum",
    "Dual": "matroidlab.derived.dual",
    "MatroidUnion": "matroidlab.derived.union",
    "Restriction": "matroidlab.derived.minors",
    "Truncation": "matroidlab.derived.truncation",
}
"""The module of each name; it is loaded when the name is first used."""

__all__ = [
    "Contraction",
    "DirectSum",
    "Dual",
    "MatroidUnion",
    "Restriction",
    "Truncation",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'matroidlab.derived' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
