from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.moments import enabled

Scalar = TypeVar("Scalar", bound=np.generic)


def operand(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """What a kernel is quickest with: the array itself where kernels are compiled, else lists of Python's numbers.

    For kernels that do no more than index: ``rows[i][j]`` is right for both, so that both are typed as the array.
    """
    return array if enabled() else cast("NDArray[Scalar]", array.tolist())
