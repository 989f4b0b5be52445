"""What minors offer of what their parents offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from matroidlab.derived.sets import scattered
from matroidlab.kernels.sorting import descending
from matroidlab.protocol import Batched, Orderability, Pairwise, Tabulated
from matroidlab.types import Booleans, Elements, Masks, Weights


class Embedded(Protocol):
    """Where the elements of a minor are in its parent."""

    @property
    def rank(self) -> int:
        """The number of elements of every basis."""

    @property
    def places(self) -> Elements:
        """Which element of the parent each element is."""

    @property
    def numbers(self) -> Elements:
        """Which element each element of the parent is."""

    @property
    def fixed(self) -> Elements:
        """What stands before a basis in the parent."""

    @property
    def rest(self) -> Elements:
        """What stands behind it."""

    def lifted(self, basis: Elements) -> Elements:
        """The basis of the parent that a basis stands for."""

    def lowered(self, basis: Elements) -> Elements:
        """The other way round, place by place."""


@dataclass(frozen=True)
class MinorLanes:
    """Many lanes at once."""

    parent: Batched
    minor: Embedded

    @property
    def exchanges_are_strong(self) -> bool:
        """Whether the parent's are."""
        return self.parent.exchanges_are_strong

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        """What is fixed comes first in the parent, what is gone comes last, and between them is the minor's basis."""
        minor = self.minor
        size, before = len(minor.places), len(minor.fixed)
        ranks = np.zeros((len(weights), len(minor.numbers)))
        # The parent's order among equals is another one, so it is given places in the order, not weights.
        np.put_along_axis(ranks, minor.places[descending(weights)], np.arange(size, 0.0, -1)[None], axis=1)
        ranks[:, minor.fixed] = size + 1
        hint = None if guess is None else self._lifted(guess)
        return minor.numbers[self.parent.max_weight_bases(ranks, guess=hint)[:, before : before + minor.rank]]

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """The parent's, of bases that are extended in the same way."""
        before = len(self.minor.fixed)
        partners = self.parent.exchanges(self._lifted(source), self._lifted(target))
        return self.minor.numbers[partners[:, before : before + source.shape[1]]]

    def _lifted(self, bases: Elements) -> Elements:
        fixed, rest = (np.tile(part, (len(bases), 1)) for part in (self.minor.fixed, self.minor.rest))
        return np.concatenate([fixed, self.minor.places[bases], rest], axis=1)


@dataclass(frozen=True)
class MinorSwaps:
    """Swaps at some places."""

    parent: Pairwise
    minor: Embedded

    def swaps_at(self, independent: Elements, places: Elements, incoming: Elements, /) -> Booleans:
        """Those of the parent, where what is fixed stays."""
        minor = self.minor
        whole = np.concatenate([minor.fixed, minor.places[independent]])
        return self.parent.swaps_at(whole, places + len(minor.fixed), minor.places[incoming])


@dataclass(frozen=True)
class MinorTable:
    """Sets as bit masks."""

    parent: Tabulated
    places: Elements
    fixed: Elements

    def are_independent(self, masks: Masks, /) -> Booleans:
        """What the parent says, of what is fixed as well."""
        fixed = sum(1 << element for element in self.fixed.tolist())
        return self.parent.are_independent(scattered(masks, self.places) | fixed)


@dataclass(frozen=True)
class MinorOrderability:
    """Bases are extended in the same way; what they have in common stays, so the bijection is one of the minor."""

    parent: Orderability
    minor: Embedded

    @property
    def violation(self) -> tuple[Elements, Elements] | None:
        """The parent's pair, if it differs only in elements of the minor and has bases of it there.

        What else the two bases have, they have in common, and it spans no less than what is fixed and the rest.
        """
        pair = self.parent.violation
        if pair is None:
            return None
        first, second = (self.minor.numbers[basis] for basis in pair)
        gone = [set(basis[numbers < 0].tolist()) for basis, numbers in zip(pair, (first, second), strict=True)]
        first, second = first[first >= 0], second[second >= 0]
        return (first, second) if gone[0] == gone[1] and len(first) == self.minor.rank else None

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        """The parent's, of the extended bases."""
        partners = self.parent.strong_bijection(self.minor.lifted(source), self.minor.lifted(target))
        return None if partners is None else self.minor.lowered(partners)


@dataclass(frozen=True)
class Renumbered:
    """What the same matroid knows whose element i is called ``names[i]`` here."""

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


def shrunk(edges: Sequence[tuple[int, int]], places: Elements, fixed: Elements) -> Sequence[tuple[int, int]]:
    """Return the edges at ``places`` once those at ``fixed`` are points, each called as the smallest vertex in it.

    >>> shrunk([(0, 1), (1, 2), (0, 2)], places=np.array([2, 1]), fixed=np.array([0]))
    [(0, 2), (0, 2)]
    """
    point = {vertex: vertex for edge in edges for vertex in edge}
    for u, v in (edges[place] for place in fixed.tolist()):
        kept, gone = sorted((point[u], point[v]))
        point = {vertex: kept if other == gone else other for vertex, other in point.items()}
    return [(point[u], point[v]) for u, v in (edges[place] for place in places.tolist())]
