import numpy as np
from numpy.random import PCG64, PCG64DXSM, SFC64, Generator, Philox
from numpy.typing import NDArray

WIDE = (PCG64, PCG64DXSM, Philox, SFC64)
"""Bit generators whose raw output is words of 64 bits; of others nothing is assumed."""


def random_words(rng: Generator, count: int) -> NDArray[np.uint64]:
    """Return ``count`` random 32-bit words, the cheapest random numbers: two in each raw word, the lower half first.

    >>> random_words(np.random.default_rng(0), 3).shape
    (2,)
    """
    pairs = (count + 1) // 2
    if not isinstance(rng.bit_generator, WIDE):
        return rng.integers(2**64, size=pairs, dtype=np.uint64)
    raw: NDArray[np.uint64] = rng.bit_generator.random_raw(pairs)
    return raw
