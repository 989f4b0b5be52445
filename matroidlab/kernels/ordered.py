"""Parts of matroids that are asked by an order: weights are sorted first."""

import numpy as np

from matroidlab.kernels.compilation import AnyKernel, kernel
from matroidlab.kernels.parts import Own, heaviest, keep, pair
from matroidlab.kernels.sorting import choose, sort_chosen, weight_of_about
from matroidlab.types import Elements, Weights

SLICE = 3
"""How many elements a slice has for each of the rank: about as many as greedy often comes to."""


@kernel
def heaviest_by_sorting(matroid: Own, weights: Weights, out: Elements) -> None:
    """Keep of all elements, by falling weight, a slice at a time: a basis shows that those so far are enough.

    What stands in ``out`` may say how far at most. If it is a basis, and a policy leaves the last one there, elements
    that weigh as much are enough: greedy comes to all of them before it comes to others, and then it has a basis.
    """
    sorting, few = matroid.sorting, SLICE * len(out)
    order, kept, least, above = sorting.order, 0, least_of(weights, out), np.nan
    while True:
        lowest = least
        if count_from(weights, least) > few:
            lowest = max(weight_of_about(weights, few, above, sorting), least)
        count = choose(weights, lowest, above, sorting)
        sort_chosen(weights, count, sorting, order[kept:])
        kept = keep(matroid, order[: kept + count], out)
        if kept == len(out) or lowest == -np.inf:
            break
        for i in range(kept):  # of the slices so far, what was kept does for all
            order[i] = out[i]
        above, least = lowest, -np.inf if lowest == least else least


@kernel
def count_from(weights: Weights, least: float) -> int:
    """How many elements have at least that weight; all are looked at, several at a time."""
    count = 0
    for element in range(len(weights)):
        count += weights[element] >= least
    return count


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
