"""Bounds by the Kullback-Leibler divergence of coins, found by Newton steps from the safe side."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, exponential, is_any, logarithm
from matroidlab.kernels.slots import Number
from matroidlab.types import Weights

MOST_STEPS = 64
"""A limit on Newton's steps, which is never reached: four steps are many."""

NEAR = 4e-4
"""From a divergence within this relative error, the last step leaves 2e-8 of the interval."""


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
    low, high = left_beyond(mean, 1.0 - mean, level)
    # The true interval lies within Pinsker's, so the cut removes only what the last step overshot.
    radius = np.sqrt(0.5 * level)
    upper = np.minimum(np.maximum(1.0 - high, mean), mean + radius)
    return np.maximum(low, mean - radius), upper


@kernel
def left_beyond(mean: Number, other: Number, level: Number) -> tuple[Number, Number]:
    """The lower end q, and 1 - q of the upper end, which keeps digits that q would round off."""
    if mean <= 0.0:
        return 0.0, exponential(-level)
    if other <= 0.0:
        return exponential(-level), 0.0
    surprise = mean * logarithm(mean) + other * logarithm(other)
    # kl(p, q) = kl(1 - p, 1 - q): the lower end is the upper end of the coin with sides exchanged.
    low = first_guess(other, mean, surprise, level)
    high = first_guess(mean, other, surprise, level)
    low_is_far = True
    high_is_far = True
    # Both ends in one loop: their steps are independent, so the processor overlaps them.
    for _ in range(MOST_STEPS):
        if low_is_far:
            low, low_is_far = step(low, other, mean, surprise, level)
        if high_is_far:
            high, high_is_far = step(high, mean, other, surprise, level)
        if not low_is_far and not high_is_far:
            break
    return low, high


@left_beyond.twin
def left_beyond_in_numpy(mean: Weights, other: Weights, level: Weights) -> tuple[Weights, Weights]:
    """`left_beyond` of many items at once."""
    # One row of all lower ends and then all upper ends; those that have arrived leave it.
    inner = (mean > 0.0) & (other > 0.0)
    means = np.concatenate([other[inner], mean[inner]])
    others = np.concatenate([mean[inner], other[inner]])
    terms = (means * logarithm(means)).reshape(2, -1)
    surprise = np.tile(terms[1] + terms[0], 2)
    levels = np.tile(level[inner], 2)
    # Divided by a tiny probability, an exponent may overflow to minus infinity, which gives 0.
    with np.errstate(over="ignore"):
        rest = first_guess(means, others, surprise, levels)
    now = rest
    at = np.arange(len(rest))
    for _ in range(MOST_STEPS):
        now, is_far = step(now, means, others, surprise, levels)
        rest[at] = now
        if not is_far.any():
            break
        at = at[is_far]
        now = now[is_far]
        means = means[is_far]
        others = others[is_far]
        surprise = surprise[is_far]
        levels = levels[is_far]
    low = np.zeros(len(mean))
    high = np.zeros(len(mean))
    if not inner.all():
        left = exponential(-level)
        low = np.where(other <= 0.0, left, low)
        high = np.where(mean <= 0.0, left, high)
    low[inner], high[inner] = rest.reshape(2, -1)
    return low, high


class Mixture(NamedTuple):
    """The level is ``price + (1/2) ln count``; items added later have prices of their own."""

    price: float
    """ln(1 / share) + ln 2 of each of the first items."""
    items: int
    """How many first items there are; -1 if all items are."""
    later: float
    """The price of the first item that was added later; that of the j-th is 2 ln j more."""


@kernel
def mixture(
    confidence: Mixture,
    item: Number,
    count: Number,
    total: Number,
    _spread: Number,
    _clock: Number,
) -> tuple[Number, Number]:
    """Both ends of {q : count kl(mean, q) <= price + (1/2) ln count}."""
    price = confidence.price
    is_late = (confidence.items >= 0) & (item >= confidence.items)
    if is_any(is_late):
        number = chosen(is_late, item - confidence.items + 1, 1)
        price = chosen(is_late, confidence.later + 2.0 * logarithm(np.float64(number)), price)
    mean = np.minimum(total / count, 1.0)
    level = (price + 0.5 * logarithm(np.float64(count))) / count
    return both_ends(mean, level)
