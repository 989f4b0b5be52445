"""Intervals by the divergence of two coins, kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q))."""

from math import ldexp
from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.logarithms import LN2_HIGH, LN2_LOW, logarithm
from matroidlab.kernels.parts import Number
from matroidlab.types import Elements, Weights

MOST_STEPS = 64
"""Steps that are ever taken; six are many."""
TWO_THIRDS = 2.0 / 3.0
NEAR = 1e-10
"""A step of this part of the rest leaves an error of its third power."""
OUTWARDS = 1.0 - 4e-16
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
    """The largest q with kl(mean, q) <= level, by Halley's method, which needs three or four steps.

    In terms of rest = 1 - q, which may be far smaller than q's precision. It starts where a third-order expansion of
    the divergence reaches the level, or where -(1 - mean) ln(rest) alone, less the entropy, does. The latter is never
    short of the root, so no step goes beyond it; and none goes more than half of the way back to the mean. The last
    digits are rounded outwards.
    """
    if mean >= 1.0:
        return 1.0
    other = 1.0 - mean
    surprise = mean * logarithm(mean) if mean > 0.0 else 0.0
    surprise += other * logarithm(other)
    least = exponential((surprise - level) / other)
    bend = TWO_THIRDS * (1.0 - 2.0 * mean) * level
    rest = max(least, other - (bend + np.sqrt(bend * bend + 2.0 * level * mean * other)))
    for _ in range(MOST_STEPS):
        q = 1.0 - rest
        if q <= mean or rest <= 0.0:
            break
        excess = surprise - other * logarithm(rest) - level
        if mean > 0.0:
            excess -= mean * logarithm(q)
        ratio = rest / q
        slope, curve = (q - mean) / q, mean * ratio * ratio + other  # times rest, and its square: nothing overflows
        below = 2.0 * slope * slope - excess * curve
        step = 2.0 * excess * slope / below if below > 0.0 else excess / slope  # far beyond the root, Newton's
        moved = max(least, min(rest + step * rest, 0.5 * (rest + other)))
        is_near = abs(moved - rest) <= NEAR * rest
        rest = moved
        if is_near:
            break
    return min(max(1.0 - rest * OUTWARDS, mean), 1.0)


@farthest.twin
def farthest_in_numpy(mean: Weights, level: Weights) -> Weights:
    """All at once, until all are near."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        other = 1.0 - mean
        surprise = np.where(mean > 0.0, mean * logarithm(mean), 0.0) + other * logarithm(other)
        least = exponential((surprise - level) / other)
        bend = TWO_THIRDS * (1.0 - 2.0 * mean) * level
        rest = np.maximum(least, other - (bend + np.sqrt(bend * bend + 2.0 * level * mean * other)))
        far = np.flatnonzero(mean < 1.0)
        for _ in range(MOST_STEPS):
            far = far[(1.0 - rest[far] > mean[far]) & (rest[far] > 0.0)]
            if not len(far):
                break
            p, o, r = mean[far], other[far], rest[far]
            q = 1.0 - r
            both = logarithm(np.concatenate([r, q]))
            excess = surprise[far] - o * both[: len(r)] - level[far]
            excess = np.where(p > 0.0, excess - p * both[len(r) :], excess)
            ratio = r / q
            slope, curve = (q - p) / q, p * ratio * ratio + o
            below = 2.0 * slope * slope - excess * curve
            step = np.where(below > 0.0, 2.0 * excess * slope / below, excess / slope)
            moved = np.maximum(least[far], np.minimum(r + step * r, 0.5 * (r + o)))
            rest[far] = moved
            far = far[~(np.abs(moved - r) <= NEAR * r)]
    return np.where(mean >= 1.0, 1.0, np.minimum(np.maximum(1.0 - rest * OUTWARDS, mean), 1.0))


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
