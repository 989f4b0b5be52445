"""A way to mix rankings into one list: drawn at random, with exact probabilities."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from matroidlab import Matroid, rank_of
from matroidlab.errors import InvalidElementsError
from matroidlab.types import Elements, ElementsLike, Weights, as_elements
from matroidlab_evaluation.arguments import as_numbers, check_matroid

List = tuple[int, ...]
"""The items of a list, in the order of its places."""

NO_TEAM = -1
"""The team of an item for which no ranker gets credit."""

MOST_LISTS = 40_000
"""The largest number of lists, with their teams, that are enumerated."""


class Drawn(NamedTuple):
    """One list, or ``(lists, places)`` of them, and the ranker that gets the credit of each item.

    A team of -1 stands for none.
    """

    items: Elements
    teams: Elements

    def __repr__(self) -> str:
        return f"Drawn(items={self.items.tolist()}, teams={self.teams.tolist()})"


class InterleavingMethod(ABC):
    """A random list made of several rankings, every list of which is a basis of the matroid."""

    matroid: Matroid
    rankings: tuple[Elements, ...]

    def __init__(self, matroid: Matroid, rankings: Iterable[ElementsLike]) -> None:
        check_matroid(matroid)
        self.matroid = matroid
        self.rankings = as_rankings(matroid, rankings)

    @abstractmethod
    def lists(self) -> Mapping[List, float]:
        """Return every possible list and its probability."""

    @abstractmethod
    def draw(self, rng: np.random.Generator) -> Drawn:
        """Draw one list."""

    @abstractmethod
    def draw_many(self, count: int, rng: np.random.Generator) -> Drawn:
        """Draw ``count`` lists: arrays of ``(count, rank)``."""

    @abstractmethod
    def probability(self, items: ElementsLike) -> float:
        """Return the probability of a list, 0 for one that is never shown."""

    @abstractmethod
    def credit(self, drawn: Drawn, clicks: ArrayLike) -> Weights:
        """Return the credit of each ranker for clicks on a list, by place.

        For ``(lists, places)`` the result is ``(lists, rankers)``.
        """

    @cached_property
    def place_probabilities(self) -> Weights:
        """``[place, item]``: the probability that the item stands at the place."""
        found = np.zeros((self.matroid.rank, self.matroid.size))
        places = np.arange(self.matroid.rank)
        for items, probability in self.lists().items():
            found[places, list(items)] += probability
        return found

    def __repr__(self) -> str:
        shown = [ranking.tolist() for ranking in self.rankings]
        return f"{type(self).__name__}({self.matroid!r}, {shown})"


def as_rankings(matroid: Matroid, rankings: Iterable[ElementsLike]) -> tuple[Elements, ...]:
    """Return rankings as arrays; each must hold a basis, so that a ranker can always choose."""
    if not isinstance(rankings, Iterable):
        raise TypeError(f"rankings must be a sequence of rankings, got {rankings!r:.80}")
    found = tuple(
        as_elements(ranking, size=matroid.size, name=f"rankings[{i}]")
        for i, ranking in enumerate(rankings)
    )
    if len(found) < 2:
        raise ValueError(f"a comparison needs at least 2 rankings, got {len(found)}")
    for i, ranking in enumerate(found):
        rank = rank_of(matroid, ranking)
        if rank < matroid.rank:
            raise InvalidElementsError(
                f"rankings[{i}] must contain a full list: a list has {matroid.rank} items, but "
                f"only {rank} of this ranking fit on one; append the items that it leaves out"
            )
    return found


def check_drawn(drawn: Drawn) -> None:
    """Raise a TypeError unless this was drawn from a method."""
    if not isinstance(drawn, Drawn):
        raise TypeError(f"drawn must be a list that draw() returned, got {drawn!r:.80}")


def as_clicks(items: Elements, clicks: ArrayLike) -> Weights:
    """Return the clicks on lists, one number for each place, as an array."""
    found = as_numbers(clicks, name="clicks")
    if found.shape != np.shape(items):
        raise ValueError(
            f"clicks must have one number for each place, shape {np.shape(items)}, "
            f"got shape {found.shape}"
        )
    wrong = ~np.isfinite(found) | (found < 0)
    if wrong.any():
        raise ValueError(f"clicks must be finite and at least 0, got {found[wrong][0]}")
    return found


def two_rankings(method: InterleavingMethod) -> tuple[Elements, Elements]:
    """Return the two rankings of a method that is defined for two only."""
    if len(method.rankings) != 2:
        name = type(method).__name__
        raise ValueError(
            f"{name} compares 2 rankings, got {len(method.rankings)}; TeamDraft takes more"
        )
    first, second = method.rankings
    return first, second


def check_bases(method: InterleavingMethod, lists: Iterable[List]) -> None:
    """Raise an error unless every list fits on the page, as on a uniform matroid."""
    for items in lists:
        if not method.matroid.is_independent(np.array(items, dtype=np.intp)):
            raise ValueError(
                f"{type(method).__name__} would show {list(items)}, which does not fit on the "
                "page: it needs a uniform matroid; TeamDraft and ProbabilisticInterleaving take any"
            )
