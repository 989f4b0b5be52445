"""The arrays that flow through the library, and the one place where input becomes such an array."""

from collections.abc import Iterable
from math import isnan
from operator import index
from typing import Any, SupportsFloat, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.errors import ANY_COLLECTION, InvalidElementsError, InvalidWeightsError, ground_set

Elements: TypeAlias = NDArray[np.intp]
"""A set of elements: distinct integers of ``0 .. size-1``; lanes of sets add a first axis."""

Weights: TypeAlias = NDArray[np.float64]
"""A weight for each element, or for each place of an action."""

Actions: TypeAlias = NDArray[np.intp]
"""``(lanes, actions, width)``: the sets played in one round; -1 fills places not played."""

Booleans: TypeAlias = NDArray[np.bool_]
"""A yes or no for each element, swap or set."""

Masks: TypeAlias = NDArray[np.int64]
"""Sets of at most 63 elements, a signed word each: bit ``e`` stands for element ``e``."""

MASK_BITS = 63
"""The number of elements that a mask has room for; the sign bit stays free."""

ElementsLike: TypeAlias = Iterable[int] | Iterable[str] | Elements
"""A set of elements as public functions take it: any iterable of integers, or of names.

Names are for matroids whose elements have some; they become numbers before anything is computed.
"""


def as_elements(elements: ElementsLike, *, size: int, name: str = "elements") -> Elements:
    """Return ``elements`` as an array of distinct elements of ``0 .. size-1``, or raise an error.

    >>> as_elements([3, 1], size=4)
    array([3, 1])
    >>> as_elements([3, 4], size=4)
    Traceback (most recent call last):
    matroidlab.errors.InvalidElementsError: elements must lie in 0..3, got 4

    Parameters
    ----------
    elements
        The elements, in any order, which is kept.
    size
        The number of elements of the ground set.
    name
        The name of the argument in error messages.
    """
    if isinstance(elements, np.ndarray):
        array = _integer_array(elements, name)
    else:
        # Python's integers have no bound: one far outside is compared as it is, not cut down first.
        values = cast("Iterable[int]", elements)
        array = np.array(as_integers(values, name=name, error=InvalidElementsError), dtype=object)
    check_items(array, size=size, name=name)
    array = array.astype(np.intp)
    distinct, counts = np.unique(array, return_counts=True)
    if len(distinct) < len(array):
        raise InvalidElementsError(
            f"{name} must be distinct, got {distinct[counts > 1][0]} more than once"
        )
    return array


def are_elements(claimed: Iterable[ElementsLike], size: int) -> bool:
    """Whether each collection holds distinct elements of ``0 .. size-1``.

    A verifier asks this first: oracles assume it, and a claim made by hand may hold anything.

    >>> are_elements([[0, 2], [1]], 3), are_elements([[0, 0]], 3), are_elements([[-1]], 3)
    (True, False, False)
    """
    try:
        for elements in claimed:
            as_elements(elements, size=size)
    except InvalidElementsError:
        return False
    return True


def _integer_array(array: Elements, name: str) -> Elements:
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        shown = f"shape {array.shape}" if array.ndim != 1 else f"values such as {array[0]}"
        raise InvalidElementsError(
            f"{name} must be a one-dimensional array of integers, got {shown}"
        )
    return array if array.size else array.astype(np.intp)


def check_items(
    items: NDArray[np.integer[Any]],
    *,
    size: int,
    absent: str | None = None,
    name: str = "items",
    error: type[ValueError] = InvalidElementsError,
) -> bool:
    """Raise an error if an item lies outside ``0 .. size-1``; return whether no item is -1.

    >>> check_items(np.array([[[3, 1, 2]]]), size=3)
    Traceback (most recent call last):
    matroidlab.errors.InvalidElementsError: items must lie in 0..2, got 3

    This is the one check of a range that raises; all others call it. With ``absent``, items may be
    -1, and ``absent`` says in the message what that stands for.

    Parameters
    ----------
    items
        The items.
    size
        The number of items that there are.
    absent
        The meaning of -1, for the message; None refuses -1.
    name
        The name of the argument in error messages.
    error
        The class of the error to raise.
    """
    if not isinstance(items, np.ndarray):
        raise TypeError(f"{name} must be a numpy array, got {items!r:.80}; {ANY_COLLECTION}")
    # Viewed as unsigned, negative items are larger than any size: one max() checks all.
    if not items.size or (items.dtype == np.intp and items.view(np.uintp).max() < size):
        return True
    least = 0 if absent is None else -1
    outside = items[(items < least) | (items >= size)]
    if outside.size:
        also = "" if absent is None else f", or be -1 for {absent}"
        raise error(f"{name} must lie in {ground_set(size)}{also}, got {outside[0]}")
    return absent is None or bool(items.min() >= 0)


