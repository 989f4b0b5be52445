"""The sets of elements of a witness, which is plain data and may come from anywhere."""

from collections.abc import Iterable

from matroidlab.errors import InvalidElementsError
from matroidlab.protocol import Matroid
from matroidlab.types import as_elements, as_integers

Set = tuple[int, ...]


def set_of(plain: object) -> Set:
    """Read a set of elements; anything but integers is an `InvalidElementsError`.

    >>> set_of([2, 0])
    (2, 0)
    >>> set_of([2.5])
    Traceback (most recent call last):
    matroidlab.errors.InvalidElementsError: elements[0] must be an integer, got 2.5
    """
    if not isinstance(plain, Iterable):
        raise InvalidElementsError(f"elements must be a list, got {plain!r:.80}")
    return as_integers(plain, name="elements", error=InvalidElementsError)


def sets_of(plain: object) -> tuple[Set, ...]:
    """Read sets of elements."""
    if not isinstance(plain, Iterable):
        raise InvalidElementsError(f"sets must be a list, got {plain!r:.80}")
    return tuple(map(set_of, plain))


def elements_in(matroid: Matroid, plain: object) -> Set:
    """Read a set of distinct elements of a matroid."""
    return tuple(as_elements(set_of(plain), size=matroid.size).tolist())
