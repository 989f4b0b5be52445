"""The numpy way of kernels that numpy cannot express: the plain function, on Python lists.

Kruskal's algorithm or a search for augmenting paths looks at one number after the other, so there
is nothing that numpy could do at once. Plain Python can run such a kernel as it is written, but
indexing a numpy array takes 2.7 times as long as indexing a list. So the twin made by `on_lists`
turns the arguments into lists, runs the plain function, and copies the result back.

A twin written out by hand would repeat each algorithm: seven kernels of 20 to 80 lines use this
module, and the law of the same bytes would have to hold each pair together. Two rules are the
price. Such a kernel indexes ``rows[i][j]`` and not ``rows[i, j]``, and it takes its work space from
`table`, which is linked to `table_of_lists` here.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numpy as np

from matroidlab.kernels.compilation import AnyKernel, Kernel, kernel
from matroidlab.types import Elements

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

COPIED_AT_MOST = 1000
"""Up to this length, a row is copied to a list; of a longer one, a call reads a small part."""


@kernel
def table(rows: int, columns: int) -> Elements:
    """Return work space, one row for each purpose."""
    return np.empty((rows, columns), dtype=np.intp)


@kernel
def table_of_lists(rows: int, columns: int) -> Elements:
    """`table` for the plain function."""
    return cast("Elements", [[0] * columns for _ in range(rows)])


def on_lists(own: Kernel[Arguments, Result]) -> Kernel[Arguments, Result]:
    """Register the plain function on lists as the twin; a decorator.

    The kernel may write into its last argument, and into no other.
    """
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
    """Return arrays as lists of Python's numbers, also inside tuples; anything else unchanged.

    A long row becomes a memory view instead: no copy, and still faster to index than the array.
    """
    if isinstance(value, tuple):
        return cast("Callable[..., object]", type(value))(*map(as_lists, value))
    if not isinstance(value, np.ndarray):
        return value
    return value.data if value.ndim == 1 and len(value) > COPIED_AT_MOST else value.tolist()
