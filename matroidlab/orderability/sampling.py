from collections.abc import Iterator

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Elements

MOST_SAMPLED = 8
"""Drawn pairs differ in at most this many elements: larger searches take long and find little."""


def sampled_pairs(
    matroid: Matroid, count: int, rng: np.random.Generator
) -> Iterator[tuple[Elements, Elements]]:
    """Draw pairs of bases that differ in up to 8 elements, all numbers from 3 about equally often.

    The first is greedy in a random order; the second keeps a random part of it and is greedy, at
    random, with the elements outside the first. Every pair of bases that differs in at most 8
    elements can be drawn, but not all equally often.
    """
    largest = min(matroid.rank, matroid.size - matroid.rank, MOST_SAMPLED)
    for _ in range(count):
        source = matroid.greedy(rng.permutation(matroid.size))
        kept = rng.permutation(source)[: matroid.rank - rng.integers(min(3, largest), largest + 1)]
        others = rng.permutation(np.setdiff1d(np.arange(matroid.size), source))
        yield source, matroid.greedy(np.concatenate([kept, others, np.setdiff1d(source, kept)]))
