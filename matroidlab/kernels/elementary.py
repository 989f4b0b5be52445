"""Logarithm and exponential from + - * / alone, so that numpy and machine code give the same bytes."""

from typing import Any

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.slots import Number
from matroidlab.types import Booleans, Weights

SMALLEST_NORMAL = 2.0**-1022

MANTISSA_BITS, MANTISSA, ONE, LEAST = 52, 0x000FFFFFFFFFFFFF, 0x3FF0000000000000, 0x3FE6A09E667F3BCD
"""How a number is laid out, and the bits of 1 and of the root of 1/2: quicker than frexp."""

LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10

C1, C2, C3, C4 = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
)

C5, C6, C7 = 1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01

P1, P2, P3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05

P4, P5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08

INVERSE_LN2, SMALLEST_EXPONENT = (
    1.44269504088896338700,
    -745.0,
)  # the exponential of anything smaller is 0


@kernel
def chosen(condition: Number, yes: Number, no: Number) -> Number:
    """One of two numbers: numba's ``where`` would make an array."""
    return yes if condition else no


@chosen.twin
def chosen_in_numpy(condition: Booleans, yes: Weights, no: Weights) -> Weights:
    """Of many."""
    return np.where(condition, yes, no)


@kernel
def is_any(condition: Number) -> Any:
    """Whether a condition holds, of any number if there are many."""
    return condition


@is_any.twin
def is_any_in_numpy(condition: Booleans) -> np.bool_:
    """Of an array."""
    return condition.any()


@kernel
def logarithm(x: Number) -> Number:
    """The natural logarithm of a positive number; of others some finite number."""
    is_small, bias = x < SMALLEST_NORMAL, 1023
    if is_any(is_small):
        x, bias = x * chosen(is_small, 2.0**54, 1.0), chosen(is_small, 1077, 1023)
    bits = np.float64(x).view(np.int64) + (
        ONE - LEAST
    )  # carries where the mantissa is that of LEAST or more
    exponent, f = (
        (bits >> MANTISSA_BITS) - bias,
        np.int64((bits & MANTISSA) + LEAST).view(np.float64) - 1.0,
    )
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    series = w * (C2 + w * (C4 + w * C6)) + z * (C1 + w * (C3 + w * (C5 + w * C7)))
    half = 0.5 * f * f
    return exponent * LN2_HIGH - ((half - (s * (half + series) + exponent * LN2_LOW)) - f)


@kernel
def exponential(x: Number) -> Number:
    """The exponential of a number of at most 0, by the operations of fdlibm, which both ways do alike."""
    inside = np.maximum(x, SMALLEST_EXPONENT)
    k = np.floor(inside * INVERSE_LN2 + 0.5)
    high, low = inside - k * LN2_HIGH, k * LN2_LOW
    r = high - low
    t = r * r
    c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))))
    found = np.ldexp(1.0 - ((low - (r * c) / (2.0 - c)) - high), np.int32(k))
    return chosen(x < SMALLEST_EXPONENT, 0.0, found)
