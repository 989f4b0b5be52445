"""The natural logarithm by additions, multiplications and divisions alone, so that both ways give the same bytes.

The logarithms of numba and of numpy differ in the last bit for some arguments. This one is that of fdlibm (Sun
Microsystems 1993): x = 2^k (1 + f) with 1 + f near 1, and a polynomial in s = f / (2 + f); its error is below one unit
in the last place.
"""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.parts import Number
from matroidlab.types import Weights

ROOT_HALF, SMALLEST_NORMAL = 0.7071067811865476, 2.0**-1022
MANTISSA_BITS, MANTISSA, ONE, LEAST = 52, 0x000FFFFFFFFFFFFF, 0x3FF0000000000000, 0x3FE6A09E667F3BCD
"""How a number is laid out, and the bits of 1 and of `ROOT_HALF`: they are quicker than frexp."""
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
C1, C2, C3, C4 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01
C5, C6, C7 = 1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01


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
