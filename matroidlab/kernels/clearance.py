"""Lists that are one exchange away from a basis, decided by what is known of the basis."""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Booleans, Elements, Masks, Weights


@kernel
def changed_places(actions: Actions, trusted: Elements, out: Elements) -> None:
    """``out[lane, i]``: the one place where list i differs from the trusted one; -1 for none, -2 for several."""
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            count, total = 0, 0
            for j in range(actions.shape[2]):
                differs = actions[lane, i, j] != trusted[lane, j]
                count += differs
                total += j * differs
            out[lane, i] = total if count == 1 else -2 + (count == 0)


@kernel
def pack_swaps(swaps: Booleans, basis: Elements, partners: Elements, reach: Masks, rivals: Masks) -> None:
    """Write swaps as words, 64 places each: what an element can replace, and of whom the partners can replace an item.

    ``reach[e]`` has the places j of the basis with ``swaps[e, j]``; ``rivals[e]``, for an item e of the basis at place
    j, the other places i with ``swaps[partners[i], j]``.
    """
    one = np.uint64(1)
    for e in range(reach.shape[0]):
        for word in range(reach.shape[1]):
            bits = np.uint64(0)
            for j in range(64 * word, min(64 * word + 64, len(basis))):
                bits |= np.uint64(swaps[e, j]) << np.uint64(j - 64 * word)
            reach[e, word] = bits
    for j in range(len(basis)):
        for word in range(rivals.shape[1]):
            bits = np.uint64(0)
            for i in range(64 * word, min(64 * word + 64, len(basis))):
                bits |= np.uint64(swaps[partners[i], j]) << np.uint64(i - 64 * word)
            if j // 64 == word:
                bits &= ~(one << np.uint64(j - 64 * word))
            rivals[basis[j], word] = bits


@kernel
def clear_lists(
    actions: Actions,
    trusted: Elements,
    changed: Elements,
    numbers: Elements,
    items: Elements,
    partners: Elements,
    worse: Elements,
    reach: Masks,
    rivals: Masks,
    means: Weights,
    in_baseline: Booleans,
    most: int,
    out: Booleans,
) -> None:
    """``out[lane, i]``: whether list i is all right for certain by what is known of the lane's basis; see `Clearance`.

    What is known is that of `KnownBases`, at ``numbers[lane]``, or nothing if that is -1.
    """
    for lane in range(actions.shape[0]):
        basis = numbers[lane]
        for i in range(actions.shape[1]):
            out[lane, i] = basis >= 0 and changed[lane, i] == -1 and worse[basis] <= most
            if basis < 0 or changed[lane, i] < 0:
                continue
            old, new = trusted[lane, changed[lane, i]], actions[lane, i, changed[lane, i]]
            if in_baseline[new]:
                continue
            freed, breaks, other, stuck = partners[basis, old], 0, 0, False
            for word in range(reach.shape[2]):
                broken = rivals[basis, old, word] & reach[basis, new, word]
                stuck |= (broken & reach[basis, freed, word]) != 0
                for bit in range(64 * (broken != 0)):
                    if (broken >> np.uint64(bit)) & np.uint64(1):
                        breaks += 1
                        other = 64 * word + bit
            count = worse[basis] - (means[old] < means[freed])
            if breaks == 0:
                out[lane, i] = count + (means[new] < means[freed]) <= most
            elif breaks == 1 and not stuck:
                item = items[basis, other]
                passed = partners[basis, item]
                count -= means[item] < means[passed]
                count += means[item] < means[freed]
                out[lane, i] = count + (means[new] < means[passed]) <= most
