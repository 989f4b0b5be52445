"""BubbleRank: re-rank a list by exchanging neighbours, learning from clicks."""

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from matroidlab import Matroid
from matroidlab.algorithms import as_basis
from matroidlab.types import Actions, Elements, ElementsLike, Weights, as_count, as_number

if TYPE_CHECKING:
    from matroidlab.bandits import Estimates


class BubbleRank:
    """Show the baseline's items in a better and better order, exchanging only neighbours.

    >>> from matroidlab import UniformMatroid
    >>> policy = BubbleRank(UniformMatroid(size=4, rank=4), [3, 1, 2, 0], delta=0.01, seed=1)
    >>> sorted(policy.plan()[0, 0].tolist())
    [0, 1, 2, 3]

    Li, Kveton, Lattimore, Markov, de Rijke, Szepesvari and Zoghi, *BubbleRank: Safe Online Learning
    to Re-Rank via Implicit Click Feedback*, UAI 2019 (https://arxiv.org/abs/1806.05819),
    Algorithm 1. In list t the pairs of neighbouring places that begin at an odd place (t even) or
    an even one (t odd) are exchanged at random, unless it is known which item belongs above. A pair
    is known when the difference s of the clicks on its two items, over the n lists with a click on
    exactly one of them, is above 2 sqrt(n ln(1/delta)); then the base list is sorted by it.

    Algorithm 1 was written down without the text at hand, and not compared with it line by line.
    It departs from the paper in two points. The paper ranks all items there are; here they are the
    items of the baseline, and no other item is ever shown. A weight between 0 and 1 counts by the
    size of the difference, which for clicks is the paper's rule.

    Parameters
    ----------
    matroid
        Defines the valid lists.
    baseline
        The items in the order to start from, a basis.
    delta
        The probability with which a pair may be sorted wrongly; the paper has n^-4.
    seed
        The seed or generator of the random exchanges.
    lanes
        The number of independent runs.
    """

    rng: np.random.Generator
    estimates: "Estimates"

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        delta: float,
        seed: int | np.random.Generator,
        lanes: int = 1,
    ) -> None:
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.delta = as_number(delta, name="delta", above=0, most=1)
        self.rng = np.random.default_rng(seed)
        # Questions about matroids load this module, and not all of the bandits.
        from matroidlab.bandits import Estimates  # noqa: PLC0415

        self.estimates = Estimates(lanes=self.lanes, size=matroid.size)
        self.base_lists: Elements = np.tile(self.baseline, (self.lanes, 1))
        self.leads: Weights = np.zeros((self.lanes, matroid.size, matroid.size))
        """s of the paper: ``[lane, i, j]`` is clicks on i minus clicks on j."""
        self.decided: Weights = np.zeros((self.lanes, matroid.size, matroid.size))
        """n of the paper: how many of those lists had a click on exactly one of the two."""
        self.shown: Elements = np.zeros(self.lanes, dtype=np.intp)
        """The number of lists learnt."""

    def __repr__(self) -> str:
        lists = int(self.shown.max())
        return f"BubbleRank({self.matroid!r}, delta={self.delta:g}; {lists} lists learnt)"

    def plan(self) -> Actions:
        """One action: the base list with random exchanges of neighbours that are not yet known."""
        rank = self.matroid.rank
        coins = self.rng.random((self.lanes, rank)) < 0.5
        lists = self.base_lists.copy()
        for lane, shown in enumerate(lists):
            for place in self._first_places(lane):
                above = shown[place]
                below = shown[place + 1]
                if coins[lane, place] and not self._is_above(lane, above, below):
                    shown[place : place + 2] = below, above
        return lists[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in clicks on lists, each in the order in which it was shown.

        Rows of another width than a list say nothing about pairs.
        """
        self.estimates.learn(actions, weights)
        items = np.asarray(actions)
        if items.shape[2] != self.matroid.rank:
            return
        for lane, row in np.argwhere((items >= 0).any(axis=2)).tolist():
            self._learn_list(lane, items[lane, row], np.asarray(weights)[lane, row])

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Count observations of items that were not shown as lists; they say nothing on pairs."""
        self.estimates.learn(actions, weights, is_shown=False)

    def _learn_list(self, lane: int, shown: Elements, clicks: Weights) -> None:
        for place in self._first_places(lane):
            above, below = shown[place : place + 2].tolist()
            if above < 0 or below < 0 or above == below:
                continue
            difference = float(clicks[place] - clicks[place + 1])
            self.leads[lane, above, below] += difference
            self.leads[lane, below, above] -= difference
            self.decided[lane, above, below] += abs(difference)
            self.decided[lane, below, above] += abs(difference)
        self.shown[lane] += 1
        base = self.base_lists[lane]
        for place in range(len(base) - 1):
            above, below = base[place : place + 2].tolist()
            if self._is_above(lane, below, above):
                base[place : place + 2] = below, above

    def _first_places(self, lane: int) -> range:
        """The upper places of the pairs of the next list: 0, 2, ... or 1, 3, ... in turn."""
        # The paper counts lists from 1: list t has h = t mod 2.
        return range((int(self.shown[lane]) + 1) % 2, self.matroid.rank - 1, 2)

    def _is_above(self, lane: int, item: int, other: int) -> bool:
        """Whether it is known that an item belongs above another."""
        decided = self.decided[lane, item, other]
        return bool(self.leads[lane, item, other] > 2 * sqrt(decided * log(1 / self.delta)))
