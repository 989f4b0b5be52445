"""Bounds by the Kullback-Leibler divergence of coins, found by Newton steps from the safe side."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, exponential, is_any, logarithm
from matroidlab.kernels.slots import Number
from matroidlab.types import Weights

MOST_STEPS = 64
"""Newton's steps that are ever taken; four are many."""

NEAR = 4e-4
"""From a divergence that is right up to this, relatively, the last step leaves an error of 2e-8 of the interval."""


@kernel
def first_guess(mean: Number, other: Number, surprise: Number, level: Number) -> Number:
    """About how much is left beyond the upper end, right within a tenth of the interval's length.

    A high level leaves next to nothing: there -other ln(rest) alone is what counts. Else the interval is that of a
    normal variable, with terms of the next order which are right for a fair coin and for a rare event.
    """
    is_high, variance = 2.0 * level > other, mean * other
    square = level * (2.0 * variance + (1.0 - 22.0 * variance) / 9.0 * level)  # below 0 at high levels only
    guess = other - ((other - mean) * level * 2.0 / 3.0 + np.sqrt(np.maximum(square, 0.0)))
    return chosen(is_high, exponential((surprise - level) / other), guess) if is_any(is_high) else guess


@kernel
def step(rest: Number, mean: Number, other: Number, surprise: Number, level: Number) -> tuple[Number, Number]:
    """What is left beyond an upper end that is closer to the true one, and whether that is still far from it.

    The root of kl is nearly linear in q, so that Newton's steps for sqrt(kl) = sqrt(level) come near in one or two. The
    last step is Newton's for kl itself, which is convex: wherever it starts, it ends beyond, that is, on the safe side.
    """
    q = 1.0 - rest
    ahead, is_over = q - mean, (q <= mean) | (rest <= 0.0)
    if is_any(is_over):  # there, whatever logarithms say, the step has no length
        ahead = chosen(is_over, np.inf, ahead)
    found, per_slope = surprise - mean * logarithm(q) - other * logarithm(rest), q * rest / ahead
    last = np.minimum(np.maximum(rest + (found - level) * per_slope, 0.0), other)
    is_far = (np.abs(found - level) > NEAR * level) & (found > 0.0) & np.logical_not(is_over)
    if not is_any(is_far):
        return last, is_far
    closer = rest + 2.0 * (found - np.sqrt(chosen(is_far, found, 0.0) * level)) * per_slope
    closer = chosen(closer <= 0.0, 0.125 * rest, closer)
    closer = chosen(1.0 - closer <= mean, 0.5 * (rest + other), closer)
    return chosen(is_far, closer, last), is_far


@kernel
def both_ends(mean: Number, level: Number) -> tuple[Number, Number]:
    """The ends of {q : kl(mean, q) <= level}, within those of Pinsker's inequality: mean +- sqrt(level / 2)."""
    low, high = left_beyond(mean, 1.0 - mean, level)
    radius = np.sqrt(0.5 * level)
    return np.maximum(low, mean - radius), np.minimum(np.maximum(1.0 - high, mean), mean + radius)


@kernel
def left_beyond(mean: Number, other: Number, level: Number) -> tuple[Number, Number]:
    """What is left beyond both ends: the lower one itself, and 1 - q of the upper one, which q may round off.

    They are looked for side by side: a processor does both at once.
    """
    if mean <= 0.0:
        return 0.0, exponential(-level)
    if other <= 0.0:
        return exponential(-level), 0.0
    surprise = mean * logarithm(mean) + other * logarithm(other)
    low, high = first_guess(other, mean, surprise, level), first_guess(mean, other, surprise, level)
    low_is_far = high_is_far = True
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
    """Those of many: one row of all lower and all upper ends, in steps until none moves any more."""
    inner = (mean > 0.0) & (other > 0.0)
    means, others = np.concatenate([other[inner], mean[inner]]), np.concatenate([mean[inner], other[inner]])
    terms = (means * logarithm(means)).reshape(2, -1)
    told: tuple[Weights, ...] = means, others, np.tile(terms[1] + terms[0], 2), np.tile(level[inner], 2)
    with np.errstate(over="ignore"):
        rest = now = first_guess(*told)
    at = np.arange(len(rest))
    for _ in range(MOST_STEPS):
        now, is_far = step(now, *told)
        rest[at] = now
        if not is_far.any():
            break
        at, now, told = at[is_far], now[is_far], tuple(part[is_far] for part in told)
    low, high = np.zeros((2, len(mean)))
    if not inner.all():
        left = exponential(-level)
        low, high = np.where(other <= 0.0, left, low), np.where(mean <= 0.0, left, high)
    low[inner], high[inner] = rest.reshape(2, -1)
    return low, high


class Mixture(NamedTuple):
    """The level is ``price + (1/2) ln count``, with a price of its own for items that came later."""

    price: float
    """ln(1 / share) + ln 2 of each of the first items."""
    items: int
    """How many these are; of any number if -1."""
    later: float
    """The price of the first that came later; that of the j-th is 2 ln j more."""


@kernel
def mixture(
    confidence: Mixture, item: Number, count: Number, total: Number, _spread: Number, _clock: Number
) -> tuple[Number, Number]:
    """Both ends of {q : count kl(mean, q) <= price + (1/2) ln count}."""
    price, is_late = confidence.price, (confidence.items >= 0) & (item >= confidence.items)
    if is_any(is_late):
        number = chosen(is_late, item - confidence.items + 1, 1)
        price = chosen(is_late, confidence.later + 2.0 * logarithm(np.float64(number)), price)
    mean, level = np.minimum(total / count, 1.0), (price + 0.5 * logarithm(np.float64(count))) / count
    return both_ends(mean, level)
