"""Balanced interleaving: the oldest method, kept because people compare with it."""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from matroidlab import Matroid
from matroidlab.types import Elements, ElementsLike, Weights
from matroidlab_evaluation.interleaving.method import (
    Drawn,
    List,
    check_bases,
    two_rankings,
)
from matroidlab_evaluation.interleaving.table import TableMethod


class BalancedInterleaving(TableMethod):
    """One coin says which ranker is first; then the top k of the list hold the tops of both.

    >>> from matroidlab import UniformMatroid
    >>> mix = BalancedInterleaving(UniformMatroid(size=4, rank=4), [[0, 1, 2, 3], [1, 2, 3, 0]])
    >>> mix.lists()
    {(0, 1, 2, 3): 0.5, (1, 0, 2, 3): 0.5}

    Credit is counted down to the rank k at which the lowest clicked item is first met in one of the
    two rankings: the clicks among the first k of each (Joachims 2002, 2003). **It is biased**: in
    the example above one click at a random place prefers the second ranker in 3 of 4 cases
    (Radlinski, Kurup and Joachims 2008). Use `TeamDraft` unless you repeat an old experiment.

    Parameters
    ----------
    matroid
        A uniform matroid: any ``rank`` items make a list.
    rankings
        Two rankings, items from best to worst.
    """

    def __init__(self, matroid: Matroid, rankings: Iterable[ElementsLike]) -> None:
        super().__init__(matroid, rankings)
        first, second = two_rankings(self)
        self._rankings = (first.tolist(), second.tolist())
        found: dict[List, float] = {}
        for leader in (0, 1):
            items = self._merged(leader)
            found[items] = found.get(items, 0.0) + 0.5
        check_bases(self, found)
        self._table = found

    def lists(self) -> Mapping[List, float]:
        """Return the two lists, or the one if they are equal."""
        return self._table

    def _merged(self, leader: int) -> List:
        """Return the list in which ``leader`` is first at equal ranks."""
        items: list[int] = []
        places = [0, 0]
        while len(items) < self.matroid.rank:
            behind = places[0] < places[1] or (places[0] == places[1] and leader == 0)
            ranker = 0 if behind else 1
            if places[ranker] >= len(self._rankings[ranker]):
                ranker = 1 - ranker
            item = self._rankings[ranker][places[ranker]]
            places[ranker] += 1
            if item not in items:
                items.append(item)
        return tuple(items)

    def _credit(self, items: Elements, clicks: Weights) -> Weights:
        clicked = items[clicks > 0].tolist()
        if not clicked:
            return np.zeros(2)
        lowest = clicked[-1]
        ranks = [one.index(lowest) for one in self._rankings if lowest in one]
        depth = min(ranks) + 1
        weight_of = dict(zip(items.tolist(), clicks.tolist(), strict=True))
        tops = [set(ranking[:depth]) for ranking in self._rankings]
        return np.array([sum(weight_of[e] for e in clicked if e in top) for top in tops])

    def credit(self, drawn: Drawn, clicks: ArrayLike) -> Weights:
        """Return the clicks within the counted top of each ranking."""
        return self._credits(drawn, clicks)
