"""The arrays that flow through the library, and the one place where input becomes such an array."""

from collections.abc import Iterable, Sequence
from operator import index
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.errors import InvalidElementsError, InvalidWeightsError

Elements: TypeAlias = NDArray[np.intp]
"""A set of elements: distinct integers of ``0 .. size-1``, one-dimensional; lanes of sets add a first axis."""

Weights: TypeAlias = NDArray[np.float64]
"""A weight for each element, or for each place of an action."""

Actions: TypeAlias = NDArray[np.intp]
"""``(lanes, actions, width)``: the sets that are played in one round; -1 fills what is not played."""

Booleans: TypeAlias = NDArray[np.bool_]

ElementsLike: TypeAlias = Iterable[int] | Elements


def as_elements(elements: ElementsLike, *, size: int, name: str = "elements") -> Elements:
    """Return ``elements`` as an array of distinct elements of ``0 .. size-1``, or say what is wrong with it.

    >>> as_elements([3, 1], size=4)
    array([3, 1])
    >>> as_elements([3, 4], size=4)
    Traceback (most recent call last):
    matroidlab.errors.InvalidElementsError: elements must lie in 0..3, got 4
    """
    array = np.asarray(elements if isinstance(elements, np.ndarray | Sequence) else list(elements))
    if array.size == 0:
        array = array.astype(np.intp)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        shown = f"shape {array.shape}" if array.ndim != 1 else f"values such as {array.flat[0]!r}"
        raise InvalidElementsError(f"{name} must be a one-dimensional array of integers, got {shown}")
    outside = array[(array < 0) | (array >= size)]
    if outside.size:
        bound = f"lie in 0..{size - 1}" if size else "be empty, for the ground set is"
        raise InvalidElementsError(f"{name} must {bound}, got {outside[0]}")
    values, counts = np.unique(array, return_counts=True)
    if len(values) < len(array):
        raise InvalidElementsError(f"{name} must be distinct, got {values[counts > 1][0]} more than once")
    return array.astype(np.intp)


def as_weights(weights: ArrayLike, *, size: int, name: str = "weights") -> Weights:
    """Return ``weights`` as ``size`` float64 numbers; infinities are ordinary values, NaN is refused.

    >>> as_weights([1, 2], size=2)
    array([1., 2.])
    """
    try:
        array = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidWeightsError(f"{name} must be numbers: {error}") from error
    if array.shape != (size,):
        raise InvalidWeightsError(f"{name} must have shape ({size},), one for each element, got {array.shape}")
    if np.isnan(array).any():
        raise InvalidWeightsError(f"{name} must not be NaN, got NaN at element {np.isnan(array).argmax()}")
    return array


def as_count(
    value: int, *, name: str, least: int = 0, most: int | None = None, error: type[ValueError] = ValueError
) -> int:
    """Return ``value`` as an int of ``least .. most``, or raise ``error`` with the bound.

    >>> as_count(7, name="rank", most=5)
    Traceback (most recent call last):
    ValueError: rank must lie in 0..5, got 7
    """
    try:
        count = index(value)
    except TypeError:
        raise error(f"{name} must be an integer, got {value!r}") from None
    if count < least or (most is not None and count > most):
        bound = f"be at least {least}" if most is None else f"lie in {least}..{most}"
        raise error(f"{name} must {bound}, got {count}")
    return count


def as_int_tuples(
    rows: Iterable[Iterable[int]], *, name: str, error: type[ValueError] = ValueError
) -> tuple[tuple[int, ...], ...]:
    """Return rows of integers as tuples of ints, or raise ``error`` with the first that is none.

    >>> as_int_tuples([[0, 1], [2]], name="blocks")
    ((0, 1), (2,))
    """
    try:
        return tuple(tuple(index(value) for value in row) for row in rows)
    except TypeError:
        raise error(f"{name} must be rows of integers, got {rows!r}") from None
