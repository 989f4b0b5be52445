import math

import numpy as np
from numpy.random import PCG64, PCG64DXSM, SFC64, Generator, Philox
from numpy.typing import NDArray

WIDE = (PCG64, PCG64DXSM, Philox, SFC64)
"""Bit generators whose raw output is words of 64 bits; of others nothing is assumed."""


def random_words(rng: Generator, shape: tuple[int, ...]) -> NDArray[np.uint32]:
    """Return random 32-bit words: the cheapest random numbers, two from each raw word of the generator.

    >>> random_words(np.random.default_rng(0), (2, 3)).shape
    (2, 3)
    """
    if not isinstance(rng.bit_generator, WIDE):
        return rng.integers(2**32, size=shape, dtype=np.uint32)
    count = math.prod(shape)
    raw: NDArray[np.uint64] = rng.bit_generator.random_raw((count + 1) // 2)
    return raw.view(np.uint32)[:count].reshape(shape)
