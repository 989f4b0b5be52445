"""Intervals by the divergence of two coins, kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q))."""

from math import ldexp
from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.logarithms import LN2_HIGH, LN2_LOW, logarithm
from matroidlab.kernels.parts import Number
from matroidlab.types import Booleans, Elements, Weights

MOST_STEPS = 64
"""Newton's steps that are ever taken; four are many."""
NEAR = 4e-4
"""From a divergence that is right up to this, relatively, the last step leaves an error of 2e-8 of the interval."""
INVERSE_LN2 = 1.44269504088896338700
P1, P2, P3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05
P4, P5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08
SMALLEST_EXPONENT = -745.0
"""The exponential of anything smaller is 0."""


@kernel
def exponential(x: Number) -> Number:
    """The exponential of a number of at most 0, by the operations of fdlibm, which both ways do alike."""
    if x < SMALLEST_EXPONENT:
        return 0.0
    k = np.floor(x * INVERSE_LN2 + 0.5)
    high, low = x - k * LN2_HIGH, k * LN2_LOW
    r = high - low
    t = r * r
    c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))))
    return ldexp(1.0 - ((low - (r * c) / (2.0 - c)) - high), int(k))


@exponential.twin
def exponential_in_numpy(x: Weights) -> Weights:
    """The same operations in the same order."""
    inside = np.maximum(x, SMALLEST_EXPONENT)
    k = np.floor(inside * INVERSE_LN2 + 0.5)
    high, low = inside - k * LN2_HIGH, k * LN2_LOW
    r = high - low
    t = r * r
    c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))))
    return np.where(x < SMALLEST_EXPONENT, 0.0, np.ldexp(1.0 - ((low - (r * c) / (2.0 - c)) - high), k.astype(np.intc)))


@kernel
def first_guess(mean: Number, other: Number, surprise: Number, level: Number) -> Number:
    """About how much is left beyond the upper end, right within a tenth of the interval's length.

    A high level leaves next to nothing: there -other ln(rest) alone is what counts. Else the interval is that of a
    normal variable, with terms of the next order which are right for a fair coin and for a rare event.
    """
    if 2.0 * level > other:
        return exponential((surprise - level) / other)
    variance = mean * other
    spread = np.sqrt(level * (2.0 * variance + (1.0 - 22.0 * variance) / 9.0 * level))
    return other - ((other - mean) * level * 2.0 / 3.0 + spread)


@first_guess.twin
def first_guess_in_numpy(mean: Weights, other: Weights, surprise: Weights, level: Weights) -> Weights:
    """Those of many."""
    with np.errstate(over="ignore", invalid="ignore"):
        variance = mean * other
        spread = np.sqrt(level * (2.0 * variance + (1.0 - 22.0 * variance) / 9.0 * level))
        central = other - ((other - mean) * level * 2.0 / 3.0 + spread)
        return np.where(2.0 * level > other, exponential((surprise - level) / other), central)


@kernel
def step(rest: Number, mean: Number, other: Number, surprise: Number, level: Number) -> tuple[Number, bool]:
    """What is left beyond an upper end that is closer to the true one, and whether that is close enough.

    The root of kl is nearly linear in q, so that Newton's steps for sqrt(kl) = sqrt(level) come near in one or two. The
    last step is Newton's for kl itself, which is convex: wherever it starts, it ends beyond, that is, on the safe side.
    """
    q = 1.0 - rest
    if q <= mean or rest <= 0.0:
        return min(max(rest, 0.0), other), True
    found, per_slope = surprise - mean * logarithm(q) - other * logarithm(rest), q * rest / (q - mean)
    if abs(found - level) <= NEAR * level or found <= 0.0:
        return min(max(rest + (found - level) * per_slope, 0.0), other), True
    closer = rest + 2.0 * (found - np.sqrt(found * level)) * per_slope
    closer = 0.125 * rest if closer <= 0.0 else closer
    return (0.5 * (rest + other) if 1.0 - closer <= mean else closer), False


@step.twin
def step_in_numpy(
    rest: Weights, mean: Weights, other: Weights, surprise: Weights, level: Weights
) -> tuple[Weights, Booleans]:
    """Those of many."""
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        q = 1.0 - rest
        is_over = (q <= mean) | (rest <= 0.0)
        found, per_slope = surprise - mean * logarithm(q) - other * logarithm(rest), q * rest / (q - mean)
        is_near = (np.abs(found - level) <= NEAR * level) | (found <= 0.0)
        closer = rest + 2.0 * (found - np.sqrt(found * level)) * per_slope
        closer = np.where(closer <= 0.0, 0.125 * rest, closer)
        closer = np.where(1.0 - closer <= mean, 0.5 * (rest + other), closer)
        last = np.where(is_over, rest, rest + (found - level) * per_slope)
    is_last = is_over | is_near
    return np.where(is_last, np.minimum(np.maximum(last, 0.0), other), closer), is_last


