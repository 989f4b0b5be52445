"""Logarithm and exponential from + - * / alone, so that numpy and machine code give the same bytes.

The libraries behind numpy and numba round these two functions differently in the last bit. The
series and constants are those of fdlibm (https://www.netlib.org/fdlibm), which are right to one
unit in the last place.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import Number
from matroidlab.types import Booleans, Weights

SMALLEST_NORMAL = 2.0**-1022

# The layout of a double. Working on its bits is faster than frexp.
MANTISSA_BITS = 52
MANTISSA = 0x000FFFFFFFFFFFFF
ONE = 0x3FF0000000000000
ROOT_OF_HALF = 0x3FE6A09E667F3BCD

# ln 2 in two pieces: a multiple of the first by an exponent is exact.
LN2_HIGH = 6.93147180369123816490e-01
LN2_LOW = 1.90821492927058770002e-10
INVERSE_LN2 = 1.44269504088896338700

# The series of the logarithm.
C1 = 6.666666666666735130e-01
C2 = 3.999999999940941908e-01
C3 = 2.857142874366239149e-01
C4 = 2.222219843214978396e-01
C5 = 1.818357216161805012e-01
C6 = 1.531383769920937332e-01
C7 = 1.479819860511658591e-01

# The series of the exponential.
P1 = 1.66666666666666019037e-01
P2 = -2.77777777770155933842e-03
P3 = 6.61375632143793436117e-05
P4 = -1.65339022054652515390e-06
P5 = 4.13813679705723846039e-08

SMALLEST_EXPONENT = -745.0
"""The exponential of anything smaller is 0."""


@kernel
def chosen(condition: Number, yes: Number, no: Number) -> Number:
    """One of two numbers; numba's ``where`` would make an array."""
    return yes if condition else no


@chosen.twin
def chosen_in_numpy(condition: Booleans, yes: Weights, no: Weights) -> Weights:
    """`chosen` for each entry of arrays."""
    return np.where(condition, yes, no)


@kernel
def is_any(condition: Number) -> Any:
    """Whether a condition holds, for at least one of many numbers."""
    return condition


@is_any.twin
def is_any_in_numpy(condition: Booleans) -> np.bool_:
    """`is_any` of an array."""
    return condition.any()


# numpy 2.0 makes a scalar of an array of one number when a scalar type is called on it, as in
# `np.float64(x)`, so the three conversions have a twin for arrays, which keeps the shape.


@kernel
def bits_of(x: Number) -> Number:
    """The 64 bits of a double, as an integer."""
    return np.float64(x).view(np.int64)


@bits_of.twin
def bits_of_in_numpy(x: Weights) -> NDArray[np.int64]:
    """The same for many numbers."""
    return np.asarray(x, dtype=np.float64).view(np.int64)


@kernel
def double_of(bits: Number) -> Number:
    """The double that has the given 64 bits."""
    return np.int64(bits).view(np.float64)


@double_of.twin
def double_of_in_numpy(bits: NDArray[np.int64]) -> Weights:
    """The same for many numbers."""
    return np.asarray(bits, dtype=np.int64).view(np.float64)


@kernel
def as_exponent(k: Number) -> Number:
    """A whole number as the integer that ``ldexp`` takes."""
    return np.int32(k)


@as_exponent.twin
def as_exponent_in_numpy(k: Weights) -> NDArray[np.int32]:
    """The same for many numbers."""
    return np.asarray(k).astype(np.int32)


@kernel
def logarithm(x: Number) -> Number:
    """The natural logarithm of a positive number; some finite number for others."""
    is_small = x < SMALLEST_NORMAL
    bias = 1023
    if is_any(is_small):  # numbers without a leading 1 are scaled up first, which is rare
        x = x * chosen(is_small, 2.0**54, 1.0)
        bias = chosen(is_small, 1077, 1023)
    # x = 2**exponent (1 + f), where 1 + f lies between the roots of 1/2 and of 2: the sum carries
    # into the exponent exactly if the mantissa is at least that of the root of 1/2.
    bits = bits_of(x) + (ONE - ROOT_OF_HALF)
    exponent = (bits >> MANTISSA_BITS) - bias
    f = double_of((bits & MANTISSA) + ROOT_OF_HALF) - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    series = w * (C2 + w * (C4 + w * C6)) + z * (C1 + w * (C3 + w * (C5 + w * C7)))
    half = 0.5 * f * f
    return exponent * LN2_HIGH - ((half - (s * (half + series) + exponent * LN2_LOW)) - f)


@kernel
def exponential(x: Number) -> Number:
    """The exponential of a number that is at most 0."""
    inside = np.maximum(x, SMALLEST_EXPONENT)
    k = np.floor(inside * INVERSE_LN2 + 0.5)
    # x = k ln 2 + r, with r in two pieces
    high = inside - k * LN2_HIGH
    low = k * LN2_LOW
    r = high - low
    t = r * r
    c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))))
    # Scaling by a power of two rounds alike in all libraries, unlike their exponential.
    found = np.ldexp(1.0 - ((low - (r * c) / (2.0 - c)) - high), as_exponent(k))
    return chosen(x < SMALLEST_EXPONENT, 0.0, found)
