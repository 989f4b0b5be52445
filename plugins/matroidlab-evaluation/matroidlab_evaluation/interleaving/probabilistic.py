"""Probabilistic interleaving: every list is possible, those near the rankings most of all."""

from collections.abc import Iterable

import numpy as np

from matroidlab import Matroid
from matroidlab.types import ElementsLike, Weights, as_number
from matroidlab_evaluation.interleaving.method import List
from matroidlab_evaluation.interleaving.sequential import DraftStep, SequentialMethod


class ProbabilisticInterleaving(SequentialMethod):
    """At each place a ranker is drawn, which draws an item: its r-th with weight r^-exponent.

    >>> from matroidlab import UniformMatroid
    >>> mix = ProbabilisticInterleaving(UniformMatroid(size=2, rank=2), [[0, 1], [1, 0]])
    >>> mix.lists()
    {(0, 1): 0.5, (1, 0): 0.5}
    >>> mix.expected_credit([0, 1], clicks=[1, 0]).round(3)
    array([0.889, 0.111])

    The weights are those of the items that still fit on the list, scaled to sum to 1 (Hofmann,
    Whiteson and de Rijke 2011, doi:10.1145/2063576.2063618, whose exponent is 3). Every list of
    ranked items has a positive probability, so the log of such a comparison can value any other
    list. `expected_credit` is the marginalised credit of that paper. The literature has it
    for lists of any k items; here the list may be a basis of any matroid.

    Parameters
    ----------
    matroid
        Which lists fit on the page: its bases.
    rankings
        For each ranker, items from best to worst. Each must contain a basis.
    exponent
        How sharply a ranker prefers its first items; 0 is a uniform choice.
    """

    exponent: float

    def __init__(
        self, matroid: Matroid, rankings: Iterable[ElementsLike], exponent: float = 3.0
    ) -> None:
        super().__init__(matroid, rankings)
        self.exponent = as_number(exponent, name="exponent", least=0)
        self._weights: list[Weights] = []
        for ranking in self.rankings:
            weights = np.zeros(matroid.size)
            weights[ranking] = np.arange(1.0, len(ranking) + 1) ** -self.exponent
            self._weights.append(weights)

    def steps(self, items: List, state: int) -> list[DraftStep]:
        """One step for each ranker and each of its items that keeps the list independent."""
        fits = self._fitting(items)
        found = []
        for ranker, weights in enumerate(self._weights):
            own = np.where(fits, weights, 0.0)
            chances = own / (own.sum() * len(self._weights))
            found += [
                DraftStep(float(chances[e]), int(e), ranker, state) for e in np.flatnonzero(own)
            ]
        return found

    def _fitting(self, items: List) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return which items keep the list independent."""
        listed = list(items)
        fits = np.zeros(self.matroid.size, dtype=np.bool_)
        for item in range(self.matroid.size):
            extended = np.array([*listed, item], dtype=np.intp)
            fits[item] = item not in listed and self.matroid.is_independent(extended)
        return fits
