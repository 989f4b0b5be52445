"""Intervals by the divergence of two coins, kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q))."""

from math import ldexp
from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.logarithms import LN2_HIGH, LN2_LOW, logarithm
from matroidlab.kernels.parts import Number
from matroidlab.types import Elements, Weights

MOST_STEPS = 64
"""Newton's steps that are ever taken; ten are many."""
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
def farthest(mean: Number, level: Number) -> Number:
    """The largest q with kl(mean, q) <= level.

    In terms of rest = 1 - q, which may be far smaller than q's precision: the divergence is convex, so that Newton's
    steps from beyond come to the root and never pass it. They start at the nearer of two points beyond: where
    -(1 - mean) ln(rest) alone, less the entropy, reaches the level, and where Pinsker's inequality ends.
    """
    if mean >= 1.0:
        return 1.0
    other = 1.0 - mean
    surprise = mean * logarithm(mean) if mean > 0.0 else 0.0
    surprise += other * logarithm(other)
    rest = max(exponential((surprise - level) / other), other - np.sqrt(0.5 * level))
    for _ in range(MOST_STEPS):
        q = 1.0 - rest
        if q <= mean or rest <= 0.0:
            break
        excess = surprise - other * logarithm(rest) - level
        if mean > 0.0:
            excess -= mean * logarithm(q)
        step = excess * q * rest / (q - mean)
        if not step > 0.0 or rest + step == rest:
            break
        rest += step
    return min(max(1.0 - rest, mean), 1.0)


@farthest.twin
def farthest_in_numpy(mean: Weights, level: Weights) -> Weights:
    """All at once, until none moves any more."""
    with np.errstate(divide="ignore", invalid="ignore"):
        other = 1.0 - mean
        surprise = np.where(mean > 0.0, mean * logarithm(mean), 0.0) + other * logarithm(other)
        rest = np.maximum(exponential((surprise - level) / other), other - np.sqrt(0.5 * level))
        open_ = np.flatnonzero(mean < 1.0)
        for _ in range(MOST_STEPS):
            r, p, s, o = rest[open_], mean[open_], surprise[open_], other[open_]
            q = 1.0 - r
            excess = s - o * logarithm(r) - level[open_]
            excess = np.where(p > 0.0, excess - p * logarithm(q), excess)
            step = excess * q * r / (q - p)
            moving = (q > p) & (r > 0.0) & (step > 0.0) & (r + step != r)
            open_ = open_[moving]
            if not len(open_):
                break
            rest[open_] = r[moving] + step[moving]
    return np.where(mean >= 1.0, 1.0, np.minimum(np.maximum(1.0 - rest, mean), 1.0))


class Divergence(NamedTuple):
    """The level of kl is ``level / count``, for counts up to a horizon."""

    level: float


@kernel
def divergence(
    confidence: Divergence, _item: int, count: int, total: float, _spread: float, _clock: int
) -> tuple[float, float]:
    """Both ends of {q : count kl(mean, q) <= level}."""
    mean, level = min(total / count, 1.0), confidence.level / count
    return 1.0 - farthest(1.0 - mean, level), farthest(mean, level)


@divergence.twin
def divergence_in_numpy(
    confidence: Divergence, _item: Elements, count: Elements, total: Weights, _spread: Weights, _clock: Elements
) -> tuple[Weights, Weights]:
    """Those of many items."""
    mean, level = np.minimum(total / count, 1.0), confidence.level / count
    return 1.0 - farthest(1.0 - mean, level), farthest(mean, level)


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
    return 1.0 - farthest(1.0 - mean, level), farthest(mean, level)


@mixture.twin
def mixture_in_numpy(
    confidence: Mixture, item: Elements, count: Elements, total: Weights, _spread: Weights, _clock: Elements
) -> tuple[Weights, Weights]:
    """Those of many items."""
    late = (confidence.items >= 0) & (item >= confidence.items)
    number = np.where(late, item - confidence.items + 1, 1).astype(np.float64)
    price = np.where(late, confidence.later + 2.0 * logarithm(number), confidence.price)
    mean, level = np.minimum(total / count, 1.0), (price + 0.5 * logarithm(count.astype(np.float64))) / count
    return 1.0 - farthest(1.0 - mean, level), farthest(mean, level)
