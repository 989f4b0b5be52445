"""Order by falling weight, ties to the smaller element."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import AnyKernel, kernel
from matroidlab.kernels.game_slots import Own, heaviest, keep, pair
from matroidlab.types import Elements, Weights

INSERTED_AT_MOST = 64
"""Up to this many elements are sorted by insertion, which takes n steps for each of n elements."""

COUNTED_AT_MOST = 160
"""Up to this many elements are sorted by counting how many are heavier, with n steps for each."""

SAMPLE = 16
"""About this many weights are read to estimate how weights are distributed."""

SLICE = 3
"""The size of a slice, as a multiple of the rank: about as many elements as greedy often reads."""


class SortSpace(NamedTuple):
    """Work space for sorting ``size`` elements."""

    order: Elements
    """The result."""
    chosen: Elements
    """The elements to be sorted."""
    other: Elements
    """Space for a second order, of the same length."""
    equal: Elements
    """Space for counters of equal weights."""
    values: Weights
    """Space for `COUNTED_AT_MOST` weights, and three more."""


def sort_space(size: int) -> SortSpace:
    """Return work space for ``size`` elements."""
    order, chosen, other, equal = np.zeros((4, size), dtype=np.intp)
    return SortSpace(order, chosen, other, equal, np.zeros(COUNTED_AT_MOST + 3))


def descending(weights: Weights) -> Elements:
    """Elements by falling weight, ties to the smaller element, along the last axis.

    >>> descending(np.array([1.0, 3.0, 3.0]))
    array([1, 2, 0])
    """
    # Negated, because a stable order read backwards would break ties to the larger element.
    falling = -np.asarray(weights, dtype=np.float64, order="C")
    order: Elements = falling.argsort(axis=-1, kind="stable")
    return order


@kernel
def sort_falling(values: Weights, elements: Elements) -> None:
    """Sort elements and their weights by falling weight, ties to the smaller element."""
    for i in range(1, len(elements)):
        insert(elements[i], values[i], i, values, elements)


@kernel
def insert(element: int, weight: float, place: int, values: Weights, elements: Elements) -> None:
    """Move an element up from a place, past all that come after it; the place is overwritten."""
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
    """Choose the elements that weigh at least ``least`` and less than ``above``; count them.

    If ``above`` is NaN, there is no upper limit.
    """
    chosen = space.chosen
    count = 0
    for element in range(len(weights)):
        # Always written, and overwritten unless it counts: a branch would often be predicted wrong.
        chosen[np.uintp(count)] = element
        count += 1 if (weights[element] >= least) & (not weights[element] >= above) else 0
    return count


@kernel
def weight_of_about(weights: Weights, few: int, above: float, space: SortSpace) -> float:
    """A weight that about ``few`` of the elements below ``above`` have or exceed, by a sample."""
    sample = space.values
    size = 0
    looked = 0
    # At most 2 * SAMPLE - 1 weights are read: few enough for insertion.
    for element in range(0, len(weights), max(len(weights) // SAMPLE, 1)):
        weight = weights[element]
        place = size
        if not weight >= above:  # true for all if it is NaN
            while place > 0 and sample[place - 1] < weight:
                sample[place] = sample[place - 1]
                place -= 1
            sample[place] = weight
            size += 1
        looked += 1
    place = few * looked // len(weights)
    # Where the sample does not reach that far, everything that is left is taken.
    return sample[place] if place < size else -np.inf


@kernel
def sort_chosen(weights: Weights, count: int, space: SortSpace, order: Elements) -> None:
    """Write the first ``count`` of ``space.chosen`` to ``order`` by falling weight.

    They must ascend, so that ties go to the smaller one. Few are sorted by counting, many by
    merging in O(n log n).
    """
    if count <= COUNTED_AT_MOST:
        sort_by_counting(weights, count, space, order)
        return
    for k in range(count):
        order[k] = space.chosen[k]
    merge_all(weights, order, count, space.other)


@kernel
def sort_by_counting(weights: Weights, count: int, space: SortSpace, order: Elements) -> None:
    """Move each element to the place of its rank, or behind those of equal weight placed before.

    All pairs are compared, but no branch depends on a comparison, so none is predicted wrong.
    """
    chosen = space.chosen
    heavier = space.other[:count]
    equal = space.equal
    values = space.values[: count + 3]
    for k in range(count):
        values[k] = weights[chosen[k]]
        heavier[k] = 0
        equal[k] = 0
    # Padding, because each pass compares four elements with all others.
    values[count:] = -np.inf
    for k in range(0, count, 4):
        one = values[k]
        two = values[k + 1]
        three = values[k + 2]
        four = values[k + 3]
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
    """Sort the first elements of ``order`` by falling weight; equal ones keep their order."""
    width = 1
    while width < size:
        for middle in range(width, size, 2 * width):
            # Two runs that are in order already need no merging.
            if weights[order[middle - 1]] < weights[order[middle]]:
                merge(weights, order, middle - width, middle, min(middle + width, size), space)
        width *= 2


@kernel
def merge(
    weights: Weights, order: Elements, start: int, middle: int, end: int, space: Elements
) -> None:
    """Merge two runs, each by falling weight; equal elements keep their order."""
    for i in range(middle - start):
        space[i] = order[start + i]
    i = 0
    j = middle
    for k in range(start, end):
        # Only the first run was moved, so the rest of the second is in its place already.
        if i == middle - start:
            break
        if j < end and weights[order[j]] > weights[space[i]]:
            order[k] = order[j]
            j += 1
        else:
            order[k] = space[i]
            i += 1


@kernel
def heaviest_by_sorting(matroid: Own, weights: Weights, out: Elements) -> None:
    """The maximum-weight basis: sort and keep a slice of the heaviest elements at a time.

    A basis shows that the slices so far are enough. ``out`` may say how far to look at most: if it
    is a basis, and a policy leaves the last one there, the elements that weigh at least as much as
    its lightest are enough, because greedy reads all of them before others and then has a basis.
    """
    sorting = matroid.sorting
    order = sorting.order
    few = SLICE * len(out)
    kept = 0
    least = least_of(weights, out)
    above = np.nan
    while True:
        lowest = least
        if count_from(weights, least) > few:
            lowest = max(weight_of_about(weights, few, above, sorting), least)
        count = choose(weights, lowest, above, sorting)
        sort_chosen(weights, count, sorting, order[kept:])
        kept = keep(matroid, order[: kept + count], out)
        if kept == len(out) or lowest == -np.inf:
            break
        # Of the slices so far, the elements that greedy kept stand for all.
        for i in range(kept):
            order[i] = out[i]
        above = lowest
        if lowest == least:  # ``out`` was not a basis, so all elements are read
            least = -np.inf


@kernel
def count_from(weights: Weights, least: float) -> int:
    """The number of elements that weigh at least ``least``."""
    count = 0
    for element in range(len(weights)):  # no branch: compiled, several are compared at a time
        count += weights[element] >= least
    return count


@kernel
def least_of(weights: Weights, elements: Elements) -> float:
    """The least weight of some elements; minus infinity if one of them is out of range."""
    least = np.inf
    for i in range(len(elements)):
        # -1 stands here before the first round: then no element may be left out.
        if elements[i] < 0 or elements[i] >= len(weights):
            return -np.inf
        least = min(least, weights[elements[i]])
    return least


def by_sorting(keeping: AnyKernel, pairing: AnyKernel) -> dict[AnyKernel, AnyKernel]:
    """Return the kernels of a part whose arrays have a field ``sorting``, a `sort_space`."""
    return {keep: keeping, pair: pairing, heaviest: heaviest_by_sorting.linked({keep: keeping})}
