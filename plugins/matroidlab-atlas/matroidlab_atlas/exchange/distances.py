"""Whether few symmetric exchanges lead from any pair of bases to any other with the same elements.

Hamidoune conjectured, more than White, that as many exchanges as the rank are enough (see Berczi,
Matravolgyi and Schwarcz, *Weighted exchange distance of basis pairs*, 2022). Common elements can be
contracted, so that it is as many as the elements in which the bases of a pair differ. It is proved
for strongly base-orderable matroids, among others, and not known in general.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from matroidlab.algorithms import is_basis
from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks
from matroidlab_atlas.exchange.basis_pairs import Pair
from matroidlab_atlas.exchange.pair_classes import as_set, listed, pair_classes
from matroidlab_atlas.structure.arguments import takes_matroids


@dataclass(frozen=True)
class DistantPairs:
    """Two pairs of bases with the same elements that are too many symmetric exchanges apart.

    Attributes
    ----------
    first
        A pair of bases.
    second
        Another pair, with the same common elements and the same union.
    """

    first: Pair
    second: Pair

    def __str__(self) -> str:
        start, goal = (" and ".join(map(listed, pair)) for pair in (self.first, self.second))
        return f"no {self.most} symmetric exchanges lead from {start} to {goal}"

    @property
    def most(self) -> int:
        """The number of exchanges that should be enough."""
        return len({*self.first[0]} - {*self.first[1]})

    def verify(self, matroid: Matroid) -> bool:
        """Return whether ``most`` exchanges do not reach the second pair, by trying all of them."""
        if not all(is_basis(matroid, one) for one in (*self.first, *self.second)):
            return False
        if sorted(self.first[0] + self.first[1]) != sorted(self.second[0] + self.second[1]):
            return False
        reached = {(frozenset(self.first[0]), frozenset(self.first[1]))}
        for _ in range(self.most):
            reached |= {after for pair in reached for after in _exchanged(matroid, *pair)}
        return (frozenset(self.second[0]), frozenset(self.second[1])) not in reached


def _exchanged(
    matroid: Matroid, one: frozenset[int], other: frozenset[int]
) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    for leaving in one - other:
        for entering in other - one:
            after = (one - {leaving} | {entering}, other - {entering} | {leaving})
            if all(is_basis(matroid, sorted(basis)) for basis in after):
                yield after


@takes_matroids
def exchange_distance_violation(matroid: Matroid) -> DistantPairs | None:
    """Return two pairs of bases that are too many exchanges apart, or None. None is known.

    >>> from matroidlab_atlas import NamedMatroid
    >>> exchange_distance_violation(NamedMatroid("k4")) is None
    True

    All pairs of bases are tried, up to some four million of them.
    """
    for pairs in pair_classes(basis_masks(matroid), 2):
        parts = np.array(sorted(pairs.parts))
        is_near = np.bitwise_count(parts[:, None] ^ parts) <= 2
        reached = is_near
        for _ in range(pairs.exchanged.bit_count() // 2 - 1):
            reached = reached.astype(np.float32) @ is_near.astype(np.float32) > 0
        if not reached.all():
            ends = parts[np.argwhere(~reached)[0]].tolist()
            found = (
                (as_set(part | pairs.common), as_set((pairs.exchanged ^ part) | pairs.common))
                for part in ends
            )
            return DistantPairs(*found)
    return None
