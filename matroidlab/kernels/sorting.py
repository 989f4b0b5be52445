"""Order by falling weight, ties to the smaller element."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights

INSERTED_AT_MOST = 64
"""So many elements are sorted by insertion, which takes up to as many steps for each."""
COUNTED_AT_MOST = 160
"""So many elements are sorted by counting for each how many are heavier, which takes as many steps for each."""
RUN = 8
"""How many neighbours are sorted by insertion before runs are merged."""
CROWD = 24
"""If no bucket has more elements, all are sorted by insertion: none moves out of its bucket."""
TINY, HUGE = 1e-300, 1e300
"""What differences of weights are taken for that are not numbers to calculate with."""
SAMPLE = 16
"""About how many weights are looked at to see how they are spread."""


class SortSpace(NamedTuple):
    """Where elements are sorted: the order, those that are to be sorted, as much again, and a count more."""

    order: Elements
    chosen: Elements
    other: Elements
    ends: Elements
    values: Weights
    """Space for `COUNTED_AT_MOST` weights, and three more."""


def sort_space(size: int) -> SortSpace:
    """Return work space."""
    order, chosen, other, ends = (np.zeros(size + more, dtype=np.intp) for more in (0, 0, 0, 1))
    return SortSpace(order, chosen, other, ends, np.zeros(COUNTED_AT_MOST + 3))


def descending(weights: Weights) -> Elements:
    """Elements by falling weight, ties to the smaller element; along the last axis, for lanes of weights too.

    >>> descending(np.array([1.0, 3.0, 3.0]))
    array([1, 2, 0])
    """
    order = np.empty(weights.shape, dtype=np.intp)
    if weights.size:
        rows = np.asarray(weights, dtype=np.float64, order="C").reshape(-1, weights.shape[-1])
        sort_rows(rows, order.reshape(rows.shape))
    return order


@kernel
def sort_rows(weights: Weights, out: Elements) -> None:
    """`sort_all` of each row."""
    lanes, size = weights.shape
    order, chosen, other, ends = np.empty((4, size + 1), dtype=np.intp)
    space = SortSpace(order[:size], chosen, other, ends, np.empty(COUNTED_AT_MOST + 3))
    for lane in range(lanes):
        sort_all(weights[lane], space)
        out[lane] = space.order


@sort_rows.twin
def sort_rows_in_numpy(weights: Weights, out: Elements) -> None:
    """All rows at once."""
    out[...] = (-weights).argsort(axis=1, kind="stable")


@kernel
def sort_falling(values: Weights, elements: Elements) -> None:
    """Sort elements and their weights by falling weight, ties to the smaller element."""
    for i in range(1, len(elements)):
        weight, element, place = values[i], elements[i], i
        while place > 0 and (
            values[place - 1] < weight or (values[place - 1] == weight and elements[place - 1] > element)
        ):
            values[place], elements[place] = values[place - 1], elements[place - 1]
            place -= 1
        values[place], elements[place] = weight, element


@kernel
def sort_all(weights: Weights, space: SortSpace) -> None:
    """Write all elements by falling weight, ties to the smaller, to ``space.order``, without arrays of its own."""
    for element in range(len(weights)):
        space.chosen[element] = element
    sort_chosen(weights, len(weights), space, space.order)


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

    Few by counting. Many go to as many buckets first, and then all are sorted by insertion, or by merging if a bucket
    is crowded: O(n) unless weights are spread very unevenly, O(n log n) at worst.
    """
    if count <= COUNTED_AT_MOST:
        sort_by_counting(weights, count, space, order)
    elif scatter(weights, count, space, order) <= CROWD:
        sort_run(weights, order, 0, count)
    else:
        merge_runs(weights, order, count, space.other)


@kernel
def sort_by_counting(weights: Weights, count: int, space: SortSpace, order: Elements) -> None:
    """The same for few: each goes to the place of its rank, or behind those of its weight that are there already.

    Four elements are held against all at a time, and nothing depends on how that ends: no branch is guessed wrong.
    """
    chosen, heavier, equal, values = space.chosen, space.other[:count], space.ends, space.values[: count + 3]
    for k in range(count):
        values[k], heavier[k], equal[k] = weights[chosen[k]], 0, 0
    values[count:] = -np.inf
    for k in range(0, count, 4):
        one, two, three, four = values[k], values[k + 1], values[k + 2], values[k + 3]
        for i in range(len(heavier)):
            value = values[i]
            heavier[i] += int(one > value) + int(two > value) + int(three > value) + int(four > value)
    for k in range(count):
        rank = heavier[k]
        order[rank + equal[rank]] = chosen[k]
        equal[rank] += 1


@kernel
def merge_runs(weights: Weights, order: Elements, size: int, space: Elements) -> None:
    """Sort the first elements of ``order``: runs by insertion, then those are merged that are not in order."""
    width = RUN
    for start in range(0, size, RUN):
        sort_run(weights, order, start, min(start + RUN, size))
    while width < size:
        for middle in range(width, size, 2 * width):
            if weights[order[middle - 1]] < weights[order[middle]]:
                merge(weights, order, middle - width, middle, min(middle + width, size), space)
        width *= 2


@kernel
def scatter(weights: Weights, size: int, space: SortSpace, order: Elements) -> int:
    """Write chosen elements to ``order`` by buckets, the heaviest first, ascending in each; return the most in one.

    An element that is d below the heaviest comes after the share d / (d + usual) of the buckets: half of them are for
    weights that are near, however far away the others are. So are bounds that fall one by one when they are looked at.
    """
    chosen, ends, bucket_of, most, crowd = space.chosen, space.ends, space.other, -np.inf, 0
    for k in range(size):
        weight = weights[chosen[k]]
        most = weight if np.inf > weight > most else most
    usual = usual_drop(weights, most, size, chosen)
    for k in range(size):
        weight = weights[chosen[k]]
        drop = most - weight if weight < most else 0.0
        bucket_of[k] = int((size - 1) * (1.0 - usual / (usual + drop)))
    ends[: size + 1] = 0
    for k in range(size):
        ends[bucket_of[k] + 1] += 1
    for bucket in range(size):
        crowd = max(crowd, ends[bucket + 1])
        ends[bucket + 1] += ends[bucket]
    for k in range(size):
        bucket = bucket_of[k]
        order[ends[bucket]] = chosen[k]
        ends[bucket] += 1
    return crowd


@kernel
def usual_drop(weights: Weights, most: float, size: int, chosen: Elements) -> float:
    """How far below ``most`` weights usually are: the mean of some, without those that are further than the mean."""
    usual = np.inf
    for _ in range(2):
        total, count = 0.0, 0
        for k in range(0, size, max(size // SAMPLE, 1)):
            weight = weights[chosen[k]]
            if weight < most and most - weight <= usual:
                total += min(most - weight, HUGE)
                count += 1
        usual = max(total / max(count, 1), TINY)
    return usual


@kernel
def sort_run(weights: Weights, order: Elements, start: int, end: int) -> None:
    """Sort neighbours by falling weight, those that are equal as they stand: by insertion."""
    for i in range(start + 1, end):
        element, place = order[i], i
        while place > start and weights[order[place - 1]] < weights[element]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = element


@kernel
def merge(weights: Weights, order: Elements, start: int, middle: int, end: int, space: Elements) -> None:
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
