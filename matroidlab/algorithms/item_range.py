import numpy as np

from matroidlab.errors import InvalidElementsError
from matroidlab.kernels.extremes import least_and_most
from matroidlab.types import Actions

INTP = np.dtype(np.intp)


def item_range(items: Actions) -> tuple[int, int]:
    """Return the smallest and the largest item; 0 and -1 if there are none.

    >>> item_range(np.array([[[3, 1, 2]]]))
    (1, 3)
    """
    if not items.size:
        return 0, -1
    # Whatever else somebody may have, a kernel is not compiled for that.
    if items.dtype is INTP and items.flags.c_contiguous:
        return least_and_most(items)
    return int(items.min()), int(items.max())


def check_items(items: Actions, *, size: int, absent: str | None = None, name: str = "items") -> int:
    """Raise an error that names an item outside ``0 .. size-1``, or -1 for what is ``absent``; return the smallest.

    >>> check_items(np.array([[[3, 1, 2]]]), size=3)
    Traceback (most recent call last):
    matroidlab.errors.InvalidElementsError: items must lie in 0..2, got 3
    """
    smallest, largest = item_range(items)
    least, also = (0, "") if absent is None else (-1, f", or be -1 for {absent}")
    if smallest < least or largest >= size:
        wrong = smallest if smallest < least else largest
        raise InvalidElementsError(f"{name} must lie in 0..{size - 1}{also}, got {wrong}")
    return smallest
