"""What each confidence makes of counts, sums and spreads, of one item or of many at once."""

from typing import NamedTuple

import numpy as np

from matroidlab.bandits.kernels.bounds import KNOWN, LOWER, UPPER, Kept
from matroidlab.bandits.kernels.divergence import both_ends
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, logarithm
from matroidlab.kernels.slots import Number
from matroidlab.kernels.tally import Seen


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
