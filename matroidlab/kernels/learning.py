"""What a round of observations changes.

Arrays of statistics and bounds are flat, lane after lane; a place is an index of them.
"""

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Booleans, Elements, Masks, Weights

Seen = tuple[Elements, Weights, Weights, Elements, Booleans]
"""Counts, sums and sums of w (1 - w); the clock of each lane; and marks, which are space."""
Kept = tuple[float, Weights, Weights, NDArray[np.int8], Weights]
"""The growth of `hoeffding`, lower and upper bounds; the source of `cautious_at`, or none, and cautious weights."""


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
def tally(actions: Actions, weights: Weights, is_shown: bool, seen: Seen, touched: Elements) -> int:
    """Add up observations w, and w (1 - w), -1 passed over; write the places that changed, each once; return how many.

    The clock counts each lane's actions with an observation, if they are shown. The marks are all False before and
    after.
    """
    counts, sums, spreads, clock, marks = seen
    size, distinct = size_of(seen), 0
    for lane in range(len(clock)):
        for i in range(actions.shape[1]):
            observed = False
            for j in range(actions.shape[2]):
                if actions[lane, i, j] < 0:
                    continue
                observed = True
                place, weight = lane * size + actions[lane, i, j], weights[lane, i, j]
                counts[place] += 1
                sums[place] += weight
                spread_out = weight * (1.0 - weight)
                if spread_out != 0.0:  # never, if weights are 0 or 1
                    spreads[place] += spread_out
                if not marks[place]:
                    marks[place] = True
                    touched[distinct] = place
                    distinct += 1
            if is_shown and observed:
                clock[lane] += 1
    for k in range(distinct):
        marks[touched[k]] = False
    return distinct


@kernel
def size_of(seen: Seen) -> int:
    """How many items there are."""
    counts, _, _, clock, _ = seen
    return len(counts) // max(len(clock), 1)


@kernel
def hoeffding(places: Elements, counts: Elements, sums: Weights, growth: float, lower: Weights, upper: Weights) -> None:
    """Mean +- sqrt(growth / count) at some places; 0 and infinity for what was never seen."""
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
    """The lower or the upper bound at some places, as the source there says (2: neither)."""
    for k in range(len(places)):
        place = places[k]
        kind = source[place]
        if kind == 0:
            out[place] = lower[place]
        elif kind == 1:
            out[place] = upper[place]


@kernel
def tally_bounds(actions: Actions, weights: Weights, is_shown: bool, seen: Seen, touched: Elements, kept: Kept) -> int:
    """`tally`, then `hoeffding` and, if there is a source, `cautious_at` at the places that changed."""
    counts, sums, _, _, _ = seen
    growth, lower, upper, source, cautious = kept
    distinct = tally(actions, weights, is_shown, seen, touched)
    hoeffding(touched[:distinct], counts, sums, growth, lower, upper)
    if len(source) > 0:
        cautious_at(touched[:distinct], source, lower, upper, cautious)
    return distinct


@kernel
def observe(actions: Actions, weights: Weights, is_shown: bool, seen: Seen, touched: Elements) -> int:
    """`tally`; or -1, and nothing has happened, if something is no observation."""
    return tally(actions, weights, is_shown, seen, touched) if is_observation(actions, weights, size_of(seen)) else -1


@kernel
def observe_bounds(
    actions: Actions, weights: Weights, is_shown: bool, seen: Seen, touched: Elements, kept: Kept
) -> int:
    """`tally_bounds`; or -1, and nothing has happened, if something is no observation."""
    if not is_observation(actions, weights, size_of(seen)):
        return -1
    return tally_bounds(actions, weights, is_shown, seen, touched, kept)


WIDTHS = 1 / np.sqrt(np.maximum(np.arange(1024), 1))
"""1 / sqrt(count) of small counts, sooner looked up than computed."""


@kernel
def weigh(places: Elements, counts: Elements, sums: Weights, means: Weights, widths: Weights) -> None:
    """The average weight and 1 / sqrt(count) at some places, seen ones."""
    for k in range(len(places)):
        place = places[k]
        count = counts[place]
        means[place] = sums[place] / count
        widths[place] = WIDTHS[count] if count < len(WIDTHS) else 1 / np.sqrt(count)


@kernel
def spread(means: Weights, widths: Weights, roots: Weights, out: Weights) -> None:
    """Mean + root x width of every item; each lane has a root."""
    size = len(means) // max(len(roots), 1)
    for lane in range(len(roots)):
        own = slice(lane * size, (lane + 1) * size)
        own_means, own_widths, own_out = means[own], widths[own], out[own]
        for item in range(size):
            own_out[item] = own_means[item] + roots[lane] * own_widths[item]


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
    """`weigh` some places, and `spread` all."""
    weigh(places, counts, sums, means, widths)
    spread(means, widths, roots, out)


EITHER = np.array([0.0, 1.0])
"""Looked up, for a branch on a coin is foreseen by nobody."""


@kernel
def liked(words: Masks, first: int, thresholds: Masks, actions: Actions, out: Weights) -> None:
    """1 where half a random word, from the ``first`` on and the lower one first, is below its item's threshold."""
    half, low, place = np.uint64(32), np.uint64(0xFFFFFFFF), first
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            for j in range(actions.shape[2]):
                word = (words[place >> 1] >> (half * np.uint64(place & 1))) & low
                out[lane, i, j] = EITHER[int(word < thresholds[actions[lane, i, j]])]
                place += 1
