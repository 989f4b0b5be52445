"""The Matroid protocol: the five members that everything else is written against."""

from typing import TYPE_CHECKING, Protocol, Self

from matroidlab.errors import InvalidMatroidError
from matroidlab.types import Booleans, Elements


class Matroid(Protocol):
    """A ground set ``0 .. size-1`` and which of its subsets are independent.

    The empty set is independent, a subset of an independent set is independent, and of two
    independent sets the smaller can be extended by an element of the larger. The largest
    independent sets, the *bases*, all have ``rank`` elements.

    Sets are one-dimensional integer arrays of distinct elements, in any order. These methods assume
    valid input; public functions and constructors check it. `matroidlab.MatroidBase` derives all
    but ``size`` and ``is_independent``.
    """

    if not TYPE_CHECKING:

        def __new__(cls, *_given: object, **_options: object) -> Self:
            """Say which class makes a matroid, to those who expect this one to do so."""
            if cls is Matroid:
                raise TypeError(
                    "Matroid is what all matroids have in common: make one of bases by "
                    "ExplicitMatroid(size, bases), of a graph by GraphicMatroid(edges), of a "
                    "function by OracleMatroid(size, is_independent), of a matrix by LinearMatroid "
                    "of matroidlab_linear, or of a name by NamedMatroid of matroidlab_atlas"
                )
            return super().__new__(cls)

    @property
    def size(self) -> int:
        """The number of elements."""

    @property
    def rank(self) -> int:
        """The number of elements of every basis."""

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the set is independent."""

    def greedy(self, order: Elements, /) -> Elements:
        """The elements of ``order`` that are independent of the ones kept before, in order.

        ``order`` need not have all elements.
        """

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """``[i, j]``: whether ``independent - independent[j] + incoming[i]`` is independent.

        For an incoming element that is already in the set, its own place is the only swap.
        """


MEMBERS = ("size", "is_independent", "greedy", "swaps")
"""The members of the protocol that can be looked up at no cost; a rank may have to be computed."""


def as_matroid(value: Matroid, *, name: str = "matroid") -> Matroid:
    """Return ``value`` if it looks like a matroid, or say which member of the protocol it lacks.

    A class of matroids is not a matroid.

    >>> as_matroid([[0, 1]], name="parent")
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: parent must be a matroid, got [[0, 1]], which has no size
    """
    if isinstance(value, type):
        raise InvalidMatroidError(f"{name} must be a matroid, got the class {value.__name__}")
    for member in MEMBERS:
        if not hasattr(value, member):
            raise InvalidMatroidError(
                f"{name} must be a matroid, got {value!r:.80}, which has no {member}"
            )
    return value
