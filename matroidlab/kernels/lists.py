"""The other way of kernels that numpy cannot say: the plain function on lists, which Python indexes faster.

For kernels that do no more than index, ``rows[i][j]`` and not ``rows[i, j]``, and take their work space by `table`.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import AnyKernel, Kernel, kernel
from matroidlab.types import Elements

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Scalar = TypeVar("Scalar", bound=np.generic)

_KNOWN: dict[int, list[object] | bytes] = {}
"""The lists of constants, by identity, or bytes of bytes; an entry goes when its array does."""


@kernel
def table(rows: int, columns: int) -> Elements:
    """Return work space, one row for each purpose."""
    return np.empty((rows, columns), dtype=np.intp)


@kernel
def table_of_lists(rows: int, columns: int) -> Elements:
    """`table` for the plain function."""
    return cast("Elements", [[0] * columns for _ in range(rows)])


def on_lists(own: Kernel[Arguments, Result]) -> Kernel[Arguments, Result]:
    """Register the plain function on lists as the twin of a kernel that writes into its last argument, or nowhere."""
    slots: dict[AnyKernel, AnyKernel] = {table: table_of_lists}
    linked = own.linked(slots)

    def on_lists_and_back(*arguments: object) -> Result:
        lists = [as_lists(argument) for argument in arguments]
        result = cast("Callable[..., Result]", linked.plain)(*lists)
        out = arguments[-1]
        if isinstance(out, np.ndarray) and out.size and out.flags.writeable:
            out[...] = lists[-1]
        return result

    own.twin(cast("Callable[Arguments, Result]", on_lists_and_back))
    return own


def constant(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return a copy that nobody may write to: `as_lists` of it is made once."""
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def as_lists(value: object) -> object:
    """Return arrays as lists of Python's numbers, also those within tuples; anything else as it is."""
    known = _KNOWN.get(id(value))
    if known is not None:
        return known
    if isinstance(value, tuple):
        return cast("Callable[..., object]", type(value))(*map(as_lists, value))
    if not isinstance(value, np.ndarray):
        return value
    lists = value.tolist()
    if not value.flags.writeable and value.flags.owndata:
        _KNOWN[id(value)] = lists
        finalize(value, _KNOWN.pop, id(value))
    return lists
