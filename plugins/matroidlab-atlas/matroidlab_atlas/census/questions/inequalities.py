"""Ingleton's inequality, which holds for the ranks of subspaces and not in all matroids."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.subsets import rank_table
from matroidlab_atlas.census.questions.witness_sets import sets_of
from matroidlab_atlas.structure import IngletonViolation, ingleton_violation


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
        found = ingleton_violation(matroid)
        return None if found is None else {"sets": list(map(list, found.sets))}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether the four sets violate it, by their ranks."""
        return IngletonViolation(sets_of(witness["sets"])).verify(matroid)

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
        return str(IngletonViolation(sets_of(witness["sets"])))
