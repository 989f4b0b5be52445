"""Bounds of each item: how they are kept, and the intervals that need only square roots."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits.kernels.divergence import both_ends
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, logarithm
from matroidlab.kernels.game_slots import Number, Own, interval, renew, widen
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

LOWER, UPPER, KNOWN, FIXED = range(4)
"""The source of an item's cautious weight: its lower bound, its upper bound, or a known mean.

The bounds of a `FIXED` item are its cautious weight too and are never renewed. From `KNOWN` on,
cautious weights do not follow from bounds.
"""


class Kept(NamedTuple):
    """The arrays that follow from observations, ``(lanes, size)``."""

    lower: Weights
    upper: Weights
    cautious: Weights
    """The weights that the trusted basis is found by; empty without a baseline."""
    source: NDArray[np.int8]
    """``[e]``: `LOWER`, `UPPER`, `KNOWN` or `FIXED`; empty without a baseline."""
    means: Weights
    """The average weights, infinite for unseen items; empty unless bounds grow with the clock."""
    widths: Weights
    """1 / sqrt(count); empty unless bounds grow with the clock."""


@kernel
def renew_all(confidence: Own, seen: Seen, kept: Kept, places: Elements) -> None:
    """Renew the bounds at some places of the flattened arrays; unseen items keep theirs."""
    size = seen.counts.shape[1]
    for k in range(len(places)):
        lane = places[k] // size
        item = places[k] - lane * size
        if seen.counts[lane, item] > 0:
            renew(confidence, seen, kept, lane, item)


@renew_all.twin
def renew_all_in_numpy(confidence: Own, seen: Seen, kept: Kept, places: Elements) -> None:
    """`renew_all` of all places at once."""
    # Called from a twin, `renew` is the twin of the linked kernel, which takes arrays of items.
    seen_at = places[seen.counts.take(places) > 0]
    renew(confidence, seen, kept, *np.divmod(seen_at, seen.counts.shape[1]))


@kernel
def widen_all(confidence: Own, seen: Seen, kept: Kept) -> None:
    """Widen the bounds of all lanes according to their clocks."""
    for lane in range(len(seen.clock)):
        widen(confidence, seen, kept, lane)


@widen_all.twin
def widen_all_in_numpy(confidence: Own, seen: Seen, kept: Kept) -> None:
    """`widen_all` of all lanes at once."""
    widen(confidence, seen, kept, slice(None))


@kernel
def bound(confidence: Own, seen: Seen, kept: Kept, lane: int, item: int) -> None:
    """Renew the bounds of an item, and its cautious weight."""
    if len(kept.source) > 0 and kept.source[item] == FIXED:
        return
    count = seen.counts[lane, item]
    total = seen.sums[lane, item]
    spread = seen.spreads[lane, item]
    lower, upper = interval(confidence, item, count, total, spread, seen.clock[lane])
    kept.lower[lane, item] = lower
    kept.upper[lane, item] = upper
    if len(kept.source) > 0 and kept.source[item] < KNOWN:
        kept.cautious[lane, item] = lower if kept.source[item] == LOWER else upper


@bound.twin
def bound_in_numpy(confidence: Own, seen: Seen, kept: Kept, lane: Elements, item: Elements) -> None:
    """`bound` of many items at once."""
    places = lane * seen.counts.shape[1] + item
    counts = seen.counts.take(places)
    sums = seen.sums.take(places)
    spreads = seen.spreads.take(places)
    ends = interval(confidence, item, counts, sums, spreads, seen.clock.take(lane))
    keep_bounds(kept, places, item, *ends)


def keep_bounds(
    kept: Kept, places: Elements, items: Elements, lower: Weights, upper: Weights
) -> None:
    """Write the bounds of items at places of the flattened arrays, and their cautious weights."""
    if len(kept.source):
        source = kept.source.take(items)
        kinds = source.tobytes()  # a search in bytes is faster than a comparison of the array
        if FIXED in kinds:
            free = source != FIXED
            places = places[free]
            source = source[free]
            lower = lower[free]
            upper = upper[free]
        weights = np.where(source == UPPER, upper, lower) if UPPER in kinds else lower
        unknown = source < KNOWN
        kept.cautious.reshape(-1)[places[unknown]] = weights[unknown]
    kept.lower.reshape(-1)[places] = lower
    kept.upper.reshape(-1)[places] = upper


class WidthLevel(NamedTuple):
    """The number that the width of an interval grows with."""

    level: float


@kernel
def hoeffding(
    confidence: WidthLevel,
    _item: Number,
    count: Number,
    total: Number,
    _spread: Number,
    _clock: Number,
) -> tuple[Number, Number]:
    """Mean +- sqrt(level / count), the lower end cut at 0."""
    mean = total / count
    radius = np.sqrt(confidence.level / count)
    return np.maximum(mean - radius, 0.0), mean + radius


@kernel
def bernstein(
    confidence: WidthLevel,
    _item: Number,
    count: Number,
    total: Number,
    spread: Number,
    _clock: Number,
) -> tuple[Number, Number]:
    """Mean +- sqrt(2 V level / s) + 7 level / (3 (s - 1)), V the sample variance.

    0 and infinity at s = 1.
    """
    mean = total / count
    # Not 0 at a single observation, because numpy computes the radius before it is replaced.
    fewer = np.maximum(count - 1, 1)
    # The sum of w less that of w (1 - w) is that of w^2. Rounding can make the difference
    # slightly negative.
    variance = np.maximum((total - spread) - count * (mean * mean), 0.0) / fewer
    bias = 7.0 * confidence.level / (3.0 * fewer)
    radius = np.sqrt(2.0 * variance * confidence.level / count) + bias
    radius = chosen(count < 2, np.inf, radius)
    return np.maximum(mean - radius, 0.0), mean + radius


@kernel
def divergence(
    confidence: WidthLevel,
    _item: Number,
    count: Number,
    total: Number,
    _spread: Number,
    _clock: Number,
) -> tuple[Number, Number]:
    """Both ends of {q : count kl(mean, q) <= level}."""
    return both_ends(np.minimum(total / count, 1.0), confidence.level / count)


@kernel
def weigh(_confidence: WidthLevel, seen: Seen, kept: Kept, lane: Number, item: Number) -> None:
    """Renew the average weight of an item, and 1 / sqrt(count)."""
    count = seen.counts[lane, item]
    kept.means[lane, item] = seen.sums[lane, item] / count
    kept.widths[lane, item] = 1.0 / np.sqrt(count)


@kernel
def grow(confidence: WidthLevel, seen: Seen, kept: Kept, lane: int) -> None:
    """Mean +- sqrt(level ln clock) / sqrt(count) of all items, the lower end cut at 0.

    0 and infinity for unseen items; `FIXED` items keep their bounds.
    """
    root = np.sqrt(confidence.level * logarithm(float(max(seen.clock[lane], 1))))
    # One loop for each array: taking the maximum below outside its condition makes OMM 10 % slower.
    grow_upper(kept, lane, root)
    if kept.lower.shape[0] > 0:
        grow_lower(kept, lane, root)
    if len(kept.source) > 0:
        cautious = kept.cautious[lane]
        for item in range(len(cautious)):
            if kept.source[item] == LOWER:
                cautious[item] = kept.lower[lane, item]
            elif kept.source[item] == UPPER:
                cautious[item] = kept.upper[lane, item]


@kernel
def grow_upper(kept: Kept, lane: int, root: float) -> None:
    """Widen the upper bounds of a lane, except those of `FIXED` items."""
    means = kept.means[lane]
    widths = kept.widths[lane]
    upper = kept.upper[lane]
    # An unseen item has an infinite mean and a finite width, so its upper bound needs no test.
    if len(kept.source) == 0:  # a loop without a condition, for policies without a baseline
        for item in range(len(means)):
            upper[item] = means[item] + root * widths[item]
    else:
        for item in range(len(means)):
            if kept.source[item] != FIXED:
                upper[item] = means[item] + root * widths[item]


@kernel
def grow_lower(kept: Kept, lane: int, root: float) -> None:
    """Widen the lower bounds of a lane, except those of `FIXED` items."""
    means = kept.means[lane]
    widths = kept.widths[lane]
    lower = kept.lower[lane]
    for item in range(len(means)):
        if len(kept.source) == 0 or kept.source[item] != FIXED:
            is_seen = means[item] < np.inf
            lower[item] = max(means[item] - root * widths[item], 0.0) if is_seen else 0.0


@grow.twin
def grow_in_numpy(confidence: WidthLevel, seen: Seen, kept: Kept, lane: slice) -> None:
    """`grow` of many lanes at once."""
    clock = np.maximum(seen.clock[lane], 1).astype(np.float64)
    root = np.sqrt(confidence.level * logarithm(clock))[:, None]
    means = kept.means[lane]
    upper = kept.upper[lane]
    is_fixed = np.flatnonzero(kept.source == FIXED)
    fixed_upper = upper[:, is_fixed]
    fixed_lower = kept.lower[lane][:, is_fixed] if len(kept.lower) else fixed_upper
    np.multiply(root, kept.widths[lane], out=upper)  # the radius, until the means are added
    if len(kept.lower):
        lower = np.where(means < np.inf, np.maximum(means - upper, 0.0), 0.0)
        lower[:, is_fixed] = fixed_lower
        kept.lower[lane] = lower
    upper += means
    upper[:, is_fixed] = fixed_upper
    if len(kept.source):
        weights = np.where(kept.source == UPPER, upper, lower)
        kept.cautious[lane] = np.where(kept.source >= KNOWN, kept.cautious[lane], weights)
