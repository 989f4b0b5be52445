"""The other way of kernels that numpy cannot say: the plain function on lists, which Python indexes faster.

For kernels that do no more than index, ``rows[i][j]`` and not ``rows[i, j]``, and take their work space by `table`.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numpy as np

from matroidlab.kernels.compilation import AnyKernel, Kernel, kernel
from matroidlab.types import Elements

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

COPIED_AT_MOST = 1000
"""A row of so many numbers is soon copied to a list; larger ones are tables, of which a call looks at little."""


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


def as_lists(value: object) -> object:
    """Return arrays as lists of Python's numbers, also those within tuples; anything else as it is.

    A large row is a view of the array instead, which Python indexes faster than the array itself.
    """
    if isinstance(value, tuple):
        return cast("Callable[..., object]", type(value))(*map(as_lists, value))
    if not isinstance(value, np.ndarray):
        return value
    return value.data if value.ndim == 1 and len(value) > COPIED_AT_MOST else value.tolist()
