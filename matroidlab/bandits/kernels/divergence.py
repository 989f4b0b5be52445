"""Bounds by the Kullback-Leibler divergence, for coins and for weights between 0 and 1.

The ends are found by Newton steps from the safe side. Of all weights in [0, 1] with given sums S of
w and S2 of w^2, the least informative are 0 and t = S2 / S, with a share p = S^2 / (s S2) of t: a
coin on the scale [0, t]. So the lower bound of such weights is t times that of this *coin in
disguise*, and the upper bound is 1 minus the lower bound of the weights 1 - w.
"""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, exponential, is_any, logarithm
from matroidlab.kernels.game_slots import Number
from matroidlab.types import Weights

MOST_STEPS = 64
"""A limit on Newton's steps, which is never reached: four steps are many."""

NEAR = 2e-4
"""From a divergence within this relative error, the last step leaves 5e-9 of the interval."""

PI = 3.141592653589793
HALF_LN_2 = 0.34657359027997264

ROUNDING = 2.0**-52
"""S - Q cancels, so it is increased by this share of s S: too large a variance is safe."""

SMALLEST = 5e-324
"""Divides 0, where there is nothing to divide."""

FEW = 1e-3
"""With fewer heads or tails than this, the mixture is not known to cost less at all."""


@kernel
def first_guess(mean: Number, other: Number, surprise: Number, level: Number) -> Number:
    """Guess 1 - q for the upper end q, within a tenth of the interval's length.

    At a high level 1 - q is nearly 0, and -other ln(1 - q) dominates the divergence. Otherwise the
    interval is that of a normal variable, with terms of the next order which are right for a fair
    coin and for a rare event.
    """
    is_high = 2.0 * level > other
    variance = mean * other
    # Negative at high levels only.
    square = level * (2.0 * variance + (1.0 - 22.0 * variance) / 9.0 * level)
    guess = other - ((other - mean) * level * 2.0 / 3.0 + np.sqrt(np.maximum(square, 0.0)))
    if is_any(is_high):
        return chosen(is_high, exponential((surprise - level) / other), guess)
    return guess


@kernel
def step(
    rest: Number, mean: Number, other: Number, surprise: Number, level: Number
) -> tuple[Number, Number]:
    """Return a better 1 - q, and whether it is still far from the true one.

    The root of kl is nearly linear in q, so that Newton's steps for sqrt(kl) = sqrt(level) come
    near in one or two. The last step is Newton's for kl itself, which is convex: wherever it
    starts, it ends beyond, that is, on the safe side.
    """
    q = 1.0 - rest
    ahead = q - mean
    is_over = (q <= mean) | (rest <= 0.0)
    if is_any(is_over):  # an infinite slope makes a step of length 0, whatever the logarithms are
        ahead = chosen(is_over, np.inf, ahead)
    found = surprise - mean * logarithm(q) - other * logarithm(rest)
    per_slope = q * rest / ahead
    last = np.minimum(np.maximum(rest + (found - level) * per_slope, 0.0), other)
    # Where rounding leaves no positive divergence, its root has no slope: the last step is taken.
    is_far = (np.abs(found - level) > NEAR * level) & (found > 0.0) & np.logical_not(is_over)
    if not is_any(is_far):
        return last, is_far
    closer = rest + 2.0 * (found - np.sqrt(chosen(is_far, found, 0.0) * level)) * per_slope
    # A step that leaves the interval is cut.
    closer = chosen(closer <= 0.0, 0.125 * rest, closer)
    closer = chosen(1.0 - closer <= mean, 0.5 * (rest + other), closer)
    return chosen(is_far, closer, last), is_far


@kernel
def both_ends(mean: Number, level: Number) -> tuple[Number, Number]:
    """The ends of {q : kl(mean, q) <= level}, cut at those of Pinsker's inequality."""
    other = 1.0 - mean
    # kl(p, q) = kl(1 - p, 1 - q): the upper end is 1 minus the lower end of the coin with sides
    # exchanged.
    low, high = lower_ends(mean, other, level, other, mean, level)
    return low, np.maximum(1.0 - high, mean)


@kernel
def lower_ends(
    one: Number,
    one_other: Number,
    one_level: Number,
    two: Number,
    two_other: Number,
    two_level: Number,
) -> tuple[Number, Number]:
    """The smallest q with kl(mean, q) <= level for each of two coins.

    Of each coin, the mean, 1 - mean and the level are given. The ends are cut at those of
    Pinsker's inequality.
    """
    low, low_surprise = start(one, one_other, one_level)
    high, high_surprise = start(two, two_other, two_level)
    low_is_far = one > 0.0 and one_other > 0.0
    high_is_far = two > 0.0 and two_other > 0.0
    # Both coins in one loop: their steps are independent, so the processor overlaps them.
    for _ in range(MOST_STEPS):
        if low_is_far:
            low, low_is_far = step(low, one_other, one, low_surprise, one_level)
        if high_is_far:
            high, high_is_far = step(high, two_other, two, high_surprise, two_level)
        if not low_is_far and not high_is_far:
            break
    # The true interval lies within Pinsker's, so the cut removes only what the last step overshot.
    low = np.maximum(low, one - np.sqrt(0.5 * one_level))
    return low, np.maximum(high, two - np.sqrt(0.5 * two_level))


@kernel
def start(mean: Number, other: Number, level: Number) -> tuple[Number, Number]:
    """Return a first guess at the lower end, or the end itself of a coin with one side."""
    if mean <= 0.0:
        return 0.0, 0.0
    if other <= 0.0:
        return exponential(-level), 0.0
    surprise = mean * logarithm(mean) + other * logarithm(other)
    return first_guess(other, mean, surprise, level), surprise


@lower_ends.twin
def lower_ends_in_numpy(
    one: Weights,
    one_other: Weights,
    one_level: Weights,
    two: Weights,
    two_other: Weights,
    two_level: Weights,
) -> tuple[Weights, Weights]:
    """`lower_ends` of many items at once."""
    # One row of all first coins and then all second ones; those that have arrived leave it.
    mean = np.concatenate([one, two])
    other = np.concatenate([one_other, two_other])
    level = np.concatenate([one_level, two_level])
    found = np.zeros(len(mean))
    at = np.flatnonzero((mean > 0.0) & (other > 0.0))
    if len(at) < len(mean):
        is_certain = (mean > 0.0) & (other <= 0.0)
        found[is_certain] = exponential(-level[is_certain])
    heads = mean[at]
    tails = other[at]
    levels = level[at]
    surprise = heads * logarithm(heads) + tails * logarithm(tails)
    # Divided by a tiny probability, an exponent may overflow to minus infinity, which gives 0.
    with np.errstate(over="ignore"):
        now = first_guess(tails, heads, surprise, levels)
    for _ in range(MOST_STEPS):
        now, is_far = step(now, tails, heads, surprise, levels)
        found[at] = now
        if not is_far.any():
            break
        at = at[is_far]
        now = now[is_far]
        heads = heads[is_far]
        tails = tails[is_far]
        surprise = surprise[is_far]
        levels = levels[is_far]
    found = np.maximum(found, mean - np.sqrt(0.5 * level))
    return found[: len(one)], found[len(one) :]


class Mixture(NamedTuple):
    """The price of a share of delta, ln(1 + 1/share); items added later have their own."""

    prices: Weights
    """``[e]``: of each of the first items; the last is that of all further ones."""
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
    price = confidence.prices[np.minimum(item, len(confidence.prices) - 1)]
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
