"""What others answer, checked once, where it enters: type, shape and range, so that kernels may index by it.

Nothing is proved of it: a set that lies in the ground set may still be no basis. The laws of `matroidlab.testing.laws`
find that out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import getattr_static
from types import FunctionType
from typing import Any

import numpy as np

from matroidlab.errors import InvalidAnswerError
from matroidlab.types import Booleans, Elements, Masks, Weights, as_int_tuples, ground_set

Shape = tuple[int, ...]


def as_sets(answer: object, *, shape: Shape, size: int, name: str) -> Elements:
    """Return an answer that is an array of elements of ``0 .. size-1``, or say what is wrong with it.

    >>> as_sets([[0, 9]], shape=(1, 2), size=4, name="max_weight_bases")
    Traceback (most recent call last):
    matroidlab.errors.InvalidAnswerError: max_weight_bases must return elements of 0..3, got 9
    """
    array = _as_array(answer, shape, name, kinds="iu", what="integers")
    outside = array[(array < 0) | (array >= size)]
    if outside.size:
        raise InvalidAnswerError(f"{name} must return elements of {ground_set(size)}, got {outside[0]}")
    return array.astype(np.intp, order="C", copy=False)


def as_kept(answer: object, *, size: int, name: str = "greedy") -> Elements:
    """Return an answer that is distinct elements, however many."""
    count = len(answer) if isinstance(answer, np.ndarray | list | tuple) else 0
    kept = as_sets(answer, shape=(count,), size=size, name=name)
    if len(np.unique(kept)) < count:
        raise InvalidAnswerError(f"{name} must return distinct elements, got {kept.tolist()}")
    return kept


def as_truths(answer: object, *, shape: Shape, name: str) -> Booleans:
    """Return an answer that is an array of truth values, or say what is wrong with it."""
    return _as_array(answer, shape, name, kinds="b", what="truth values").astype(np.bool_, order="C", copy=False)


def as_blocks(answer: object, *, size: int, rank: int, greedy: Callable[[Elements], object]) -> Elements:
    """Return the block of each element, numbers from 0, if the ranks of the blocks add up to the rank.

    >>> as_blocks([0, 0, 1], size=3, rank=1, greedy=lambda order: order[:1])
    Traceback (most recent call last):
    matroidlab.errors.InvalidAnswerError: uniform_blocks must have ranks that add up to 1, the rank, got 1 + 1

    That makes a matroid the direct sum of its blocks: every basis has as many elements of each as any other.
    """
    blocks = as_sets(answer, shape=(size,), size=size, name="uniform_blocks")
    members = np.split(np.argsort(blocks, kind="stable"), np.cumsum(np.bincount(blocks))[:-1]) if size else []
    ranks = [len(as_kept(greedy(block), size=size)) for block in members]
    if sum(ranks) != rank:
        got = " + ".join(map(str, ranks))
        raise InvalidAnswerError(f"uniform_blocks must have ranks that add up to {rank}, the rank, got {got}")
    return blocks


def as_edges(answer: object, *, size: int) -> list[tuple[int, int]]:
    """Return an answer that is a pair of vertices for each element, or say what is wrong with it."""
    try:
        edges = as_int_tuples(answer, name="graph_edges")  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise InvalidAnswerError(str(error)) from error
    if len(edges) != size or any(len(edge) != 2 for edge in edges):
        raise InvalidAnswerError(f"graph_edges must be a pair of vertices for each of {size} elements, got {edges}")
    return [(u, v) for u, v in edges]


def _as_array(answer: object, shape: Shape, name: str, *, kinds: str, what: str) -> np.ndarray[Any, Any]:
    try:
        array = np.asarray(answer)
    except ValueError:
        array = np.empty(0, dtype=object)
    if array.shape != shape or (array.size and array.dtype.kind not in kinds):
        got = f"{array.dtype} of shape {array.shape}" if array.dtype.kind != "O" else repr(answer)[:80]
        raise InvalidAnswerError(f"{name} must return {what} of shape {shape}, got {got}")
    return array if array.size else array.astype(np.intp if "i" in kinds else np.bool_)


def is_altered(thing: object) -> bool:
    """Whether a method was replaced, on the instance or below the class that offers the part."""
    own = type(thing)
    maker = next((kind for kind in own.__mro__ if "part" in vars(kind)), own)
    methods = {
        name: value
        for kind in reversed(maker.__mro__[:-1])
        for name, value in vars(kind).items()
        if isinstance(value, FunctionType | property) or (callable(value) and not name.startswith("_"))
    }
    return any(
        getattr_static(own, name) is not value or name in getattr(thing, "__dict__", ()) or not _is_at_home(name, value)
        for name, value in methods.items()
        if not name.startswith("__") and not getattr(value, "__isabstractmethod__", False)
    )


def _is_at_home(name: str, value: object) -> bool:
    """Whether a method was written where it stands, and not put there later."""
    return isinstance(value, property) or getattr(value, "__qualname__", "").endswith(f".{name}")


def require(offer: object, *methods: str, name: str) -> None:
    """Raise an error that names a method which an offer lacks."""
    for method in methods:
        if not hasattr(offer, method):
            raise InvalidAnswerError(f"{name}() must return something with {method}, or None, got {offer!r}")


@dataclass(frozen=True)
class CheckedLanes:
    """Somebody's bases and exchanges for many lanes."""

    offer: Any
    size: int
    rank: int

    @property
    def exchanges_are_strong(self) -> bool:
        """Whether it says so."""
        return bool(self.offer.exchanges_are_strong)

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        """A basis for each lane."""
        answer = self.offer.max_weight_bases(weights, guess=guess)
        return as_sets(answer, shape=(len(weights), self.rank), size=self.size, name="max_weight_bases")

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """A partner for each element of the source."""
        answer = self.offer.exchanges(source, target)
        return as_sets(answer, shape=source.shape, size=self.size, name="exchanges")


