"""Optional capabilities, by which an object does something faster than the generic way.

`offered` asks for one, once, when the object that uses it is set up.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, cast

from matroidlab.protocol.matroid import Matroid
from matroidlab.types import Booleans, Elements, ElementsLike, Masks, Weights


class Batched(Protocol):
    """Optional: bases and exchanges for many lanes in one call. Ask by `offered`."""

    @property
    def exchanges_are_strong(self) -> bool:
        """Whether `exchanges` are strong: any part of the source may be exchanged at once."""

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        """``(lanes, rank)``: each lane's maximum-weight basis in greedy order.

        Ties go to the smaller element.

        ``guess`` is a hint, the bases of a moment ago; it never changes the answer.
        """

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """``(lanes, rank)``: each lane's exchange bijection, aligned with ``source``."""


class Orderability(Protocol):
    """Optional: what a matroid knows of its own strong base-orderability. Ask by `offered`."""

    @property
    def violation(self) -> tuple[Elements, Elements] | None:
        """Two bases without a strong bijection; None if the matroid is strongly base-orderable."""

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        """A strong bijection, aligned with ``source``.

        None means "cannot say", and is allowed only where there is a `violation`.
        """


class Tabulated(Protocol):
    """Optional: independence of many sets at once, for exhaustive work. Ask by `offered`."""

    def are_independent(self, masks: Masks, /) -> Booleans:
        """Whether each set is independent; bit ``e`` of a mask stands for element ``e``."""


class Listed(Protocol):
    """Optional: all bases at once, for exhaustive work. Ask by `offered`."""

    @property
    def basis_masks(self) -> Masks:
        """A mask for each basis, ascending; bit ``e`` stands for element ``e``."""


class Tracker(Protocol):
    """The maximum-weight basis of each lane while a few weights change."""

    @property
    def bases(self) -> Elements:
        """``(lanes, rank)``: the current bases, in greedy order."""

    def update(self, elements: Elements, weights: Weights, /) -> None:
        """Set the weights of ``elements (lanes, n)``; -1 marks a place without an update.

        Of an element that a lane names more than once, the last weight counts.
        """


class Dynamic(Protocol):
    """Optional: maximum-weight bases that are kept, not recomputed. Ask by `offered`."""

    def track(self, weights: Weights, /) -> Tracker:
        """Start from ``weights (lanes, size)``."""


class Pairwise(Protocol):
    """Optional: swaps at some places only, where each costs a call of an oracle.

    Ask by `offered`.
    """

    def swaps_at(self, independent: Elements, places: Elements, incoming: Elements, /) -> Booleans:
        """Return which swaps at some places are independent.

        ``[i, j]``: whether ``independent - independent[places[j]] + incoming[i]`` is independent.

        No incoming element is in the set.
        """


class Minors(Protocol):
    """Optional: minors of the same family, for a matroid with both methods. Ask by `minors_of`.

    The remaining elements are renumbered, in order.
    """

    def delete(self, elements: ElementsLike, /) -> Matroid:
        """The matroid on the other elements, with the same independent sets among them."""

    def contract(self, elements: ElementsLike, /) -> Matroid:
        """The matroid on the other elements, independent beside a basis of ``elements``."""


class Part(NamedTuple):
    """The kernels and arrays that an object brings to the compiled game loop. Ask by `offered`.

    Attributes
    ----------
    kernels
        The kernel for each slot of the loop that this object fills (see `matroidlab.kernels`),
        including the kernels of the objects it calls in turn.
    arrays
        A named tuple of arrays and numbers, passed to these kernels as their first argument.
    longest
        For a policy: the number of actions of its longest round.
    adopt
        For a policy: called once each time the compiled loop returns, so that the policy takes
        over what the loop has written into its arrays.
    """

    kernels: Mapping[Any, Any]
    arrays: tuple[Any, ...]
    longest: int = 1
    adopt: Callable[[], None] | None = None

    def __repr__(self) -> str:
        slots = sorted(str(getattr(slot, "__name__", slot)) for slot in self.kernels)
        return f"Part({', '.join(slots)})"


def united(*parts: Part) -> dict[Any, Any]:
    """Return the kernels of several parts, which fill different slots."""
    return {slot: filled for part in parts for slot, filled in part.kernels.items()}


def minors_of(matroid: Matroid) -> Minors | None:
    """The matroid itself if it has ``delete`` and ``contract``, else None."""
    offers = hasattr(matroid, "delete") and hasattr(matroid, "contract")
    return cast("Minors", matroid) if offers else None
