"""What a round of observations changes."""

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Booleans, Elements, Masks, Weights


@kernel
def is_observation(items: Actions, weights: Weights, size: int) -> bool:
    """Whether items lie in ``-1 .. size-1`` and the weights of all but -1 in [0, 1].

    Everything is looked at, without a branch: so several items are, at a time.
    """
    all_items, all_weights, wrong = items.reshape(-1), weights.reshape(-1), 0
    for k in range(len(all_items)):
        item, weight = all_items[k], all_weights[k]
        inside = (weight >= 0.0) & (weight <= 1.0)
        wrong += (item < -1) | (item >= size) | ((item >= 0) & (not inside))
    return wrong == 0


@kernel
def tally(
    actions: Actions,
    weights: Weights,
    is_shown: bool,
    counts: Elements,
    sums: Weights,
    squares: Weights,
    clock: Elements,
    marks: Booleans,
    touched: Elements,
) -> int:
    """Add up observations, -1 passed over; write the places that changed, each once, and return how many.

    The clock counts the actions with an observation, if they are shown. ``marks`` is all False before and after. What
    is no observation is not added up, none of it: -1 is returned.
    """
    lanes, size = counts.shape
    if not is_observation(actions, weights, size):
        return -1
    distinct = 0
    for lane in range(lanes):
        for i in range(actions.shape[1]):
            observed = False
            for j in range(actions.shape[2]):
                element = actions[lane, i, j]
                if element < 0:
                    continue
                observed = True
                weight = weights[lane, i, j]
                counts[lane, element] += 1
                sums[lane, element] += weight
                squares[lane, element] += weight * weight
                if not marks[lane, element]:
                    marks[lane, element] = True
                    touched[distinct] = lane * size + element
                    distinct += 1
            if is_shown and observed:
                clock[lane] += 1
    for k in range(distinct):
        marks[touched[k] // size, touched[k] % size] = False
    return distinct


@kernel
def hoeffding(places: Elements, counts: Elements, sums: Weights, growth: float, lower: Weights, upper: Weights) -> None:
    """Mean +- sqrt(growth / count) at some places of the flattened arrays; 0 and infinity for what was never seen."""
    counts, sums, lower, upper = counts.reshape(-1), sums.reshape(-1), lower.reshape(-1), upper.reshape(-1)
    for k in range(len(places)):
        place = places[k]
        count = counts[place]
        if count == 0:
            lower[place], upper[place] = 0.0, np.inf
        else:
            mean, radius = sums[place] / count, np.sqrt(growth / count)
            lower[place], upper[place] = max(mean - radius, 0.0), mean + radius


@kernel
def cautious_at(places: Elements, source: NDArray[np.int8], lower: Weights, upper: Weights, out: Weights) -> None:
    """The lower or the upper bound at some places of the flattened arrays, as the item's source says (2: neither)."""
    size = len(source)
    lower, upper, out = lower.reshape(-1), upper.reshape(-1), out.reshape(-1)
    for k in range(len(places)):
        place = places[k]
        kind = source[place % size]
        if kind == 0:
            out[place] = lower[place]
        elif kind == 1:
            out[place] = upper[place]


@kernel
def tally_bounds(
    actions: Actions,
    weights: Weights,
    is_shown: bool,
    counts: Elements,
    sums: Weights,
    squares: Weights,
    clock: Elements,
    marks: Booleans,
    touched: Elements,
    growth: float,
    lower: Weights,
    upper: Weights,
    source: NDArray[np.int8],
    cautious: Weights,
) -> int:
    """`tally`, then `hoeffding` and, if there is a ``source``, `cautious_at` at the places that changed."""
    distinct = tally(actions, weights, is_shown, counts, sums, squares, clock, marks, touched)
    if distinct > 0:
        hoeffding(touched[:distinct], counts, sums, growth, lower, upper)
        if len(source) > 0:
            cautious_at(touched[:distinct], source, lower, upper, cautious)
    return distinct


@kernel
def grow(
    places: Elements,
    counts: Elements,
    sums: Weights,
    roots: Weights,
    means: Weights,
    widths: Weights,
    out: Weights,
) -> None:
    """Mean + root x width of every item; first the average weight and 1 / sqrt(count) at some places, seen ones.

    Each lane has a root.
    """
    for k in range(len(places)):
        lane, item = divmod(places[k], counts.shape[1])
        count = counts[lane, item]
        means[lane, item], widths[lane, item] = sums[lane, item] / count, 1 / np.sqrt(count)
    for lane in range(len(roots)):
        for item in range(means.shape[1]):
            out[lane, item] = means[lane, item] + roots[lane] * widths[lane, item]


@kernel
def liked(words: Masks, thresholds: Masks, actions: Actions, out: Weights) -> None:
    """1 where half a random word, the lower one first, is below its item's threshold, else 0."""
    items, weights = actions.reshape(-1), out.reshape(-1)
    either = np.array([0.0, 1.0])  # looked up, for a branch on a coin is foreseen by nobody
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    for k in range(len(items)):
        word = (words[k >> 1] >> (half * np.uint64(k & 1))) & low
        weights[k] = either[int(word < thresholds[items[k]])]
