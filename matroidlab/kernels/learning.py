"""What a round of observations changes."""

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Booleans, Elements, Weights


@kernel
def tally(
    actions: Actions,
    weights: Weights,
    counts: Elements,
    sums: Weights,
    squares: Weights,
    marks: Booleans,
    touched: Elements,
) -> int:
    """Add up observations, -1 passed over; write the places that changed, each once, and return how many.

    ``marks`` is all False before and after.
    """
    lanes, size = counts.shape
    distinct = 0
    for lane in range(lanes):
        for i in range(actions.shape[1]):
            for j in range(actions.shape[2]):
                element = actions[lane, i, j]
                if element < 0:
                    continue
                weight = weights[lane, i, j]
                counts[lane, element] += 1
                sums[lane, element] += weight
                squares[lane, element] += weight * weight
                if not marks[lane, element]:
                    marks[lane, element] = True
                    touched[distinct] = lane * size + element
                    distinct += 1
    for k in range(distinct):
        marks[touched[k] // size, touched[k] % size] = False
    return distinct


@kernel
def hoeffding(places: Elements, counts: Elements, sums: Weights, growth: float, lower: Weights, upper: Weights) -> None:
    """Mean +- sqrt(growth / count) at some places of flat arrays; 0 and infinity for what was never seen."""
    for k in range(len(places)):
        place = places[k]
        count = counts[place]
        if count == 0:
            lower[place], upper[place] = 0.0, np.inf
        else:
            mean, radius = sums[place] / count, np.sqrt(growth / count)
            lower[place], upper[place] = max(mean - radius, 0.0), mean + radius


@kernel
def liked(words: NDArray[np.uint32], thresholds: NDArray[np.uint64], actions: Actions, out: Weights) -> None:
    """1 where a random word is below its item's threshold, else 0."""
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            for j in range(actions.shape[2]):
                out[lane, i, j] = np.uint64(words[lane, i, j]) < thresholds[actions[lane, i, j]]


@kernel
def too_many_worse(means: Weights, lists: Elements, least: Weights, out: Booleans) -> None:
    """Whether a list's best, as many as ``least`` has, sorted, are not all as good as those."""
    kept, width = len(least), lists.shape[1]
    best = np.empty(kept)
    for row in range(lists.shape[0]):
        for j in range(width):
            value = means[lists[row, j]]
            if j < kept or (kept > 0 and value > best[kept - 1]):
                place = min(j, kept - 1)
                while place > 0 and best[place - 1] < value:
                    best[place] = best[place - 1]
                    place -= 1
                best[place] = value
        out[row] = False
        for j in range(kept):
            if best[j] < least[kept - 1 - j]:
                out[row] = True