@dataclass(frozen=True)
class CheckedDynamic:
    """Somebody's bases that are kept while weights change."""

    offer: Any
    size: int
    rank: int

    def track(self, weights: Weights, /) -> "CheckedTracker":
        """Start from ``weights (lanes, size)``."""
        tracker = self.offer.track(weights)
        require(tracker, "bases", "update", name="track")
        return CheckedTracker(tracker, (len(weights), self.rank), self.size)


@dataclass(frozen=True)
class CheckedTracker:
    """Somebody's tracker."""

    tracker: Any
    shape: Shape
    size: int

    @property
    def bases(self) -> Elements:
        """A basis for each lane; an array of its own."""
        return as_sets(self.tracker.bases, shape=self.shape, size=self.size, name="bases").copy()

    def update(self, elements: Elements, weights: Weights, /) -> None:
        """Pass it on."""
        self.tracker.update(elements, weights)


@dataclass(frozen=True)
class CheckedOrderability:
    """What somebody knows of strong base-orderability."""

    offer: Any
    size: int
    rank: int

    @property
    def violation(self) -> tuple[Elements, Elements] | None:
        """Two sets of elements, or None."""
        pair = self.offer.violation
        if pair is None:
            return None
        first, second = as_sets(list(pair), shape=(2, self.rank), size=self.size, name="violation")
        return first, second

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        """A partner for each element of the source, or None."""
        answer = self.offer.strong_bijection(source, target)
        if answer is None:
            return None
        return as_sets(answer, shape=source.shape, size=self.size, name="strong_bijection")


@dataclass(frozen=True)
class CheckedTable:
    """Somebody's independence of many sets at once."""

    offer: Any
    size: int
    rank: int

    def are_independent(self, masks: Masks, /) -> Booleans:
        """A truth value for each mask."""
        return as_truths(self.offer.are_independent(masks), shape=masks.shape, name="are_independent")


@dataclass(frozen=True)
class CheckedSwaps:
    """Somebody's swaps at some places."""

    offer: Any
    size: int
    rank: int

    def swaps_at(self, independent: Elements, places: Elements, incoming: Elements, /) -> Booleans:
        """A truth value for each pair."""
        answer = self.offer.swaps_at(independent, places, incoming)
        return as_truths(answer, shape=(len(incoming), len(places)), name="swaps_at")


@dataclass(frozen=True)
class CheckedList:
    """Somebody's list of all bases."""

    offer: Any
    size: int
    rank: int

    @property
    def basis_masks(self) -> Masks:
        """Masks of ``rank`` elements each, ascending."""
        require(self.offer, "basis_masks", name="listed")
        masks = self.offer.basis_masks
        if not isinstance(masks, np.ndarray) or masks.dtype != np.int64 or masks.ndim != 1:
            raise InvalidAnswerError(f"basis_masks must be a one-dimensional array of int64, got {masks!r}")
        fits = masks.min(initial=0) >= 0 and int(masks.max(initial=0)) >> self.size == 0
        if not fits or (np.bitwise_count(masks) != self.rank).any() or (masks[1:] <= masks[:-1]).any():
            bound = f"ascending masks of {self.rank} elements of {ground_set(self.size)}"
            raise InvalidAnswerError(f"basis_masks must be {bound}, got {masks}")
        return masks


CHECKED: dict[str, tuple[tuple[str, ...], Callable[[Any, int, int], object]]] = {
    "Batched": (("max_weight_bases", "exchanges"), CheckedLanes),
    "Dynamic": (("track",), CheckedDynamic),
    "Orderability": (("strong_bijection",), CheckedOrderability),
    "Tabulated": (("are_independent",), CheckedTable),
    "Listed": ((), CheckedList),
    "Pairwise": (("swaps_at",), CheckedSwaps),
}
"""By the name of an optional capability of matroids: what an offer answers to, and how its answers are checked."""
