"""Team-draft interleaving on any matroid."""

from collections.abc import Iterable
from math import prod

import numpy as np

from matroidlab import Matroid
from matroidlab.types import Elements, ElementsLike
from matroidlab_evaluation.interleaving.method import List
from matroidlab_evaluation.interleaving.sequential import DraftStep, SequentialMethod


class TeamDraft(SequentialMethod):
    """The rankers take turns, and each pick is the ranker's best item that still fits on the list.

    >>> from matroidlab import UniformMatroid
    >>> draft = TeamDraft(UniformMatroid(size=4, rank=2), [[0, 1, 2, 3], [1, 3, 2, 0]])
    >>> draft.lists()
    {(0, 1): 0.5, (1, 0): 0.5}
    >>> drawn = draft.draw(np.random.default_rng(1))
    >>> drawn.items, drawn.teams
    (array([1, 0]), array([1, 0]))
    >>> draft.credit(drawn, [1, 0])
    array([0., 1.])

    In each round all rankers pick once, in a random order. A pick must keep the list independent,
    so **every list is a basis**: it obeys the rules of the page, whatever the rankers propose. On a
    uniform matroid this is team-draft interleaving (Radlinski, Kurup and Joachims 2008,
    doi:10.1145/1458082.1458092), and with more than two rankers team-draft multileaving (Schuth et
    al. 2014, doi:10.1145/2661829.2661952).

    At every place each ranker is equally likely to have picked, so clicks that do not depend on the
    items give all rankers the same expected credit, on every matroid.

    Parameters
    ----------
    matroid
        Which lists fit on the page: its bases.
    rankings
        For each ranker, items from best to worst. Each must contain a basis.
    """

    def __init__(self, matroid: Matroid, rankings: Iterable[ElementsLike]) -> None:
        super().__init__(matroid, rankings)
        self.start = (1 << len(self.rankings)) - 1  # the rankers still to pick in this round

    def steps(self, items: List, state: int) -> list[DraftStep]:
        """One step for each ranker that has not picked in this round, all equally likely."""
        rankers = [ranker for ranker in range(len(self.rankings)) if state >> ranker & 1]
        found = []
        for ranker in rankers:
            item, team = self._pick(items, ranker)
            left = state & ~(1 << ranker)
            found.append(DraftStep(1 / len(rankers), item, team, left or self.start))
        return found

    def paths(self) -> int:
        """The number of ways to choose who picks at each place."""
        rankers = len(self.rankings)
        return prod(rankers - place % rankers for place in range(self.matroid.rank))

    def _pick(self, items: List, ranker: int) -> tuple[int, int]:
        """Return the best item of a ranker that may follow these items, and its team."""
        return next_item(self.matroid, items, self.rankings[ranker]), ranker


def next_item(matroid: Matroid, items: List, ranking: Elements) -> int:
    """Return the first item of a ranking that keeps the list independent."""
    taken = np.array(items, dtype=np.intp)
    rest = ranking[~np.isin(ranking, taken)]
    # Greedy keeps the items of the list, because they are independent, and then the one sought.
    return int(matroid.greedy(np.concatenate([taken, rest]))[len(items)])
