"""A round: the lists that are dealt before the next plan, and what is known when they are planned."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from matroidlab.types import Elements, Weights


class Evidence(NamedTuple):
    """What was seen of some items when a round was planned: how often, and the sum of their weights."""

    counts: Elements
    sums: Weights


@dataclass
class Round:
    """The lists of a round, in the places of the baseline, and in which order they are dealt.

    ``covered[i]`` is the baseline item that the i-th item of a list is held against, -1 if there is none; the trusted
    list is no worse there.
    """

    lists: Elements
    """``(lists, items)``."""
    places: Elements
    trusted: Elements
    covered: Elements
    seen: Evidence
    """Of the trusted items."""
    against: Evidence
    """Of the covered ones."""
    order: list[int] = field(default_factory=list)
    """Shuffled: those that are left, the next one last."""
    dealt: int = 0

    @property
    def is_over(self) -> bool:
        """Whether there are no lists left."""
        return self.dealt >= len(self.lists)

    def shuffle(self, rng: np.random.Generator) -> None:
        """Put the lists into a random order."""
        self.order = rng.permutation(len(self.lists)).tolist()

    def next(self) -> "Deal":
        """Deal the next list of the shuffled order."""
        chosen, left = self.order[self.dealt], tuple(self.order[self.dealt :])
        self.dealt += 1
        return Deal(self, chosen, left)

    def draw(self, rng: np.random.Generator) -> "Deal":
        """Deal a list that is drawn anew."""
        self.dealt += 1
        return Deal(self, int(rng.integers(len(self.lists))), None)


class Propensities(NamedTuple):
    """The probability with which something was shown, given all that was dealt before.

    Exact, for weighting by their inverse: ``list`` that of the list as a whole, ``items`` those of each of its items at
    its place.
    """

    list: float
    items: tuple[float, ...]


class Deal(NamedTuple):
    """One list of a round, and which others might have been dealt instead."""

    round: Round
    chosen: int
    left: tuple[int, ...] | None
    """Those that were left, itself among them; None stands for all."""

    @property
    def items(self) -> Elements:
        """The items, in the places of the baseline."""
        items: Elements = self.round.lists[self.chosen]
        return items

    @property
    def propensities(self) -> Propensities:
        """How probable it was, of those that were left."""
        lists = self.round.lists if self.left is None else self.round.lists[list(self.left)]
        same = lists == self.items
        return Propensities(float(same.all(axis=1).mean()), tuple(same.mean(axis=0).tolist()))
