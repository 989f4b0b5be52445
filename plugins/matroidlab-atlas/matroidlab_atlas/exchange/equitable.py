"""Partitions into bases that share a given set of elements as equally as possible.

Fekete and Szabo (*Equitable partitions to spanning trees in a graph*, 2011) proved for graphs, and
conjectured for matroids: if the elements can be partitioned into k bases, then for every set X they
can be partitioned into k bases that each have |X| / k elements of X, rounded down or up.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks, mask_of, refuse_if_too_large
from matroidlab.types import ElementsLike, Masks, are_elements, as_elements
from matroidlab_atlas.exchange.pair_classes import as_set, listed
from matroidlab_atlas.structure.arguments import takes_matroids

Set = tuple[int, ...]


@dataclass(frozen=True)
class EquitabilityViolation:
    """A set that no partition into bases shares equally.

    Attributes
    ----------
    elements
        The set, ascending.
    """

    elements: Set

    def __repr__(self) -> str:
        return f"EquitabilityViolation({self})"

    def __str__(self) -> str:
        return f"no partition into bases shares {listed(self.elements)} equally"

    def verify(self, matroid: Matroid) -> bool:
        """Whether there are partitions, and each is unequal, by trying all of them."""
        if not are_elements([self.elements], matroid.size):
            return False
        partitions = list(basis_partitions(matroid))
        chosen = set(self.elements)
        spreads = [
            max(shared) - min(shared)
            for shared in ([len(chosen & {*basis}) for basis in bases] for bases in partitions)
        ]
        return bool(spreads) and min(spreads) > 1


@takes_matroids
def basis_partitions(matroid: Matroid) -> Iterator[tuple[Set, ...]]:
    """Yield every partition of the elements into bases, each once.

    >>> from matroidlab import UniformMatroid
    >>> for partition in basis_partitions(UniformMatroid(size=4, rank=2)):
    ...     print(partition)
    ((0, 1), (2, 3))
    ((0, 2), (1, 3))
    ((0, 3), (1, 2))

    There are none if the size is not a multiple of the rank, or some set has too many elements for
    its rank (Edmonds 1965).
    """
    for masks in _partitions(matroid):
        yield tuple(as_set(mask) for mask in masks)


@takes_matroids
def equitable_partition(matroid: Matroid, elements: ElementsLike) -> tuple[Set, ...] | None:
    """Return a partition into bases that share some elements equally, up to one, or None.

    >>> from matroidlab import UniformMatroid
    >>> equitable_partition(UniformMatroid(size=4, rank=2), [0, 1])
    ((0, 2), (1, 3))

    None if no partition does, or if there is no partition into bases at all.
    """
    chosen = int(mask_of(as_elements(elements, size=matroid.size, name="elements")))
    for masks in _partitions(matroid):
        shared = [(mask & chosen).bit_count() for mask in masks]
        if max(shared, default=0) - min(shared, default=0) <= 1:
            return tuple(as_set(mask) for mask in masks)
    return None


@takes_matroids
def equitability_violation(matroid: Matroid) -> EquitabilityViolation | None:
    """Return a set that no partition into bases shares equally, or None. None is known.

    >>> from matroidlab_atlas import NamedMatroid
    >>> equitability_violation(NamedMatroid("vamos")) is None
    True

    None also if there is no partition into bases: the conjecture says nothing about such matroids.
    """
    refuse_if_too_large(matroid.size)
    unserved: Masks = np.arange(1 << matroid.size)
    exists = False
    for masks in _partitions(matroid):
        exists = True
        shared = np.stack([np.bitwise_count(unserved & mask) for mask in masks])
        spread = shared.max(axis=0, initial=0) - shared.min(axis=0, initial=matroid.size)
        unserved = unserved[spread > 1]
        if not len(unserved):
            return None
    return EquitabilityViolation(as_set(int(unserved[0]))) if exists else None


def _partitions(matroid: Matroid) -> Iterator[tuple[int, ...]]:
    """The partitions as masks of bases, in the order of their smallest elements."""
    size = matroid.size
    rank = matroid.rank
    if size == 0:
        # The empty set is a basis; one block of it is a partition.
        yield (0,)
        return
    if rank == 0 or size % rank:
        return
    bases = basis_masks(matroid)
    smallest = bases & -bases
    beginning = [bases[smallest == 1 << element].tolist() for element in range(size)]

    def completed(left: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not left:
            yield chosen
            return
        for mask in beginning[(left & -left).bit_length() - 1]:
            if mask & ~left == 0:
                yield from completed(left ^ mask, (*chosen, mask))

    yield from completed((1 << size) - 1, ())
