"""The smallest and the largest."""

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions

FEW_ITEMS = 100
"""Up to so many, Python has found the smallest and the largest before numpy has begun."""


@kernel
def least_and_most(actions: Actions) -> tuple[int, int]:
    """The smallest and the largest item, of which there are some."""
    items = actions.reshape(-1)
    least, most = items[0], items[0]
    for k in range(1, len(items)):
        least = items[k] if items[k] < least else least  # noqa: FURB136 - several at a time, as min() is not
        most = items[k] if items[k] > most else most  # noqa: FURB136
    return least, most


@least_and_most.twin
def least_and_most_in_numpy(actions: Actions) -> tuple[int, int]:
    """The same; of a few items in Python, which begins sooner."""
    if actions.size <= FEW_ITEMS:
        items = actions.ravel().tolist()
        return min(items), max(items)
    return int(actions.min()), int(actions.max())
