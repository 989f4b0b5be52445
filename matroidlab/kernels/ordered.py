"""Parts of matroids that are asked by an order: weights are sorted first."""

import numpy as np

from matroidlab.kernels.compilation import AnyKernel, kernel
from matroidlab.kernels.parts import Own, heaviest, keep, pair
from matroidlab.kernels.sorting import sort_all, sort_heavy
from matroidlab.types import Elements, Weights


@kernel
def heaviest_by_sorting(matroid: Own, weights: Weights, out: Elements) -> None:
    """Keep of all elements, by falling weight; but first of some that are heavy: a basis shows if these are enough.

    What stands in ``out`` may say which. If it is a basis, and a policy leaves the last one there, elements that weigh
    as much are enough: greedy comes to all of them before it comes to others, and then it has a basis.
    """
    count = sort_heavy(weights, least_of(weights, out), matroid.sorting)
    if keep(matroid, matroid.sorting.order[:count], out) < len(out):
        sort_all(weights, matroid.sorting)
        keep(matroid, matroid.sorting.order, out)


@kernel
def least_of(weights: Weights, elements: Elements) -> float:
    """The least weight of some elements; minus infinity if there are others than those that have weights."""
    least = np.inf
    for i in range(len(elements)):
        if elements[i] < 0 or elements[i] >= len(weights):
            return -np.inf
        least = min(least, weights[elements[i]])
    return least


def by_sorting(keeping: AnyKernel, pairing: AnyKernel) -> dict[AnyKernel, AnyKernel]:
    """Return the kernels of a part whose arrays have a field ``sorting``, a `sort_space` of as many elements."""
    return {keep: keeping, pair: pairing, heaviest: heaviest_by_sorting.linked({keep: keeping})}
