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
    members: Integers, colours: Integers, keys: Integers, sums: Integers, finer: Integers
) -> int:
    """Refine the colours of elements in place until nothing changes, and return a trace of it.

    ``members`` has a row for each set; a colour is the number of elements of smaller colours;
    ``keys`` has a random number below `PRIME` for each colour; ``sums`` and ``finer`` are work
    space, with a number for each element. The result depends on the sets and colours alone, not on
    the numbers of the elements.
    """
    size = len(colours)
    while True:
        for element in range(size):
            sums[element] = 0
        for row in range(len(members)):
            total = 0
            for place in range(members.shape[1]):
                total += keys[colours[members[row, place]]]
            total %= PRIME
            # Squared, because plain sums would forget which colours occur in the same set.
            total = (total * total + 48271 * total + 7) % PRIME
            for place in range(members.shape[1]):
                sums[members[row, place]] += total
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
    members: Integers, colours: Integers, keys: Integers, _sums: Integers, _finer: Integers
) -> int:
    """The same for all sets at once."""
    size = len(colours)
    while True:
        total = keys[colours][members].sum(axis=1) % PRIME
        total = (total * total + 48271 * total + 7) % PRIME
        # Sums stay below 2**53: exact.
        weights = np.repeat(total, members.shape[1]).astype(np.float64)
        sums = np.bincount(members.ravel(), weights, size).astype(np.int64)
        smaller = ((colours[:, None] == colours) & (sums[:, None] > sums)).sum(axis=1)
        total = (sums + keys[colours]) % PRIME
        trace = int(((total * total + 69621 * total) % PRIME).sum())
        colours += smaller
        if not smaller.any():
            return trace
