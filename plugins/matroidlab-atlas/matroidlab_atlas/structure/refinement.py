"""The inner loop of isomorphism: colours of elements refined by the sets that contain them.

All hashes are residues modulo a prime below 2**31, so that no product leaves a signed word:
compiled, in numpy and in plain Python they are the same numbers.
"""

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels import kernel

PRIME = (1 << 31) - 1
Integers = NDArray[np.int64]


@kernel
def refine(  # noqa: C901 - one loop over all sets, another over all elements
    held: Integers, colours: Integers, keys: Integers, sums: Integers, finer: Integers
) -> int:
    """Refine the colours of elements in place until nothing changes, and return a trace of it.

    ``held`` has a row for each set, 1 for its elements and 0 for others; a colour is the number of
    elements of smaller colours; ``keys`` has a random number below `PRIME` for each colour;
    ``sums`` and ``finer`` are work space, with a number for each element. The result depends on the
    sets and colours alone, not on the numbers of the elements.
    """
    size = len(colours)
    while True:
        for element in range(size):
            finer[element] = keys[colours[element]]
            sums[element] = 0
        for row in range(len(held)):
            total = 0
            for element in range(size):
                total += held[row, element] * finer[element]
            total %= PRIME
            # Squared, because plain sums would forget which colours occur in the same set.
            total = (total * total + 48271 * total + 7) % PRIME
            for element in range(size):
                sums[element] += held[row, element] * total
        changed = False
        trace = 0
        for element in range(size):
            smaller = 0
            for other in range(size):
                if colours[other] == colours[element] and sums[other] < sums[element]:
                    smaller += 1
            # A colour counts the elements of smaller colours, so a split keeps the other colours.
            finer[element] = colours[element] + smaller
            changed |= smaller > 0
            total = (sums[element] + keys[colours[element]]) % PRIME
            trace += (total * total + 69621 * total) % PRIME
        for element in range(size):
            colours[element] = finer[element]
        if not changed:
            return trace


@refine.twin
def refine_in_numpy(
    held: Integers, colours: Integers, keys: Integers, _sums: Integers, _finer: Integers
) -> int:
    """The same for all sets at once."""
    while True:
        chosen = keys[colours]
        total = held @ chosen % PRIME
        sums = (total * total + 48271 * total + 7) % PRIME @ held
        alike = colours[:, None] == colours
        smaller = (alike & (sums[:, None] > sums)).sum(axis=1)
        total = (sums + chosen) % PRIME
        trace = int(((total * total + 69621 * total) % PRIME).sum())
        colours += smaller
        if not smaller.any():
            return trace
