"""Optional capabilities: what a matroid, a policy or a reward model can do faster than the generic way.

`offered` asks for one, once, when the object that uses it is set up.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from matroidlab.protocol.checked import CHECKED, as_blocks, as_edges, is_altered, require
from matroidlab.protocol.matroid import Matroid
from matroidlab.types import Booleans, Elements, ElementsLike, Masks, Weights

Offer = TypeVar("Offer")


class Batched(Protocol):
    """Optional: bases and exchanges for many lanes in one call. Ask by `offered`."""

    @property
    def exchanges_are_strong(self) -> bool:
        """Whether the bijections of `exchanges` are strong: any part of the source may be exchanged at once."""

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        """``(lanes, rank)``: each lane's maximum-weight basis in greedy order, ties to the smaller element.

        ``guess`` is a hint, the bases of a moment ago; it never changes the answer.
        """

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """``(lanes, rank)``: each lane's exchange bijection, aligned with ``source``."""


class Orderability(Protocol):
    """Optional: what a matroid knows of its own strong base-orderability. Ask by `offered`."""

    @property
    def violation(self) -> tuple[Elements, Elements] | None:
        """Two bases without a strong bijection, or None if the matroid is strongly base-orderable."""

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        """A strong bijection, aligned with ``source``; None only where there is a `violation`, as "cannot say"."""


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
    """Optional: swaps at some places only, offered where each costs a call of an oracle. Ask by `offered`."""

    def swaps_at(self, independent: Elements, places: Elements, incoming: Elements, /) -> Booleans:
        """``[i, j]``: whether ``independent - independent[places[j]] + incoming[i]`` is independent.

        No incoming element is in the set.
        """


class Minors(Protocol):
    """Optional: minors of the same family. A matroid that has both methods offers it; ask it by `minors_of`.

    The elements that are left are numbered anew, in order.
    """

    def delete(self, elements: ElementsLike, /) -> Matroid:
        """The matroid on the other elements, with the same independent sets among them."""

    def contract(self, elements: ElementsLike, /) -> Matroid:
        """The matroid on the other elements, whose sets are independent beside a basis of ``elements``."""


class Part(NamedTuple):
    """The kernels and arrays that an object brings to the compiled game loop. Ask by `offered`.

    Attributes
    ----------
    kernels
        The kernel for each slot of the loop that this object fills (see `matroidlab.kernels`), including the kernels
        of the objects it calls in turn.
    arrays
        A named tuple of arrays and numbers, passed to these kernels as their first argument.
    longest
        For a policy: the number of actions of its longest round.
    adopt
        For a policy: called once each time the compiled loop returns, so that the policy takes over what the loop has
        written into its arrays.
    """

    kernels: Mapping[Any, Any]
    arrays: tuple[Any, ...]
    longest: int = 1
    adopt: Callable[[], None] | None = None


def united(*parts: Part) -> dict[Any, Any]:
    """Return the kernels of several parts, which fill different slots."""
    return {slot: filled for part in parts for slot, filled in part.kernels.items()}


def offered(thing: object, kind: type[Offer]) -> Offer | None:
    """What a thing offers of an optional kind, or None: its answer to the method of that name in lower case.

    >>> from matroidlab import OracleMatroid, UniformMatroid
    >>> offered(UniformMatroid(size=4, rank=2), Batched).exchanges_are_strong
    True
    >>> offered(OracleMatroid(3, lambda elements: len(elements) < 2), Batched) is None
    True

    Ask once, when whoever uses it is set up. What a stranger's offer answers is checked from then on: its type, shape
    and range, before a kernel sees it. A `Part` stands in for the methods of its owner: whoever replaces one of these,
    in a subclass or on the instance, offers no part.
    """
    offer = None if kind is Part and is_altered(thing) else asked(thing, kind)
    methods, checked = CHECKED.get(kind.__name__, ((), None))
    if offer is None or checked is None or is_ours(offer, *methods):
        return offer
    require(offer, *methods, name=kind.__name__.lower())
    matroid = cast("Matroid", thing)
    return cast("Offer", checked(offer, matroid.size, matroid.rank))


def asked(thing: object, kind: type[Offer]) -> Offer | None:
    """The same as it is, unchecked: for the laws, which find more than wrong shapes."""
    ask: Callable[[], Offer | None] | None = getattr(thing, kind.__name__.lower(), None)
    return None if ask is None else ask()


def uniform_blocks_of(matroid: Matroid) -> Elements | None:
    """What the matroid answers to ``uniform_blocks()``: each element's block, or None if it has no such method.

    Optional, for a matroid that is the direct sum of uniform ones, a block each: a set is independent exactly if it has
    at most as many elements of each block as the block's rank. Blocks are numbered from 0.
    """
    offer = getattr(matroid, "uniform_blocks", None)
    answer = offer() if offer is not None else None
    if answer is None or is_ours(matroid, "uniform_blocks"):
        return cast("Elements | None", answer)
    return as_blocks(answer, size=matroid.size, rank=matroid.rank, greedy=matroid.greedy)


def graph_edges_of(matroid: Matroid) -> Sequence[tuple[int, int]] | None:
    """What the matroid answers to ``graph_edges()``: each element's edge, or None if it has no such method.

    Optional, for a matroid that comes from a graph, so that it can be drawn: a set is independent exactly if its edges
    close no cycle. Vertices are any integers.
    """
    offer: Callable[[], object] | None = getattr(matroid, "graph_edges", None)
    answer = offer() if offer is not None else None
    return None if answer is None else as_edges(answer, size=matroid.size)


def minors_of(matroid: Matroid) -> Minors | None:
    """The matroid itself if it has ``delete`` and ``contract``, else None."""
    offers = hasattr(matroid, "delete") and hasattr(matroid, "contract")
    return cast("Minors", matroid) if offers else None


def element_names_of(matroid: Matroid) -> Sequence[str]:
    """What the matroid calls its elements in messages, its ``element_names`` if it has any, else their numbers."""
    names: Sequence[str] | None = getattr(matroid, "element_names", None)
    return [str(element) for element in range(matroid.size)] if names is None else names


def is_ours(offer: object, *methods: str) -> bool:
    """Whether all these methods are written in this library, which checks itself by tests and not while it runs.

    What it computes from the answers of others has been checked on its way in. A method that somebody overrides or
    sets on the instance is his. What has no methods, only data, is ours if its class is.
    """
    homes = [getattr(getattr(offer, method, None), "__module__", "") for method in methods] or [type(offer).__module__]
    return all(str(home).partition(".")[0] == "matroidlab" for home in homes)
