"""Matroids without short circuits: simple, paving and sparse paving matroids."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb

import numpy as np

from matroidlab.protocol import Listed, Matroid, element_names_of, offered
from matroidlab.subsets import LIMIT, Progress, RankTable, elements_of, rank_table
from matroidlab.types import Masks
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.classes import loops, parallel_classes
from matroidlab_atlas.structure.set_list import Set, named

FEW_BASES = 1 << 12
"""Up to this many bases, a list of them is asked before a table of ranks."""


@dataclass(frozen=True)
class ShortCircuit:
    """A circuit or cocircuit of too few elements.

    >>> print(ShortCircuit("circuit", (0, 1)))
    circuit {0, 1}

    Attributes
    ----------
    kind
        "circuit" or "cocircuit".
    elements
        Its elements, ascending.
    names
        The names of the elements, for printing.
    """

    kind: str
    elements: Set
    names: Sequence[str] = field(repr=False, compare=False, default=())

    def __repr__(self) -> str:
        return f"ShortCircuit({self})"

    def __str__(self) -> str:
        return f"{self.kind} {named(self.elements, self.names)}"


@takes_matroids
def simple_violation(matroid: Matroid) -> ShortCircuit | None:
    """Return a loop or two parallel elements, or None if the matroid, of any size, is simple.

    >>> from matroidlab import GraphicMatroid
    >>> print(simple_violation(GraphicMatroid([(0, 1), (1, 2), (0, 1)])))
    circuit {0-1, 0-1}
    """
    short = _loop_or_pair(matroid)
    return None if short is None else ShortCircuit("circuit", short, element_names_of(matroid))


@takes_matroids
def is_simple(matroid: Matroid) -> bool:
    """Whether there are neither loops nor parallel elements; `simple_violation` finds some.

    >>> from matroidlab import UniformMatroid
    >>> is_simple(UniformMatroid(1000, 2)), is_simple(UniformMatroid(1000, 1))
    (True, False)
    """
    return _loop_or_pair(matroid) is None


@takes_matroids
def paving_violation(matroid: Matroid, *, progress: Progress | None = None) -> ShortCircuit | None:
    """Return a circuit of fewer elements than the rank, or None if the matroid is paving.

    >>> from matroidlab import GraphicMatroid
    >>> print(paving_violation(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)])))
    circuit {0-1, 1-2, 0-2}
    """
    return _shorter(matroid, rank_table(matroid, progress=progress), matroid.rank, "circuit")


@takes_matroids
def is_paving(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether no circuit has fewer than ``rank`` elements; see `paving_violation`."""
    known = _paving_by_bases(matroid)
    return paving_violation(matroid, progress=progress) is None if known is None else known


@takes_matroids
def sparse_paving_violation(
    matroid: Matroid, *, progress: Progress | None = None
) -> ShortCircuit | None:
    """Return a circuit or cocircuit that is too short, or None if the matroid is sparse paving.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> sparse_paving_violation(catalogue["vamos"].matroid) is None
    True
    """
    table = rank_table(matroid, progress=progress)
    short = _shorter(matroid, table, table.rank, "circuit")
    return short or _shorter(matroid, table.dual, table.dual.rank, "cocircuit")


@takes_matroids
def is_sparse_paving(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether the matroid and its dual are both paving."""
    return sparse_paving_violation(matroid, progress=progress) is None


def _few_bases(matroid: Matroid) -> Masks | None:
    """The masks of the bases, if the matroid lists them and they are few."""
    listed = offered(matroid, Listed)
    masks = None if listed is None else listed.basis_masks
    return None if masks is None or len(masks) > FEW_BASES else masks


def _paving_by_bases(matroid: Matroid) -> bool | None:
    """Whether each set of one element less is part of a basis; None if no few bases are listed."""
    masks = _few_bases(matroid)
    if masks is None or matroid.size > LIMIT:
        return None
    bits = 1 << np.arange(matroid.size)
    held = (masks[:, None] & bits) != 0
    is_part = np.zeros(1 << matroid.size, dtype=np.bool_)
    is_part[(masks[:, None] ^ bits)[held]] = True
    if matroid.rank == 0:
        return True
    return int(np.count_nonzero(is_part)) == comb(matroid.size, matroid.rank - 1)


def _loop_or_pair(matroid: Matroid) -> Set | None:
    masks = _few_bases(matroid)
    if masks is not None:
        # A loop is in no basis, and two parallel elements are in none together.
        held = masks[:, None] >> np.arange(matroid.size) & 1
        beside = np.bitwise_or.reduce(masks[:, None] * held, axis=0)
        if (beside == (1 << matroid.size) - 1).all():
            return None
    alone = loops(matroid)
    if alone:
        return alone[:1]
    pairs = (found[:2] for found in parallel_classes(matroid) if len(found) > 1)
    return min(pairs, key=lambda pair: pair[::-1], default=None)


def _shorter(matroid: Matroid, table: RankTable, length: int, kind: str) -> ShortCircuit | None:
    found = table.circuits
    sizes = np.bitwise_count(found)
    if not len(found) or sizes.min() >= length:
        return None
    elements = tuple(elements_of(int(found[sizes.argmin()])).tolist())
    return ShortCircuit(kind, elements, element_names_of(matroid))
