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
    spreads: Weights,
    clock: Elements,
    marks: Booleans,
    touched: Elements,
) -> int:
    """Add up observations w, and w (1 - w), -1 passed over; write the places that changed, each once; return how many.

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
                spread = weight * (1.0 - weight)
                if spread != 0.0:  # never, if weights are 0 or 1
                    spreads[lane, element] += spread
                if not marks[lane, element]:
                    marks[lane, element] = True
                    touched[distinct] = lane * size + element
                    distinct += 1
            if is_shown and observed:
                clock[lane] += 1
    all_marks = marks.reshape(-1)
    for k in range(distinct):
        all_marks[touched[k]] = False
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
    """The lower or the upper bound at some places of the flattened arrays, as the source there says (2: neither)."""
    source, lower, upper, out = source.reshape(-1), lower.reshape(-1), upper.reshape(-1), out.reshape(-1)
    for k in range(len(places)):
        place = places[k]
        kind = source[place]
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
    spreads: Weights,
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
    distinct = tally(actions, weights, is_shown, counts, sums, spreads, clock, marks, touched)
    if distinct > 0:
        hoeffding(touched[:distinct], counts, sums, growth, lower, upper)
        if source.size > 0:
            cautious_at(touched[:distinct], source, lower, upper, cautious)
    return distinct


WIDTHS = 1 / np.sqrt(np.maximum(np.arange(1024), 1))
"""1 / sqrt(count) of small counts, sooner looked up than computed."""


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
    all_counts, all_sums = counts.reshape(-1), sums.reshape(-1)
    all_means, all_widths = means.reshape(-1), widths.reshape(-1)
    for k in range(len(places)):
        place = places[k]
        count = all_counts[place]
        all_means[place] = all_sums[place] / count
        all_widths[place] = WIDTHS[count] if count < len(WIDTHS) else 1 / np.sqrt(count)
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
