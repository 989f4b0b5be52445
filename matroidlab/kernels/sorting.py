"""Order by falling weight, ties to the smaller element."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import AnyKernel, kernel
from matroidlab.kernels.slots import Own, heaviest, keep, pair
from matroidlab.types import Elements, Weights

INSERTED_AT_MOST = 64
"""So many elements are sorted by insertion, which takes up to as many steps for each."""

COUNTED_AT_MOST = 160
"""So many elements are sorted by counting for each how many are heavier, which takes as many steps for each."""

SAMPLE = 16
"""About how many weights are looked at to see how they are spread."""


class SortSpace(NamedTuple):
    """Where elements are sorted: the order, those that are to be sorted, as much again, and once more."""

    order: Elements
    chosen: Elements
    other: Elements
    equal: Elements
    values: Weights
    """Space for `COUNTED_AT_MOST` weights, and three more."""


def sort_space(size: int) -> SortSpace:
    """Return work space."""
    order, chosen, other, equal = np.zeros((4, size), dtype=np.intp)
    return SortSpace(order, chosen, other, equal, np.zeros(COUNTED_AT_MOST + 3))


def descending(weights: Weights) -> Elements:
    """Elements by falling weight, ties to the smaller element; along the last axis, for lanes of weights too.

    >>> descending(np.array([1.0, 3.0, 3.0]))
    array([1, 2, 0])
    """
    order: Elements = (-np.asarray(weights, dtype=np.float64, order="C")).argsort(
        axis=-1, kind="stable"
    )
    return order


@kernel
def sort_falling(values: Weights, elements: Elements) -> None:
    """Sort elements and their weights by falling weight, ties to the smaller element."""
    for i in range(1, len(elements)):
        insert(elements[i], values[i], i, values, elements)


@kernel
def insert(element: int, weight: float, place: int, values: Weights, elements: Elements) -> None:
    """Move an element up from a place, past all that come after it; what stood at the place is gone."""
    while place > 0 and (
        values[place - 1] < weight
        or (values[place - 1] == weight and elements[place - 1] > element)
    ):
        values[place] = values[place - 1]
        elements[place] = elements[place - 1]
        place -= 1
    values[place] = weight
    elements[place] = element


@kernel
def choose(weights: Weights, least: float, above: float, space: SortSpace) -> int:
    """Choose the elements that weigh ``least`` or more, but not ``above`` (NaN: no end) or more; return how many."""
    chosen, count = space.chosen, 0
    for element in range(len(weights)):
        chosen[np.uintp(count)] = element  # written over, unless it counts
        count += 1 if (weights[element] >= least) & (not weights[element] >= above) else 0
    return count


@kernel
def weight_of_about(weights: Weights, few: int, above: float, space: SortSpace) -> float:
    """A weight that about ``few`` elements have or exceed, of those that weigh less than ``above``; by a sample."""
    sample, size, looked = space.values, 0, 0
    for element in range(0, len(weights), max(len(weights) // SAMPLE, 1)):
        weight, place = weights[element], size
        if not weight >= above:
            while place > 0 and sample[place - 1] < weight:
                sample[place] = sample[place - 1]
                place -= 1
            sample[place] = weight
            size += 1
        looked += 1
    place = few * looked // len(weights)
    return sample[place] if place < size else -np.inf


@kernel
def sort_chosen(weights: Weights, count: int, space: SortSpace, order: Elements) -> None:
    """Write the first ``count`` of ``space.chosen``, which ascend, to ``order`` by falling weight, ties to the smaller.

    Few by counting, many by merging, O(n log n).
    """
    if count <= COUNTED_AT_MOST:
        sort_by_counting(weights, count, space, order)
        return
    for k in range(count):
        order[k] = space.chosen[k]
    merge_all(weights, order, count, space.other)


@kernel
def sort_by_counting(weights: Weights, count: int, space: SortSpace, order: Elements) -> None:
    """The same for few: each goes to the place of its rank, or behind those of its weight that are there already.

    Four elements are held against all at a time, and nothing depends on how that ends: no branch is guessed wrong.
    """
    chosen, heavier, equal, values = (
        space.chosen,
        space.other[:count],
        space.equal,
        space.values[: count + 3],
    )
    for k in range(count):
        values[k], heavier[k], equal[k] = weights[chosen[k]], 0, 0
    values[count:] = -np.inf
    for k in range(0, count, 4):
        one, two, three, four = values[k], values[k + 1], values[k + 2], values[k + 3]
        for i in range(len(heavier)):
            value = values[i]
            heavier[i] += (
                int(one > value) + int(two > value) + int(three > value) + int(four > value)
            )
    for k in range(count):
        rank = heavier[k]
        order[rank + equal[rank]] = chosen[k]
        equal[rank] += 1


@kernel
def merge_all(weights: Weights, order: Elements, size: int, space: Elements) -> None:
    """Sort the first elements of ``order``, those that are equal as they stand: merge runs that are not in order."""
    width = 1
    while width < size:
        for middle in range(width, size, 2 * width):
            if weights[order[middle - 1]] < weights[order[middle]]:
                merge(weights, order, middle - width, middle, min(middle + width, size), space)
        width *= 2


@kernel
def merge(
    weights: Weights, order: Elements, start: int, middle: int, end: int, space: Elements
) -> None:
    """Merge two runs, each by falling weight; those that are equal as they stand."""
    for i in range(middle - start):
        space[i] = order[start + i]
    i, j = 0, middle
    for k in range(start, end):
        if i == middle - start:
            break
        if j < end and weights[order[j]] > weights[space[i]]:
            order[k] = order[j]
            j += 1
        else:
            order[k] = space[i]
            i += 1


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
