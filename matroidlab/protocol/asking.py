"""How a matroid is asked: by name, and for what it offers.

Answers of optional capabilities are checked before a kernel indexes by them, for their type, shape
and range only. A set that lies in the ground set may still not be a basis; the laws of
`matroidlab.testing.laws` find that out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np

from matroidlab.errors import InvalidAnswerError, ground_set
from matroidlab.protocol.capabilities import Part
from matroidlab.protocol.checked import Shape, as_array, as_sets
from matroidlab.protocol.matroid import Matroid
from matroidlab.protocol.translation import answer_by_name
from matroidlab.types import Booleans, Elements, ElementsLike, Masks, Weights

Offer = TypeVar("Offer")
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def offered(thing: object, kind: type[Offer]) -> Offer | None:
    """Return the optional capability that an object offers, or None if it does not.

    >>> from matroidlab import OracleMatroid, UniformMatroid
    >>> from matroidlab.protocol import Batched
    >>> offered(UniformMatroid(size=4, rank=2), Batched).exchanges_are_strong
    True
    >>> offered(OracleMatroid(3, lambda elements: len(elements) < 2), Batched) is None
    True

    The object is asked by the method of that name in lower case. Ask once, when the user of the
    capability is set up: from then on the type, shape and range of every answer are checked.

    An offer is left unchecked only if its own class says ``answers_need_no_check = True``, as
    `BlockSum` does, whose kernels check their input: that is every call of the most common round.

    A `Part` stands in for all methods of its owner, so it is not inherited: a subclass that
    wants the part of its parent says ``part = Parent.part``, and is played step by step otherwise.
    """
    if kind is Part and "part" not in vars(type(thing)):
        return None
    offer = asked(thing, kind)
    if offer is None or kind.__name__ not in CHECKED:
        return offer
    members, checked = CHECKED[kind.__name__]
    require(offer, *members, name=kind.__name__.lower())
    if vars(type(offer)).get("answers_need_no_check", False):
        return offer
    return cast("Offer", checked(offer, cast("Matroid", thing)))


def asked(thing: object, kind: type[Offer]) -> Offer | None:
    """Return what `offered` returns, unchecked and inherited: for the laws, which check more."""
    ask: Callable[[], Offer | None] | None = getattr(thing, kind.__name__.lower(), None)
    return None if ask is None else ask()


def by_name(
    function: Callable[Parameters, Result], *, alike: bool = True
) -> Callable[Parameters, Result]:
    """Return a function that takes and gives names, if its matroids have ``labels`` to ask by.

    >>> from matroidlab import Labelled, UniformMatroid, algorithms
    >>> matroid = Labelled(UniformMatroid(size=3, rank=1), ["a", "b", "c"])
    >>> by_name(algorithms.closure)(matroid, {"b"})
    ('a', 'b', 'c')

    Matroids come first among the arguments. If several are ``alike``, on the same elements, they
    must name them alike; otherwise the answer is in the names of the first that has some.
    """
    count = max(sum(kind is Matroid for kind in function.__annotations__.values()), 1)

    @wraps(function)
    def asked(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        # The class is asked: some instances take ten times as long to say that they have none.
        for one in args[:count]:
            if hasattr(type(one), "labels") or isinstance(one, list | tuple):
                break
        else:
            if len(args) >= count:
                return function(*args, **kwargs)
        return cast("Result", answer_by_name(function, args, kwargs, alike=alike))

    @wraps(function)
    def asked_about_a_set(matroid: Matroid, elements: ElementsLike) -> Any:
        if hasattr(type(matroid), "labels"):
            return answer_by_name(function, (matroid, elements), {}, alike=alike)
        return quick(matroid, elements)

    quick: Callable[..., Any] = function
    # Passing on any arguments takes as long as the quickest answers do, which are about a set.
    is_about_a_set = [*signature(function).parameters] == ["matroid", "elements"]
    return cast("Any", asked_about_a_set) if is_about_a_set else asked


def as_truths(answer: object, *, shape: Shape, name: str) -> Booleans:
    """Return an answer that is an array of truth values, or raise an error."""
    if type(answer) is np.ndarray and answer.dtype == np.bool_ and answer.shape == shape:
        return np.ascontiguousarray(answer)
    array = as_array(answer, shape, name, kinds="b", what="truth values")
    return array.astype(np.bool_, order="C", copy=False)


def require(offer: object, *members: str, name: str) -> None:
    """Raise an error that names a member which an offer lacks."""
    for member in members:
        if not hasattr(offer, member):
            raise InvalidAnswerError(
                f"{name}() must return something with {member}, or None, got {offer!r}"
            )


@dataclass(frozen=True)
class _Checked:
    """The offer of a matroid, whose answers are checked; its rank is not asked for until needed."""

    offer: Any
    matroid: Matroid


class CheckedBatched(_Checked):
    """A `Batched` whose answers are checked."""

    @property
    def exchanges_are_strong(self) -> bool:
        return bool(self.offer.exchanges_are_strong)

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        answer = self.offer.max_weight_bases(weights, guess=guess)
        return as_sets(
            answer,
            shape=(len(weights), self.matroid.rank),
            size=self.matroid.size,
            name="max_weight_bases",
        )

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        answer = self.offer.exchanges(source, target)
        return as_sets(answer, shape=source.shape, size=self.matroid.size, name="exchanges")


class CheckedDynamic(_Checked):
    """A `Dynamic` whose trackers' answers are checked."""

    def track(self, weights: Weights, /) -> "CheckedTracker":
        tracker = self.offer.track(weights)
        require(tracker, "bases", "update", name="track")
        return CheckedTracker(tracker, (len(weights), self.matroid.rank), self.matroid.size)


