"""What observations change: counts, sums and, from them, bounds and the weights that a basis is trusted by."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.parts import Number, Own, interval, renew, widen
from matroidlab.types import Actions, Elements, Weights

LOWER, UPPER, KNOWN, FIXED = range(4)
"""What an item is trusted with: its lower bound, its upper bound, a known mean, or one that is its bounds too."""


class Seen(NamedTuple):
    """What was seen of each item, ``(lanes, size)``, the clock of each lane, and how often anything was learnt."""

    counts: Elements
    sums: Weights
    spreads: Weights
    """The sums of w (1 - w), which stay 0 where all weights are 0 or 1."""
    clock: Elements
    version: Elements


class Kept(NamedTuple):
    """What follows from it, ``(lanes, size)``: bounds, and the weights that the trusted basis is found by."""

    lower: Weights
    upper: Weights
    cautious: Weights
    source: NDArray[np.int8]
    """``[e]``: `LOWER`, `UPPER`, `KNOWN` or `FIXED`, what the cautious weight of an item is; empty if none are."""
    means: Weights
    """The average weights, infinite where nothing was seen; empty unless the bounds grow with the clock."""
    widths: Weights
    """And 1 / sqrt(count)."""


@kernel
def tally(seen: Seen, actions: Actions, weights: Weights, is_shown: bool) -> None:
    """Add up observations w, and w (1 - w), -1 passed over; the clock counts actions with an observation, if shown."""
    for lane in range(actions.shape[0]):
        tally_lane(seen, lane, actions[lane], actions.shape[1], weights[lane], is_shown)
    seen.version[0] += 1


@kernel
def tally_lane(seen: Seen, lane: int, actions: Elements, count: int, weights: Weights, is_shown: bool) -> None:
    """`tally` of the first ``count`` actions of one lane."""
    counts, sums, spreads = seen.counts[lane], seen.sums[lane], seen.spreads[lane]
    for i in range(count):
        observed = False
        for j in range(actions.shape[1]):
            item, weight = actions[i, j], weights[i, j]
            if item >= 0:
                observed, place = True, np.uintp(item)
                counts[place] += 1
                sums[place] += weight
                spread = weight * (1.0 - weight)
                if spread != 0.0:  # never, if weights are 0 or 1
                    spreads[place] += spread
        if is_shown and observed:
            seen.clock[lane] += 1


@tally.twin
def tally_in_numpy(seen: Seen, actions: Actions, weights: Weights, is_shown: bool) -> None:
    """All lanes at once; ``add.at`` adds in the order of the observations, as the kernel does."""
    lanes, size = seen.counts.shape
    places = actions + (np.arange(lanes) * size)[:, None, None]
    if actions.size and actions.min() < 0:
        observed = actions >= 0
        if is_shown:
            np.add(seen.clock, observed.any(axis=2).sum(axis=1), out=seen.clock)
        places, weights = places[observed], weights[observed]
    elif is_shown and actions.shape[2]:
        np.add(seen.clock, actions.shape[1], out=seen.clock)
    places, weights = places.ravel(), weights.ravel()
    np.add.at(seen.counts.reshape(-1), places, 1)
    np.add.at(seen.sums.reshape(-1), places, weights)
    spreads = weights * (1.0 - weights)
    if spreads.any():
        np.add.at(seen.spreads.reshape(-1), places, spreads)
    seen.version[0] += 1


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


@is_observation.twin
def is_observation_in_numpy(items: Actions, weights: Weights, size: int) -> bool:
    """A quick look at the usual case, which NaN fails too; then at every item."""
    if not items.size:
        return True
    least = items.min()
    if least < -1 or items.max() >= size:
        return False
    if least >= 0 and 0 <= weights.min() <= weights.max() <= 1:
        return True
    return bool(np.all((items < 0) | ((weights >= 0) & (weights <= 1))))


@kernel
def renew_all(confidence: Own, seen: Seen, kept: Kept, lanes: Elements, items: Elements) -> None:
    """Bring up to date what is kept of some items, all of which were seen."""
    for k in range(len(items)):
        renew(confidence, seen, kept, lanes[k], items[k])


@renew_all.twin
def renew_all_in_numpy(confidence: Own, seen: Seen, kept: Kept, lanes: Elements, items: Elements) -> None:
    """All at once: here, `renew` is the numpy way of the kernel that is linked in its place."""
    renew(confidence, seen, kept, lanes, items)


@kernel
def widen_all(confidence: Own, seen: Seen, kept: Kept, lanes: Elements) -> None:
    """Bring the bounds of some lanes up to their clocks."""
    for k in range(len(lanes)):
        widen(confidence, seen, kept, lanes[k])


@widen_all.twin
def widen_all_in_numpy(confidence: Own, seen: Seen, kept: Kept, lanes: Elements) -> None:
    """All at once."""
    widen(confidence, seen, kept, lanes)


@kernel
def bound(confidence: Own, seen: Seen, kept: Kept, lane: int, item: int) -> None:
    """The bounds of an item, and its cautious weight."""
    if len(kept.source) > 0 and kept.source[item] == FIXED:
        return
    count, total, spread = seen.counts[lane, item], seen.sums[lane, item], seen.spreads[lane, item]
    lower, upper = interval(confidence, item, count, total, spread, seen.clock[lane])
    kept.lower[lane, item], kept.upper[lane, item] = lower, upper
    if len(kept.source) > 0 and kept.source[item] < KNOWN:
        kept.cautious[lane, item] = lower if kept.source[item] == LOWER else upper


@bound.twin
def bound_in_numpy(confidence: Own, seen: Seen, kept: Kept, lane: Elements, item: Elements) -> None:
    """Those of many items."""
    counts, sums, spreads = seen.counts[lane, item], seen.sums[lane, item], seen.spreads[lane, item]
    keep_bounds(kept, lane, item, *interval(confidence, item, counts, sums, spreads, seen.clock[lane]))


def keep_bounds(kept: Kept, lanes: Elements, items: Elements, lower: Weights, upper: Weights) -> None:
    """Write the bounds of some items, and the cautious weights that follow."""
    if not len(kept.source):
        kept.lower[lanes, items], kept.upper[lanes, items] = lower, upper
        return
    source = kept.source[items]
    free, unknown = source != FIXED, source < KNOWN
    kept.lower[lanes[free], items[free]], kept.upper[lanes[free], items[free]] = lower[free], upper[free]
    chosen = np.where(source == UPPER, upper, lower)
    kept.cautious[lanes[unknown], items[unknown]] = chosen[unknown]


class Hoeffding(NamedTuple):
    """The radius is sqrt(growth / count)."""

    growth: float


@kernel
def hoeffding(
    confidence: Hoeffding, _item: Number, count: Number, total: Number, _spread: Number, _clock: Number
) -> tuple[Number, Number]:
    """Mean +- sqrt(growth / count), the lower end cut at 0."""
    mean, radius = total / count, np.sqrt(confidence.growth / count)
    return np.maximum(mean - radius, 0.0), mean + radius


class Bernstein(NamedTuple):
    """The level is ln(2 / delta)."""

    level: float


@kernel
def bernstein(
    confidence: Bernstein, _item: Number, count: Number, total: Number, spread: Number, _clock: Number
) -> tuple[Number, Number]:
    """Mean +- sqrt(2 V level / s) + 7 level / (3 (s - 1)), V the sample variance; 0 and infinity at s = 1."""
    mean, fewer = total / count, np.maximum(count - 1, 1)
    variance = np.maximum((total - spread) - count * (mean * mean), 0.0) / fewer
    radius = np.sqrt(2.0 * variance * confidence.level / count) + 7.0 * confidence.level / (3.0 * fewer)
    radius = np.where(count < 2, np.inf, radius)
    return np.maximum(mean - radius, 0.0), mean + radius
