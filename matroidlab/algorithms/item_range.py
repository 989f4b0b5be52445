from matroidlab.errors import InvalidElementsError
from matroidlab.kernels import enabled
from matroidlab.kernels.extremes import least_and_most
from matroidlab.types import Actions


def item_range(items: Actions) -> tuple[int, int]:
    """Return the smallest and the largest item; 0 and -1 if there are none.

    >>> import numpy as np
    >>> item_range(np.array([[[3, 1, 2]]]))
    (1, 3)
    """
    if not items.size:
        return 0, -1
    return least_and_most(items) if enabled() else (int(items.min()), int(items.max()))


def check_items(items: Actions, *, size: int, least: int = 0, name: str = "items") -> int:
    """Raise an error that names an item outside ``least .. size-1``; return the smallest.

    >>> import numpy as np
    >>> check_items(np.array([[[3, 1, 2]]]), size=3)
    Traceback (most recent call last):
    matroidlab.errors.InvalidElementsError: items must lie in 0..2, got 3
    """
    smallest, largest = item_range(items)
    if smallest < least or largest >= size:
        also = ", or be -1 for not played" if least < 0 else ""
        wrong = smallest if smallest < least else largest
        raise InvalidElementsError(f"{name} must lie in 0..{size - 1}{also}, got {wrong}")
    return smallest
