from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import numpy as np

from matroidlab.algorithms.growing_partition import GrowingPartition, additions_to
from matroidlab.algorithms.optimality import (
    CoveringBound,
    PackingBound,
    UnionBound,
    in_line,
)
from matroidlab.algorithms.sets import rank_of
from matroidlab.errors import InvalidMatroidError
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, are_elements, as_count


@dataclass(frozen=True, eq=False)
class DisjointSets:
    """Disjoint independent sets, and the proof that there are none that do better.

    Attributes
    ----------
    sets
        Each in ascending order.
    certificate
        What bounds their number, or how many elements they have together; None where there is
        nothing to prove.
    """

    sets: tuple[Elements, ...]
    certificate: UnionBound | CoveringBound | PackingBound | None

    def __repr__(self) -> str:
        sets = in_line(map(in_line, self.sets)).removeprefix("[").removesuffix("]")
        return f"DisjointSets({sets}; certificate={self.certificate!r})"

    @property
    def elements(self) -> Elements:
        """All elements of the sets, in ascending order."""
        return np.sort(np.concatenate([*self.sets, np.empty(0, dtype=np.intp)]))

    def verify(self, matroids: Matroid | Iterable[Matroid]) -> bool:
        """Whether the sets are disjoint and independent, and attain the certificate's bound.

        Where no certificate says otherwise, whether they are bases.
        """
        several = _several(matroids)
        if several is None:
            only = cast("Matroid", matroids)
            homes = [only] * len(self.sets)
            sizes = {only.size}
        else:
            homes = several
            sizes = {home.size for home in homes}
        if len(homes) != len(self.sets) or not self._are_disjoint_sets_of(homes, sizes):
            return False
        if isinstance(self.certificate, UnionBound):
            return bool(homes) and len(self.elements) == self.certificate.bound(homes)
        return several is None and self._is_best(cast("Matroid", matroids))

    def _are_disjoint_sets_of(self, homes: list[Matroid], sizes: set[int]) -> bool:
        """Whether these are disjoint independent sets, and those of the certificate are sets."""
        bounding = [] if self.certificate is None else [self.certificate.elements]
        claimed = [*self.sets, *bounding]
        if len(sizes) > 1 or not all(are_elements(claimed, size) for size in sizes):
            return False
        is_disjoint = len(np.unique(self.elements)) == len(self.elements)
        return is_disjoint and all(
            home.is_independent(members) for home, members in zip(homes, self.sets, strict=True)
        )

    def _is_best(self, matroid: Matroid) -> bool:
        """Whether the sets of one matroid are bases, or cover it, and attain the bound."""
        if isinstance(self.certificate, CoveringBound):
            is_cover = len(self.elements) == matroid.size
            return is_cover and len(self.sets) == self.certificate.bound(matroid)
        return self._attains_packing_bound(matroid) and all(
            len(members) == matroid.rank for members in self.sets
        )

    def _attains_packing_bound(self, matroid: Matroid) -> bool:
        if not isinstance(self.certificate, PackingBound):
            return True
        spanned = rank_of(matroid, self.certificate.elements)
        return spanned < matroid.rank and len(self.sets) == self.certificate.bound(matroid)


def partition_into_independent_sets(matroids: Matroid | Iterable[Matroid]) -> DisjointSets:
    """Cover all elements by fewest disjoint independent sets, or most of them by one set a matroid.

    The first for one matroid, the second for several matroids on the same elements.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> forests = partition_into_independent_sets(k4)
    >>> forests.sets, forests.certificate.bound(k4)
    ((array([0, 2, 5]), array([1, 3, 4])), 2)

    A matroid with loops is refused, for no independent set has them. Of several matroids, each has
    one set, and together they have as many elements as can be:

    >>> from matroidlab import UniformMatroid
    >>> most = partition_into_independent_sets([k4, UniformMatroid(size=6, rank=1)])
    >>> most.elements, most.certificate.bound([k4, UniformMatroid(size=6, rank=1)])
    (array([0, 1, 2, 3]), 4)

    Edmonds' matroid partition (1965); the certificates are `matroidlab.algorithms.CoveringBound`
    and `UnionBound`.
    """
    several = _several(matroids)
    return _fewest_sets(cast("Matroid", matroids)) if several is None else _largest_union(several)


def _several(matroids: Matroid | Iterable[Matroid]) -> list[Matroid] | None:
    return None if hasattr(matroids, "is_independent") else list(matroids)


def _largest_union(matroids: list[Matroid]) -> DisjointSets:
    sizes = sorted({matroid.size for matroid in matroids})
    if len(sizes) != 1:
        shown = f"sizes {sizes}" if sizes else "none"
        raise InvalidMatroidError(
            f"matroids must be at least one, all with the same elements, got {shown}"
        )
    partition = GrowingPartition(additions_to(matroid) for matroid in matroids)
    for element in range(sizes[0]):
        partition.add(element)
    return DisjointSets(_arrays(partition.sets), UnionBound(_array(partition.closed)))


def _fewest_sets(matroid: Matroid) -> DisjointSets:
    everything = np.arange(matroid.size)
    loops = [e for e in everything.tolist() if not matroid.is_independent(everything[e : e + 1])]
    if loops:
        raise InvalidMatroidError(
            f"matroids must have no loops, which no independent set has, but {loops[0]} is one"
        )
    # The whole ground set shows how many sets are needed at least; whatever needs more shows that
    # itself.
    dense = everything
    part = additions_to(matroid)
    partition = GrowingPartition([part] * CoveringBound(everything).bound(matroid))
    for element in everything.tolist():
        if not partition.add(element):
            dense = _array(partition.closed)
            partition.open(part)
            partition.add(element)
    return DisjointSets(_arrays(partition.sets), CoveringBound(dense))


def disjoint_bases(matroid: Matroid, count: int | None = None) -> DisjointSets:
    """Return as many disjoint bases as possible, at most ``count``, with a certificate.

    >>> from matroidlab import GraphicMatroid
    >>> k5 = GraphicMatroid([(i, j) for i in range(5) for j in range(i)])
    >>> trees = disjoint_bases(k5)
    >>> trees.sets
    (array([0, 3, 5, 6]), array([1, 2, 4, 7]))
    >>> trees.certificate.bound(k5)
    2

    The certificate, a `matroidlab.algorithms.PackingBound`, is None if ``count`` bases were found.
    In a graph these are disjoint spanning trees (Nash-Williams 1961, Tutte 1961).
    """
    most = None if count is None else as_count(count, name="count")
    if most is None and matroid.rank == 0:
        raise InvalidMatroidError("a matroid of rank 0 has any number of empty bases: give count")
    partition = GrowingPartition([])
    part = additions_to(matroid)
    bases: tuple[Elements, ...] = ()
    while most is None or len(bases) < most:
        partition.open(part)
        if not _fills(matroid, partition):
            return DisjointSets(bases, PackingBound(_array(partition.closed)))
        bases = _arrays(partition.sets)
    return DisjointSets(bases, None)


def _fills(matroid: Matroid, partition: GrowingPartition) -> bool:
    """Take in elements until all sets are bases; False if they cannot all be."""
    needed = matroid.rank * len(partition.sets)
    for element in range(matroid.size):
        if element not in partition.home and len(partition.home) < needed:
            partition.add(element)
    return len(partition.home) == needed


def _arrays(sets: Iterable[Iterable[int]]) -> tuple[Elements, ...]:
    return tuple(map(_array, sets))


def _array(members: Iterable[int]) -> Elements:
    return np.array(sorted(members), dtype=np.intp)
