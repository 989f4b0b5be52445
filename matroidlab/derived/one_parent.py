"""Constructions with one parent, and how each optional capability of the parent is lifted to them.

A construction says how it is embedded in its parent, by the abstract methods of `OneParent`, and
has all capabilities from that by the table `OneParent.lifts`.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

import numpy as np

from matroidlab.derived.construction import Construction
from matroidlab.kernels.game_slots import pair
from matroidlab.lifting import Lifts
from matroidlab.protocol import Batched, Matroid, Orderability, Pairwise, Part, Tabulated
from matroidlab.protocol.labels import Labels, labels_of, unlabelled
from matroidlab.types import Booleans, Elements, Masks, Weights

Pair = tuple[Elements, Elements]


class LiftedExchange(NamedTuple):
    """A bijection of two bases of the parent, each ``(lanes, rank)``, that are lifted from here."""

    source: Elements
    """The first basis, before it was lifted."""
    first: Elements
    second: Elements
    partners: Elements
    """The elements of ``second``, aligned with ``first``."""


@dataclass(frozen=True)
class LiftedLanes:
    """The `Batched` of a construction."""

    made: "OneParent"
    known: Batched

    @property
    def exchanges_are_strong(self) -> bool:
        return self.known.exchanges_are_strong

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        hint = None if guess is None else self.made.lifted(guess)
        return self.made.heaviest(self.known, weights, hint)

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        first = self.made.lifted(source)
        second = self.made.lifted(target)
        partners = self.known.exchanges(first, second)
        return self.made.lowered(LiftedExchange(source, first, second, partners))


@dataclass(frozen=True)
class LiftedOrderability:
    """The `Orderability` of a construction."""

    made: "OneParent"
    known: Orderability
    violation: Pair | None

    @classmethod
    def of(cls, made: "OneParent", known: Orderability) -> "LiftedOrderability | None":
        """Return it, or None if the parent's violation decides nothing here."""
        theirs = known.violation
        ours = None if theirs is None else made.lowered_pair(*theirs)
        return cls(made, known, ours) if (theirs is None) == (ours is None) else None

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        first = self.made.lifted(source[None])
        second = self.made.lifted(target[None])
        partners = self.known.strong_bijection(first[0], second[0])
        if partners is None:
            return None
        exchange = LiftedExchange(source[None], first, second, partners[None])
        return cast("Elements", self.made.lowered(exchange)[0])


@dataclass(frozen=True)
class LiftedTable:
    """The `Tabulated` of a construction."""

    made: "OneParent"
    known: Tabulated

    def are_independent(self, masks: Masks, /) -> Booleans:
        return self.made.lifted_table(self.known, masks)


@dataclass(frozen=True)
class LiftedSwaps:
    """The `Pairwise` of a construction."""

    made: "OneParent"
    known: Pairwise

    def swaps_at(self, independent: Elements, places: Elements, incoming: Elements, /) -> Booleans:
        return self.made.lifted_swaps(self.known, independent, places, incoming)


def _lifted_part(made: "OneParent", known: Part) -> Part | None:
    # Without a kernel that pairs bases, the parent's part serves no policy that exchanges.
    return made.lifted_part(known) if pair in known.kernels else None


class OneParent(Construction):
    """A matroid made of one other; bases are ``(lanes, rank)``, the bases of the parent alike."""

    lifts: ClassVar[Lifts] = {
        Batched: LiftedLanes,
        Orderability: LiftedOrderability.of,
        Pairwise: LiftedSwaps,
        Part: _lifted_part,
        Tabulated: LiftedTable,
    }

    if TYPE_CHECKING:  # At run time the name stays free, for the field of the construction.

        @property
        def parent(self) -> Matroid:
            """The matroid that it is made of."""

    @property
    def made_of(self) -> Sequence[Matroid]:
        return (self.parent,)

    @property
    def labels(self) -> Labels | None:
        """The names to ask by, those of the parent."""
        return labels_of(self.parent)

    @cached_property
    def unlabelled(self) -> Matroid:
        """The same construction of the parent without names to ask by."""
        made: Any = self  # every construction is a dataclass with the field `parent`
        matroid: Matroid = replace(made, parent=unlabelled(self.parent))
        return matroid

    @abstractmethod
    def lifted(self, bases: Elements) -> Elements:
        """The bases of the parent that stand for bases of this matroid."""

    @abstractmethod
    def lowered(self, exchange: LiftedExchange) -> Elements:
        """Return the bijection of the source that a bijection of lifted bases stands for.

        It is strong if that one is strong.
        """

    @abstractmethod
    def lowered_pair(self, first: Elements, second: Elements) -> Pair | None:
        """From a violation of the parent to a violation here, or None if that does not follow."""

    @abstractmethod
    def heaviest(self, known: Batched, weights: Weights, hint: Elements | None) -> Elements:
        """The maximum-weight bases, from those of the parent by other weights."""

    @abstractmethod
    def lifted_swaps(
        self, known: Pairwise, independent: Elements, places: Elements, incoming: Elements
    ) -> Booleans:
        """The swaps at some places, from swaps of the parent."""

    @abstractmethod
    def lifted_table(self, known: Tabulated, masks: Masks) -> Booleans:
        """Whether sets are independent, from the independence of other sets in the parent."""

    @abstractmethod
    def lifted_part(self, known: Part) -> Part:
        """The part in the game loop, from that of the parent."""


@dataclass(frozen=True)
class Renumbered:
    """The `Orderability` of the same matroid, whose element i is called ``names[i]`` here."""

    known: Orderability
    names: Elements

    @property
    def violation(self) -> tuple[Elements, Elements] | None:
        """The same pair, by our names."""
        pair = self.known.violation
        return None if pair is None else (self.names[pair[0]], self.names[pair[1]])

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        """The same bijection, by our names."""
        numbers = np.argsort(self.names)
        partners = self.known.strong_bijection(numbers[source], numbers[target])
        return None if partners is None else self.names[partners]
