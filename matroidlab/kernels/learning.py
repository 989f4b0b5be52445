"""What a round of observations changes."""

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Booleans, Elements, Weights


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

    The clock counts the actions with an observation, if they are shown. ``marks`` is all False before and after.
    """
    lanes, size = counts.shape
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
def means_and_widths(places: Elements, counts: Elements, sums: Weights, means: Weights, widths: Weights) -> None:
    """The average weight and 1 / sqrt(count) at some places of the flattened arrays; 0 and 1 for the unseen."""
    counts, sums, means, widths = counts.reshape(-1), sums.reshape(-1), means.reshape(-1), widths.reshape(-1)
    for k in range(len(places)):
        place = places[k]
        count = max(counts[place], 1)
        means[place], widths[place] = sums[place] / count, 1 / np.sqrt(count)


@kernel
def spread(means: Weights, widths: Weights, roots: Weights, out: Weights) -> None:
    """Mean + root x width of every item; each lane has a root, a column."""
    for lane in range(means.shape[0]):
        root = roots[lane, 0]
        for item in range(means.shape[1]):
            out[lane, item] = means[lane, item] + root * widths[lane, item]


@kernel
def liked(words: NDArray[np.uint32], thresholds: NDArray[np.uint64], actions: Actions, out: Weights) -> None:
    """1 where a random word is below its item's threshold, else 0."""
    all_words, items, weights = words.reshape(-1), actions.reshape(-1), out.reshape(-1)
    either = np.array([0.0, 1.0])  # looked up, for a branch on a coin is foreseen by nobody
    for k in range(len(items)):
        weights[k] = either[int(np.uint64(all_words[k]) < thresholds[items[k]])]
