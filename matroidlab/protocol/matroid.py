"""The Matroid protocol: the five members that everything else is written against."""

from typing import Protocol

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