def as_weights(weights: ArrayLike, *, size: int, name: str = "weights") -> Weights:
    """Return ``weights`` as ``size`` float64 numbers; infinities are allowed, NaN is refused.

    >>> as_weights([1, 2], size=2)
    array([1., 2.])

    Parameters
    ----------
    weights
        The numbers.
    size
        How many there must be.
    name
        The name of the argument in error messages.
    """
    array = _real_array(weights, size, name)
    # The first NaN, if there is any: it counts as larger than all numbers.
    largest = array.argmax() if size else 0
    if size and isnan(array[largest]):
        raise InvalidWeightsError(f"{name} must not be NaN, got NaN at element {largest}")
    return array


def _real_array(weights: ArrayLike, size: int, name: str) -> Weights:
    try:
        given = np.asarray(weights)
    except ValueError as error:
        raise InvalidWeightsError(f"{name} must be one number for each element: {error}") from None
    if given.shape != (size,):
        raise InvalidWeightsError(
            f"{name} must have shape ({size},), one for each element, got {given.shape}"
        )
    # numpy would read numbers out of strings, take None for NaN and drop imaginary parts.
    if given.dtype.kind not in "biuf":
        for value in given.tolist():
            if not isinstance(value, SupportsFloat):
                raise InvalidWeightsError(f"{name} must be real numbers, got {value!r}")
    try:
        return given.astype(np.float64)
    except OverflowError as error:
        raise InvalidWeightsError(f"{name} must fit in float64: {error}") from None


def as_count(
    value: int,
    *,
    name: str,
    least: int = 0,
    most: int | None = None,
    error: type[ValueError] = ValueError,
) -> int:
    """Return ``value`` as an int of ``least .. most``, or raise ``error`` with the bound.

    >>> as_count(7, name="rank", most=5)
    Traceback (most recent call last):
    ValueError: rank must lie in 0..5, got 7

    Parameters
    ----------
    value
        The number.
    name
        The name of the argument in error messages.
    least
        The least number allowed.
    most
        The largest number allowed; None sets no limit.
    error
        The class of the error to raise.
    """
    count = as_integer(value, name=name, error=error)
    if count < least or (most is not None and count > most):
        bound = f"be at least {least}" if most is None else f"lie in {least}..{most}"
        raise error(f"{name} must {bound}, got {count}")
    return count


def as_integer(value: int, *, name: str, error: type[ValueError] = ValueError) -> int:
    """Return ``value`` as Python's int, or raise ``error``; floats and truth values are refused.

    >>> as_integer(np.uint8(7), name="rank")
    7

    Parameters
    ----------
    value
        The number.
    name
        The name of the argument in error messages.
    error
        The class of the error to raise.
    """
    try:
        if not isinstance(value, bool):
            return index(value)
    except TypeError:
        pass
    raise error(f"{name} must be an integer, got {value!r}")


def as_integers(
    values: Iterable[int], *, name: str, error: type[ValueError] = ValueError
) -> tuple[int, ...]:
    """Return ``values`` as ints, or raise ``error`` with the first that is none and its place.

    >>> as_integers([0, 1.5], name="capacities")
    Traceback (most recent call last):
    ValueError: capacities[1] must be an integer, got 1.5

    Parameters
    ----------
    values
        The numbers.
    name
        The name of the argument in error messages.
    error
        The class of the error to raise.
    """
    if isinstance(values, np.ndarray) and values.ndim == 1 and values.dtype.kind in "iu":
        return tuple(values.tolist())
    try:
        given = list(values)
    except TypeError:
        raise error(f"{name} must be a sequence of integers, got {values!r}") from None
    if set(map(type, given)) <= {int}:  # a tenth of the time of asking each number
        return tuple(given)
    return tuple(
        as_integer(value, name=f"{name}[{i}]", error=error) for i, value in enumerate(given)
    )
