from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Sets = NDArray[np.int64]


def single_element_minors(masks: Sets, size: int) -> Iterator[tuple[str, int, Sets]]:
    """Yield, of a matroid by the masks of its bases, what is done to which element, and the bases of what is left.

    >>> [(verb, element, left.tolist()) for verb, element, left in single_element_minors(np.array([0b01, 0b10]), 2)]
    [('delete', 1, [1]), ('contract', 1, [0]), ('delete', 0, [1]), ('contract', 0, [0])]

    To contract a loop or a coloop is to delete it; that comes once.
    """
    for element in reversed(range(size)):  # whoever made the matroid by an extension may know what is left of the last
        held = masks >> element & 1 == 1
        if not held.all():
            yield "delete", element, _without(masks[~held], element)
        if held.any():
            yield "contract", element, _without(masks[held], element)


def _without(masks: Sets, element: int) -> Sets:
    """The sets without an element, those after it renumbered."""
    renumbered: Sets = (masks & ((1 << element) - 1)) | (masks >> (element + 1) << element)
    return renumbered