@dataclass(frozen=True)
class CheckedTracker:
    """A `Tracker` whose bases are checked."""

    tracker: Any
    shape: Shape
    size: int

    @property
    def bases(self) -> Elements:
        return as_sets(self.tracker.bases, shape=self.shape, size=self.size, name="bases").copy()

    def update(self, elements: Elements, weights: Weights, /) -> None:
        self.tracker.update(elements, weights)


class CheckedOrderability(_Checked):
    """An `Orderability` whose answers are checked."""

    @property
    def violation(self) -> tuple[Elements, Elements] | None:
        pair = self.offer.violation
        if pair is None:
            return None
        shape = (2, self.matroid.rank)
        first, second = as_sets(list(pair), shape=shape, size=self.matroid.size, name="violation")
        return first, second

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        answer = self.offer.strong_bijection(source, target)
        if answer is None:
            return None
        return as_sets(answer, shape=source.shape, size=self.matroid.size, name="strong_bijection")


class CheckedTabulated(_Checked):
    """A `Tabulated` whose answers are checked."""

    def are_independent(self, masks: Masks, /) -> Booleans:
        return as_truths(
            self.offer.are_independent(masks), shape=masks.shape, name="are_independent"
        )


class CheckedPairwise(_Checked):
    """A `Pairwise` whose answers are checked."""

    def swaps_at(self, independent: Elements, places: Elements, incoming: Elements, /) -> Booleans:
        answer = self.offer.swaps_at(independent, places, incoming)
        return as_truths(answer, shape=(len(incoming), len(places)), name="swaps_at")


class CheckedListed(_Checked):
    """A `Listed` whose masks are checked."""

    @property
    def basis_masks(self) -> Masks:
        masks = self.offer.basis_masks
        if not isinstance(masks, np.ndarray) or masks.dtype != np.int64 or masks.ndim != 1:
            raise InvalidAnswerError(
                f"basis_masks must be a one-dimensional array of int64, got {masks!r}"
            )
        size = self.matroid.size
        rank = self.matroid.rank
        fits = masks.min(initial=0) >= 0 and int(masks.max(initial=0)) >> size == 0
        wrong = not fits or (np.bitwise_count(masks) != rank).any()
        if wrong or (masks[1:] <= masks[:-1]).any():
            bound = f"ascending masks of {rank} elements of {ground_set(size)}"
            raise InvalidAnswerError(f"basis_masks must be {bound}, got {masks}")
        return masks


CHECKED: dict[str, tuple[tuple[str, ...], Callable[[Any, Matroid], object]]] = {
    "Batched": (("max_weight_bases", "exchanges"), CheckedBatched),
    "Dynamic": (("track",), CheckedDynamic),
    "Orderability": (("strong_bijection",), CheckedOrderability),
    "Tabulated": (("are_independent",), CheckedTabulated),
    "Listed": (("basis_masks",), CheckedListed),
    "Pairwise": (("swaps_at",), CheckedPairwise),
}
"""For each optional capability of matroids: the members that an offer must have, and its checks."""
