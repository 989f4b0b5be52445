"""Order by falling weight, ties to the smaller element."""

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights

INSERTED_AT_MOST = 64
"""So many elements are sorted by insertion, which takes up to as many steps for each."""


def descending(weights: Weights) -> Elements:
    """Elements by falling weight, ties to the smaller element; along the last axis, for lanes of weights too.

    >>> descending(np.array([1.0, 3.0, 3.0]))
    array([1, 2, 0])
    """
    return (-weights).argsort(axis=-1, kind="stable")


@kernel
def sort_falling(values: Weights, elements: Elements) -> None:
    """Sort elements and their weights by falling weight, ties to the smaller element."""
    for i in range(1, len(elements)):
        weight, element, place = values[i], elements[i], i
        while place > 0 and (
            values[place - 1] < weight or (values[place - 1] == weight and elements[place - 1] > element)
        ):
            values[place], elements[place] = values[place - 1], elements[place - 1]
            place -= 1
        values[place], elements[place] = weight, element
