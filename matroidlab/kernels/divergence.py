"""Intervals by the divergence of two coins, kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)).

Logarithms and exponentials are those of fdlibm (Sun Microsystems 1993), by + - * / alone: those of numba and of numpy
differ in the last bit for some arguments, and both ways must give the same bytes.
"""

from math import ldexp
from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.parts import Number
from matroidlab.types import Booleans, Elements, Weights

MOST_STEPS = 64
"""Newton's steps that are ever taken; four are many."""
NEAR = 4e-4
"""From a divergence that is right up to this, relatively, the last step leaves an error of 2e-8 of the interval."""
ROOT_HALF, SMALLEST_NORMAL = 0.7071067811865476, 2.0**-1022
MANTISSA_BITS, MANTISSA, ONE, LEAST = 52, 0x000FFFFFFFFFFFFF, 0x3FF0000000000000, 0x3FE6A09E667F3BCD
"""How a number is laid out, and the bits of 1 and of `ROOT_HALF`: quicker than frexp."""
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
C1, C2, C3, C4 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01
C5, C6, C7 = 1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01
P1, P2, P3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05
P4, P5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08
INVERSE_LN2, SMALLEST_EXPONENT = 1.44269504088896338700, -745.0  # the exponential of anything smaller is 0


@kernel
def logarithm(x: Number) -> Number:
    """The natural logarithm of a positive number; minus infinity of 0."""
    if x == 0.0:
        return -np.inf
    exponent = -1023
    if x < SMALLEST_NORMAL:
        x, exponent = x * 2.0**54, exponent - 54
    bits = np.float64(x).view(np.int64) + (ONE - LEAST)  # carries where the mantissa is that of LEAST or more
    exponent += int(bits >> MANTISSA_BITS)
    mantissa = np.int64((bits & MANTISSA) + LEAST).view(np.float64)
    f = mantissa - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    series = w * (C2 + w * (C4 + w * C6)) + z * (C1 + w * (C3 + w * (C5 + w * C7)))
    half = 0.5 * f * f
    return exponent * LN2_HIGH - ((half - (s * (half + series) + exponent * LN2_LOW)) - f)


@logarithm.twin
def logarithm_in_numpy(x: Weights) -> Weights:
    """The same operations in the same order."""
    mantissa, exponent = np.frexp(x)
    small = mantissa < ROOT_HALF
    mantissa, exponent = np.where(small, 2.0 * mantissa, mantissa), np.where(small, exponent - 1, exponent)
    f = mantissa - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    series = w * (C2 + w * (C4 + w * C6)) + z * (C1 + w * (C3 + w * (C5 + w * C7)))
    half = 0.5 * f * f
    found = exponent * LN2_HIGH - ((half - (s * (half + series) + exponent * LN2_LOW)) - f)
    return np.where(np.equal(x, 0.0), -np.inf, found)


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
        is_high = 2.0 * level > other
        return np.where(is_high, exponential((surprise - level) / other), central) if is_high.any() else central


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
        ln_q, ln_rest = logarithm(np.stack([q, rest]))
        found, per_slope = surprise - mean * ln_q - other * ln_rest, q * rest / (q - mean)
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
    other, low, high = 1.0 - mean, np.zeros(mean.shape), np.zeros(mean.shape)
    at = (mean > 0.0) & (other > 0.0)
    low[at], high[at] = _left_beyond(mean[at], other[at], level[at])
    if not at.all():
        left = exponential(-level)
        low, high = np.where(other <= 0.0, left, low), np.where(mean <= 0.0, left, high)
    radius = np.sqrt(0.5 * level)
    return np.maximum(low, mean - radius), np.minimum(np.maximum(1.0 - high, mean), mean + radius)


def _left_beyond(mean: Weights, other: Weights, level: Weights) -> tuple[Weights, Weights]:
    """What is left beyond both ends, in steps until none moves any more; one row of all lower and all upper ends."""
    both = np.concatenate([other, mean])
    terms = (both * logarithm.numpy(both)).reshape(2, len(mean))
    told = both, np.concatenate([mean, other]), np.tile(terms[1] + terms[0], 2), np.tile(level, 2)
    rest: Weights = first_guess.numpy(*told)
    at, now = np.arange(len(rest)), rest
    for _ in range(MOST_STEPS):
        now, is_last = step.numpy(now, *told)
        rest[at] = now
        if is_last.all():
            break
        at, now, told = at[~is_last], now[~is_last], tuple(part[~is_last] for part in told)
    return rest[: len(mean)], rest[len(mean) :]


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
    price: Number = confidence.price
    if 0 <= confidence.items <= item.max(initial=-1):
        late = item >= confidence.items
        number = np.where(late, item - confidence.items + 1, 1).astype(np.float64)
        price = np.where(late, confidence.later + 2.0 * logarithm(number), price)
    mean, level = np.minimum(total / count, 1.0), (price + 0.5 * logarithm(count.astype(np.float64))) / count
    return both_ends(mean, level)
