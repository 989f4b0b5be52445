"""Bounds that hold at all times and feel the variance of weights: the coin in disguise.

Of all weights in [0, 1] with given sums S of w and S2 of w^2, the least informative are 0 and
t = S2 / S, with a share p = S^2 / (s S2) of t: a coin on the scale [0, t]. The lower bound is t
times that of the coin. The upper bound is 1 minus the lower bound of the weights 1 - w.
"""

from typing import NamedTuple

import numpy as np

from matroidlab.bandits.kernels.divergence import lower_ends
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, is_any, logarithm
from matroidlab.kernels.slots import Number

PI = 3.141592653589793
HALF_LN_2 = 0.34657359027997264

ROUNDING = 2.0**-52
"""S - Q cancels, so it is increased by this share of s S: too large a variance is safe."""

SMALLEST = 5e-324
"""Divides 0, where there is nothing to divide."""

FEW = 1e-3
"""With fewer heads or tails than this, the mixture is not known to cost less at all."""


class Mixture(NamedTuple):
    """The price of a share of delta, ln(1 + 1/share); items added later have their own."""

    price: float
    """Of each of the first items."""
    items: int
    """How many first items there are; -1 if all items are."""
    later: float
    """1/share of the first item that was added later; that of the j-th is j^2 times as much."""


@kernel
def disguised(
    count: Number, total: Number, rest: Number, spread: Number, price: Number, length: Number
) -> tuple[Number, Number, Number, Number]:
    """The scale t of the coin in disguise, its share of heads, its share of tails, and the level.

    ``rest`` is count - total. ``price`` + ``length`` is the level of the whole sample at most,
    where ``length`` = (1/2) ln(1 + pi count).
    """
    square = total * (total / count)
    # The sum of the squares, never less than it is. Coins have no spread and need no guard.
    guarded = np.maximum(total - spread, square) + count * ROUNDING * total
    squares = chosen(spread <= 0.0, total, np.minimum(guarded, total))
    positive = np.maximum(squares, SMALLEST)
    scale = squares / np.maximum(total, SMALLEST)
    heads = square / positive
    # Without 1 - heads, which would cancel; for coins the same without S - S^2/s.
    tails = chosen(spread <= 0.0, rest / count, (squares - square) / positive)
    # The mixture costs less than at the edge if heads and tails have both been seen.
    a = total * tails / np.maximum(rest / count, ROUNDING)
    b = count * tails
    saved = HALF_LN_2 - 1.0 / (24.0 * np.maximum(a, FEW)) - 1.0 / (24.0 * np.maximum(b, FEW))
    price = price - np.maximum(saved, 0.0)
    level = (price + length) / count
    if is_any(scale < 1.0):
        # A narrow coin pays for a shorter sample: r bounds the tails from above.
        ahead = np.minimum(level + np.sqrt(level * (level + 2.0 * tails)), np.sqrt(0.5 * level))
        r = np.minimum(tails + ahead, 1.0)
        shorter = count * (r / ((1.0 - scale) + scale * r))
        level = (price + 0.5 * logarithm(1.0 + PI * shorter)) / count
    return scale, heads, tails, level


@kernel
def mixture(
    confidence: Mixture,
    item: Number,
    count: Number,
    total: Number,
    spread: Number,
    _clock: Number,
) -> tuple[Number, Number]:
    """Both ends of the interval that the coin in disguise gives."""
    price = confidence.price
    is_late = (confidence.items >= 0) & (item >= confidence.items)
    if is_any(is_late):
        number = 1.0 * chosen(is_late, item - confidence.items + 1, 1)
        price = chosen(is_late, logarithm(1.0 + confidence.later * (number * number)), price)
    rest = np.maximum(count - total, 0.0)
    length = 0.5 * logarithm(1.0 + PI * count)
    low_scale, heads, tails, level = disguised(count, total, rest, spread, price, length)
    high_scale, misses, others, high_level = disguised(count, rest, total, spread, price, length)
    low, high = lower_ends(heads, tails, level, misses, others, high_level)
    mean = np.minimum(total / count, 1.0)
    return np.minimum(low_scale * low, mean), np.maximum(1.0 - high_scale * high, mean)
