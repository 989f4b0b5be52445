"""Ingleton's inequality, which holds for the ranks of subspaces and not in all matroids."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from matroidlab.algorithms import rank_of
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import Progress, RankTable, elements_of, rank_table
from matroidlab.types import are_elements
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import Set, named


@dataclass(frozen=True)
class IngletonViolation:
    """Four sets A, B, C, D whose ranks violate Ingleton's inequality.

    It says that ``r(A) + r(B) + r(ABC) + r(ABD) + r(CD)`` is at most ``r(AB) + r(AC) + r(AD) +
    r(BC) + r(BD)``, where AB is the union (Ingleton, *Representation of matroids*, 1971).

    Attributes
    ----------
    sets
        The four sets, in this order.
    """

    sets: tuple[Set, ...]
    names: Sequence[str] = field(repr=False, compare=False, default=())

    def __repr__(self) -> str:
        return f"IngletonViolation({self})"

    def __str__(self) -> str:
        shown = [named(part, self.names) for part in self.sets]
        return f"{', '.join(shown[:-1])} and {shown[-1]} violate the inequality"

    def verify(self, matroid: Matroid) -> bool:
        """Whether the four sets violate it, by their ranks."""
        if len(self.sets) != 4 or not all(are_elements([one], matroid.size) for one in self.sets):
            return False
        a, b, c, d = map(set, self.sets)

        def rank(*parts: set[int]) -> int:
            return rank_of(matroid, sorted(set().union(*parts)))

        left = rank(a) + rank(b) + rank(a, b, c) + rank(a, b, d) + rank(c, d)
        return left > rank(a, b) + rank(a, c) + rank(a, d) + rank(b, c) + rank(b, d)


@takes_matroids
def ingleton_violation(
    matroid: Matroid, *, progress: Progress | None = None
) -> IngletonViolation | None:
    """Return four sets that violate Ingleton's inequality, or None if there are none.

    A matroid that is represented over any field satisfies the inequality.

    >>> from matroidlab_atlas import NamedMatroid
    >>> print(ingleton_violation(NamedMatroid("vamos")))
    {0, 1}, {2, 3}, {4, 5} and {6, 7} violate the inequality
    >>> ingleton_violation(NamedMatroid("fano")) is None
    True
    """
    for quadruple in _violations(rank_table(matroid, progress=progress)):
        sets = tuple(tuple(elements_of(mask).tolist()) for mask in quadruple)
        return IngletonViolation(sets, element_names_of(matroid))
    return None


def _violations(table: RankTable) -> Iterator[tuple[int, int, int, int]]:
    """All quadruples of flats that violate the inequality.

    With ``I(A;B) = r(A) + r(B) - r(AB)``, and relative to C if it is contracted, it says that
    ``I(A;B)`` is at most ``I(A;B|C) + I(A;B|D) + I(C;D)``. So both C and D must share less with a
    pair A, B than it has in common, which few flats do. The ranks of a set and of its closure are
    the same, and flats are enough; in a matroid of rank or corank 3 it always holds.
    """
    if min(table.rank, table.size - table.rank) < 4:
        return
    ranks = table.ranks.astype(np.int64)
    flats = table.flats
    shared = ranks[flats][:, None] + ranks[flats] - ranks[flats[:, None] | flats]
    meets = ranks[flats[:, None] & flats]
    for i, j in np.argwhere(np.triu(shared > meets, 1)).tolist():
        a, b = int(flats[i]), int(flats[j])
        relative = ranks[a | flats] + ranks[b | flats] - ranks[a | b | flats] - ranks[flats]
        near = np.flatnonzero(relative < shared[i, j])
        total = relative[near][:, None] + relative[near] + shared[near[:, None], near]
        for c, d in np.argwhere(np.triu(total < shared[i, j], 1)).tolist():
            yield a, b, int(flats[near[c]]), int(flats[near[d]])
