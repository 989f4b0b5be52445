"""Ingleton's inequality, which holds for the ranks of subspaces and not in all matroids."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms import rank_of
from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.subsets import RankTable, elements_of, rank_table
from matroidlab_atlas.census.questions.witness_sets import sets_of
from matroidlab_atlas.structure.set_list import named

Ranks = NDArray[np.int64]


@dataclass(frozen=True)
class Ingleton:
    """Whether the ranks of any four sets satisfy Ingleton's inequality.

    For A, B, C, D it says ``r(A) + r(B) + r(ABC) + r(ABD) + r(CD)`` is at most ``r(AB) + r(AC) +
    r(AD) + r(BC) + r(BD)``, where AB is the union (Ingleton, *Representation of matroids*, 1971).
    It holds for all matroids that are represented over a field.

    >>> from matroidlab_atlas import NamedMatroid
    >>> Ingleton().ask(NamedMatroid("vamos"))
    {'sets': [[0, 1], [2, 3], [4, 5], [6, 7]]}
    """

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return four sets that violate it."""
        for quadruple in _violations(rank_table(matroid)):
            return {"sets": [elements_of(mask).tolist() for mask in quadruple]}
        return None

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether the four sets violate it, by their ranks."""
        a, b, c, d = (set(part) for part in sets_of(witness["sets"]))

        def rank(*parts: set[int]) -> int:
            return rank_of(matroid, sorted(set().union(*parts)))

        left = rank(a) + rank(b) + rank(a, b, c) + rank(a, b, d) + rank(c, d)
        return left > rank(a, b) + rank(a, c) + rank(a, d) + rank(b, c) + rank(b, d)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether all quadruples of flats satisfy it, by trying them all."""
        table = rank_table(matroid)
        ranks = table.ranks.astype(np.int64)
        flats = table.flats
        c, d = flats[:, None], flats[None, :]
        for a, b in combinations(flats.tolist(), 2):
            right = ranks[a | b] + ranks[a | c] + ranks[a | d] + ranks[b | c] + ranks[b | d]
            if (
                ranks[a] + ranks[b] + ranks[a | b | c] + ranks[a | b | d] + ranks[c | d] > right
            ).any():
                return False
        return True

    def describe(self, witness: Witness, /) -> str:
        """Name the four sets."""
        shown = [named(part, ()) for part in sets_of(witness["sets"])]
        return f"{', '.join(shown[:3])} and {shown[3]} violate the inequality"


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
