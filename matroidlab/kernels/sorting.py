"""Order by falling weight, ties to the smaller element."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights

INSERTED_AT_MOST = 64
"""So many elements are sorted by insertion, which takes up to as many steps for each."""
MERGED_AT_MOST = 96
"""So many elements are sorted without buckets."""
RUN = 8
"""How many neighbours are sorted by insertion before runs are merged."""
CROWD = 24
"""If no bucket has more elements, all are sorted by insertion: none moves out of its bucket."""
TINY, HUGE = 1e-300, 1e300
"""What differences of weights are taken for that are not numbers to calculate with."""
SAMPLE = 16
"""About how many weights are looked at to see how they are spread."""


class SortSpace(NamedTuple):
    """Where elements are sorted: the order, as much again, and a count more."""

    order: Elements
    other: Elements
    ends: Elements


def sort_space(size: int) -> SortSpace:
    """Return work space."""
    return SortSpace(*(np.zeros(size + more, dtype=np.intp) for more in (0, 0, 1)))


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
    space = SortSpace(np.empty(size, dtype=np.intp), np.empty(size, dtype=np.intp), np.empty(size + 1, dtype=np.intp))
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
    """Write all elements by falling weight, ties to the smaller, to ``space.order``, without arrays of its own.

    First to as many buckets as there are elements, then by insertion, or by merging if a bucket is crowded: O(n) unless
    weights are spread very unevenly, O(n log n) at worst.
    """
    if scatter(weights, space) <= CROWD:
        sort_run(weights, space.order, 0, len(weights))
    else:
        merge_runs(weights, space, len(weights))


@kernel
def sort_heavy(weights: Weights, least: float, space: SortSpace) -> int:
    """Write all elements of at least that weight, by falling weight, to ``space.order``; return how many.

    Where they are many, all others follow.
    """
    count = 0
    for element in range(len(weights)):
        space.order[count] = element  # written over, unless it counts
        count += 1 if weights[element] >= least else 0
    if count > MERGED_AT_MOST:
        sort_all(weights, space)
        return len(weights)
    merge_runs(weights, space, count)
    return count


@kernel
def merge_runs(weights: Weights, space: SortSpace, size: int) -> None:
    """Sort the first elements of ``space.order``: runs by insertion, then those are merged that are not in order."""
    order, width = space.order, RUN
    for start in range(0, size, RUN):
        sort_run(weights, order, start, min(start + RUN, size))
    while width < size:
        for middle in range(width, size, 2 * width):
            if weights[order[middle - 1]] < weights[order[middle]]:
                merge(weights, order, middle - width, middle, min(middle + width, size), space.other)
        width *= 2


@kernel
def scatter(weights: Weights, space: SortSpace) -> int:
    """Write elements to ``space.order`` by buckets, the heaviest first, ascending in each; return the most in one.

    An element that is d below the heaviest comes after the share d / (d + usual) of the buckets: half of them are for
    weights that are near, however far away the others are. So are bounds that fall one by one when they are looked at.
    """
    size, ends, bucket_of, most, crowd = len(weights), space.ends, space.other, -np.inf, 0
    for element in range(size):
        weight = weights[element]
        most = weight if np.inf > weight > most else most
    usual = usual_drop(weights, most)
    for element in range(size):
        drop = most - weights[element] if weights[element] < most else 0.0
        bucket_of[element] = int((size - 1) * (1.0 - usual / (usual + drop)))
    ends[:] = 0
    for element in range(size):
        ends[bucket_of[element] + 1] += 1
    for bucket in range(size):
        crowd = max(crowd, ends[bucket + 1])
        ends[bucket + 1] += ends[bucket]
    for element in range(size):
        bucket = bucket_of[element]
        space.order[ends[bucket]] = element
        ends[bucket] += 1
    return crowd


@kernel
def usual_drop(weights: Weights, most: float) -> float:
    """How far below ``most`` weights usually are: the mean of some, without those that are further than the mean."""
    usual = np.inf
    for _ in range(2):
        total, count = 0.0, 0
        for k in range(0, len(weights), max(len(weights) // SAMPLE, 1)):
            if weights[k] < most and most - weights[k] <= usual:
                total += min(most - weights[k], HUGE)
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
