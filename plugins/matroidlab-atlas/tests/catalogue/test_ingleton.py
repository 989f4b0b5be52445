"""Ingleton's inequality, which holds for the ranks of subspaces of a vector space."""

from itertools import chain, combinations

import numpy as np

from atlas_support.catalogue import named
from matroidlab import Matroid


def test_vamos_violates_ingletons_inequality_and_the_non_vamos_matroid_does_not() -> None:
    assert [_ingleton(named(name)) for name in ("vamos", "non-vamos")] == [1, 0]


def _ingleton(matroid: Matroid) -> int:
    """The largest violation of Ingleton's inequality by four pairs."""

    def rank(*parts: tuple[int, int]) -> int:
        return len(matroid.greedy(np.array(list(chain(*parts)))))

    pairs = [(0, 1), (2, 3), (4, 5), (6, 7)]
    excesses = []
    for a, b in combinations(pairs, 2):
        c, d = (pair for pair in pairs if pair not in (a, b))
        left = rank(a) + rank(b) + rank(a, b, c) + rank(a, b, d) + rank(c, d)
        right = rank(a, b) + rank(a, c) + rank(a, d) + rank(b, c) + rank(b, d)
        excesses.append(left - right)
    return max(excesses)