@kernel
def both_ends(mean: Number, level: Number) -> tuple[Number, Number]:
    """The ends of {q : kl(mean, q) <= level}, within those of Pinsker's inequality: mean +- sqrt(level / 2)."""
    other = 1.0 - mean
    if mean <= 0.0:
        low, high = 0.0, exponential(-level)
    elif other <= 0.0:
        low, high = exponential(-level), 0.0
    else:
        low, high = left_beyond(mean, other, level)
    radius = np.sqrt(0.5 * level)
    return max(low, mean - radius), min(max(1.0 - high, mean), mean + radius)


@kernel
def left_beyond(mean: Number, other: Number, level: Number) -> tuple[Number, Number]:
    """What is left beyond both ends: the lower one itself, and 1 - q of the upper one, which q may round off.

    They are looked for side by side: a processor does both at once.
    """
    surprise = mean * logarithm(mean) + other * logarithm(other)
    low, high = first_guess(other, mean, surprise, level), first_guess(mean, other, surprise, level)
    low_is_last = high_is_last = False
    for _ in range(MOST_STEPS):
        if not low_is_last:
            low, low_is_last = step(low, other, mean, surprise, level)
        if not high_is_last:
            high, high_is_last = step(high, mean, other, surprise, level)
        if low_is_last and high_is_last:
            break
    return low, high


@both_ends.twin
def both_ends_in_numpy(mean: Weights, level: Weights) -> tuple[Weights, Weights]:
    """Those of many."""
    other, left = 1.0 - mean, exponential(-level)
    low, high = np.where(mean <= 0.0, 0.0, left), np.where(other <= 0.0, 0.0, left)
    at = np.flatnonzero((mean > 0.0) & (other > 0.0))
    p, o, levels = mean[at], other[at], level[at]
    surprise = p * logarithm(p) + o * logarithm(o)
    low[at], high[at] = _left(o, p, surprise, levels), _left(p, o, surprise, levels)
    radius = np.sqrt(0.5 * level)
    return np.maximum(low, mean - radius), np.minimum(np.maximum(1.0 - high, mean), mean + radius)


def _left(mean: Weights, other: Weights, surprise: Weights, level: Weights) -> Weights:
    """What is left beyond the upper ends, in steps until none moves any more."""
    rest: Weights = first_guess.numpy(mean, other, surprise, level)
    at = np.arange(len(rest))
    for _ in range(MOST_STEPS):
        rest[at], is_last = step.numpy(rest[at], mean[at], other[at], surprise[at], level[at])
        at = at[~is_last]
        if not len(at):
            break
    return rest


class Divergence(NamedTuple):
    """The level of kl is ``level / count``, for counts up to a horizon."""

    level: float


@kernel
def divergence(
    confidence: Divergence, _item: int, count: int, total: float, _spread: float, _clock: int
) -> tuple[float, float]:
    """Both ends of {q : count kl(mean, q) <= level}."""
    mean, level = min(total / count, 1.0), confidence.level / count
    return both_ends(mean, level)


@divergence.twin
def divergence_in_numpy(
    confidence: Divergence, _item: Elements, count: Elements, total: Weights, _spread: Weights, _clock: Elements
) -> tuple[Weights, Weights]:
    """Those of many items."""
    mean, level = np.minimum(total / count, 1.0), confidence.level / count
    return both_ends(mean, level)


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
    confidence: Mixture, item: int, count: int, total: float, _spread: float, _clock: int
) -> tuple[float, float]:
    """Both ends of {q : count kl(mean, q) <= price + (1/2) ln count}."""
    price = confidence.price
    if 0 <= confidence.items <= item:
        price = confidence.later + 2.0 * logarithm(float(item - confidence.items + 1))
    mean, level = min(total / count, 1.0), (price + 0.5 * logarithm(float(count))) / count
    return both_ends(mean, level)


@mixture.twin
def mixture_in_numpy(
    confidence: Mixture, item: Elements, count: Elements, total: Weights, _spread: Weights, _clock: Elements
) -> tuple[Weights, Weights]:
    """Those of many items."""
    late = (confidence.items >= 0) & (item >= confidence.items)
    number = np.where(late, item - confidence.items + 1, 1).astype(np.float64)
    price = np.where(late, confidence.later + 2.0 * logarithm(number), confidence.price)
    mean, level = np.minimum(total / count, 1.0), (price + 0.5 * logarithm(count.astype(np.float64))) / count
    return both_ends(mean, level)
