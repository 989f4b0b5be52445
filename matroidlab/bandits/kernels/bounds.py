"""Bounds of each item: how they are kept, and the intervals that need only square roots."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits.kernels.divergence import both_ends
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, logarithm
from matroidlab.kernels.slots import Number, Own, interval, renew, widen
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

LOWER, UPPER, KNOWN, FIXED = range(4)
"""What an item is trusted with: its lower bound, its upper bound, a known mean, or one that is its bounds too."""


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
def renew_all(confidence: Own, seen: Seen, kept: Kept, places: Elements) -> None:
    """Bring up to date what is kept of some places of the flattened arrays, as far as they were seen."""
    size = seen.counts.shape[1]
    for k in range(len(places)):
        lane = places[k] // size
        item = places[k] - lane * size
        if seen.counts[lane, item] > 0:
            renew(confidence, seen, kept, lane, item)


@renew_all.twin
def renew_all_in_numpy(confidence: Own, seen: Seen, kept: Kept, places: Elements) -> None:
    """All at once: here, `renew` is the numpy way of the kernel that is linked in its place."""
    seen_at = places[seen.counts.take(places) > 0]
    renew(confidence, seen, kept, *np.divmod(seen_at, seen.counts.shape[1]))


@kernel
def widen_all(confidence: Own, seen: Seen, kept: Kept) -> None:
    """Bring the bounds of all lanes up to their clocks."""
    for lane in range(len(seen.clock)):
        widen(confidence, seen, kept, lane)


@widen_all.twin
def widen_all_in_numpy(confidence: Own, seen: Seen, kept: Kept) -> None:
    """All at once."""
    widen(confidence, seen, kept, slice(None))


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
    places = lane * seen.counts.shape[1] + item
    counts, sums, spreads = seen.counts.take(places), seen.sums.take(places), seen.spreads.take(places)
    keep_bounds(kept, places, item, *interval(confidence, item, counts, sums, spreads, seen.clock.take(lane)))


def keep_bounds(kept: Kept, places: Elements, items: Elements, lower: Weights, upper: Weights) -> None:
    """Write the bounds of items at some places of the flattened arrays, and the cautious weights that follow."""
    if len(kept.source):
        source = kept.source.take(items)
        kinds = source.tobytes()  # to look for one among these takes no time
        if FIXED in kinds:
            free = source != FIXED
            places, source, lower, upper = places[free], source[free], lower[free], upper[free]
        chosen = np.where(source == UPPER, upper, lower) if UPPER in kinds else lower
        unknown = source < KNOWN
        kept.cautious.reshape(-1)[places[unknown]] = chosen[unknown]
    kept.lower.reshape(-1)[places], kept.upper.reshape(-1)[places] = lower, upper


class Level(NamedTuple):
    """What intervals are drawn at: the larger it is, the wider they are."""

    level: float


@kernel
def hoeffding(
    confidence: Level, _item: Number, count: Number, total: Number, _spread: Number, _clock: Number
) -> tuple[Number, Number]:
    """Mean +- sqrt(level / count), the lower end cut at 0."""
    mean, radius = total / count, np.sqrt(confidence.level / count)
    return np.maximum(mean - radius, 0.0), mean + radius


@kernel
def bernstein(
    confidence: Level, _item: Number, count: Number, total: Number, spread: Number, _clock: Number
) -> tuple[Number, Number]:
    """Mean +- sqrt(2 V level / s) + 7 level / (3 (s - 1)), V the sample variance; 0 and infinity at s = 1."""
    mean, fewer = total / count, np.maximum(count - 1, 1)
    variance = np.maximum((total - spread) - count * (mean * mean), 0.0) / fewer
    radius = np.sqrt(2.0 * variance * confidence.level / count) + 7.0 * confidence.level / (3.0 * fewer)
    radius = chosen(count < 2, np.inf, radius)
    return np.maximum(mean - radius, 0.0), mean + radius


@kernel
def divergence(
    confidence: Level, _item: Number, count: Number, total: Number, _spread: Number, _clock: Number
) -> tuple[Number, Number]:
    """Both ends of {q : count kl(mean, q) <= level}."""
    return both_ends(np.minimum(total / count, 1.0), confidence.level / count)


@kernel
def weigh(_confidence: Level, seen: Seen, kept: Kept, lane: Number, item: Number) -> None:
    """The average weight of an item, and 1 / sqrt(count)."""
    count = seen.counts[lane, item]
    kept.means[lane, item] = seen.sums[lane, item] / count
    kept.widths[lane, item] = 1.0 / np.sqrt(count)


@kernel
def grow(confidence: Level, seen: Seen, kept: Kept, lane: int) -> None:
    """Mean +- sqrt(level ln clock) / sqrt(count) of all items, the lower end cut at 0; 0 and infinity if unseen."""
    root = np.sqrt(confidence.level * logarithm(float(max(seen.clock[lane], 1))))
    means, widths, upper = kept.means[lane], kept.widths[lane], kept.upper[lane]
    for item in range(len(means)):
        upper[item] = means[item] + root * widths[item]
    if kept.lower.shape[0] > 0:
        lower = kept.lower[lane]
        for item in range(len(means)):
            lower[item] = max(means[item] - root * widths[item], 0.0) if means[item] < np.inf else 0.0
    if len(kept.source) > 0:
        cautious = kept.cautious[lane]
        for item in range(len(means)):
            if kept.source[item] == LOWER:
                cautious[item] = kept.lower[lane, item]
            elif kept.source[item] == UPPER:
                cautious[item] = upper[item]


@grow.twin
def grow_in_numpy(confidence: Level, seen: Seen, kept: Kept, lane: slice) -> None:
    """Those of many lanes."""
    clock = np.maximum(seen.clock[lane], 1).astype(np.float64)
    root = np.sqrt(confidence.level * logarithm(clock))[:, None]
    means, upper = kept.means[lane], kept.upper[lane]
    np.multiply(root, kept.widths[lane], out=upper)
    if len(kept.lower):
        lower = np.where(means < np.inf, np.maximum(means - upper, 0.0), 0.0)
        kept.lower[lane] = lower
    upper += means
    if len(kept.source):
        chosen = np.where(kept.source == UPPER, upper, lower)
        kept.cautious[lane] = np.where(kept.source >= KNOWN, kept.cautious[lane], chosen)
