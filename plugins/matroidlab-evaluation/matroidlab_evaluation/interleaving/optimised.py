"""Optimised interleaving: the most informative of all unbiased mixtures of lists."""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from matroidlab import Matroid
from matroidlab.errors import TooLargeError
from matroidlab.types import Elements, ElementsLike, Weights
from matroidlab_evaluation.interleaving.linear_program import maximise
from matroidlab_evaluation.interleaving.method import Drawn, List, check_bases, two_rankings
from matroidlab_evaluation.interleaving.table import TableMethod

Credit = Literal["linear", "inverse", "binary"]
"""How much a click on an item speaks for the first ranker, by the item's two ranks."""

MOST_ALLOWED = 5_000
"""The largest number of allowed lists; lists of 10 places have at most 512."""


class OptimisedInterleaving(TableMethod):
    """Of all distributions over allowed lists that are unbiased, the most sensitive one.

    >>> from matroidlab import UniformMatroid
    >>> mix = OptimisedInterleaving(UniformMatroid(size=4, rank=4), [[0, 1, 2, 3], [1, 3, 2, 0]])
    >>> sorted(mix.allowed)[:3]
    [(0, 1, 2, 3), (0, 1, 3, 2), (1, 0, 2, 3)]
    >>> first = mix.place_probabilities[0]
    >>> first.round(2)  # item 0 is first in one list of four
    array([0.25, 0.75, 0.  , 0.  ])

    A list is allowed if each of its prefixes is the union of a prefix of each ranking. The
    distribution is unbiased: at every place the expected credit is 0, so that clicks which do not
    depend on the items prefer neither ranker. Among these, a linear program maximises the expected
    sensitivity: the probability that a click at place i, of weight 1/i, has any credit, times the
    entropy of whom it speaks for (Radlinski and Craswell 2013, doi:10.1145/2433396.2433429).

    Parameters
    ----------
    matroid
        A uniform matroid: any ``rank`` items make a list.
    rankings
        Two rankings, items from best to worst.
    credit
        The credit of the first ranker for a click on an item, by its ranks in both rankings:
        "linear" is their difference, "inverse" the difference of 1/rank, "binary" its sign. An item
        that a ranking leaves out has the rank after its last.
    """

    allowed: tuple[List, ...]
    """The lists of which the distribution is made, including those that got probability 0."""

    def __init__(
        self, matroid: Matroid, rankings: Iterable[ElementsLike], credit: Credit = "linear"
    ) -> None:
        super().__init__(matroid, rankings)
        two_rankings(self)
        if credit not in get_args(Credit):
            raise ValueError(f"credit must be one of {get_args(Credit)}, got {credit!r}")
        self._speaks_for_first = self._credits_of_items(credit)
        self.allowed = tuple(self._allowed())
        check_bases(self, self.allowed)
        self._table = self._distribution()

    def lists(self) -> Mapping[List, float]:
        """Return the lists with a positive probability."""
        return self._table

    def credit(self, drawn: Drawn, clicks: ArrayLike) -> Weights:
        """Return the credit of both rankers: a click counts for the one that ranks it higher."""
        return self._credits(drawn, clicks)

    def _credit(self, items: Elements, clicks: Weights) -> Weights:
        signed = self._speaks_for_first[items] * clicks
        return np.array([np.maximum(signed, 0).sum(), np.maximum(-signed, 0).sum()])

    def _credits_of_items(self, credit: Credit) -> Weights:
        ranks = np.empty((2, self.matroid.size))
        for own, ranking in zip(ranks, self.rankings, strict=True):
            own[:] = len(ranking) + 1
            own[ranking] = np.arange(1, len(ranking) + 1)
        if credit == "inverse":
            difference: Weights = 1 / ranks[0] - 1 / ranks[1]
            return difference
        linear: Weights = ranks[1] - ranks[0]
        return linear if credit == "linear" else np.sign(linear)

    def _allowed(self) -> list[List]:
        """Extend each list by the next item of either ranking that it does not hold."""
        level: dict[List, None] = {(): None}
        for _ in range(self.matroid.rank):
            level = {
                (*items, next(e for e in ranking.tolist() if e not in items)): None
                for items in level
                for ranking in self.rankings
            }
            if len(level) > MOST_ALLOWED:
                raise TooLargeError(
                    f"there are more than {MOST_ALLOWED:,} allowed lists, too many for the linear "
                    "program; compare shorter lists, or use TeamDraft"
                )
        return list(level)

    def _distribution(self) -> dict[List, float]:
        credits_ = self._speaks_for_first[np.array(self.allowed)]
        rows = np.vstack([credits_.T, np.ones(len(self.allowed))])
        right = np.append(np.zeros(self.matroid.rank), 1.0)
        found = maximise(_sensitivity(credits_), rows, right)
        if found is None:
            raise ValueError(
                "no distribution over the allowed lists is unbiased at every place for these "
                "rankings and this credit; use another credit, or TeamDraft, which always is"
            )
        chances = found / found.sum()
        return {
            items: float(chance)
            for items, chance in zip(self.allowed, chances, strict=True)
            if chance > 1e-12
        }


def _sensitivity(credits_: Weights) -> Weights:
    """Return, for each list, how evenly and how likely a click speaks for one of the rankers."""
    weights = 1 / np.arange(1, credits_.shape[1] + 1)
    weights /= weights.sum()
    wins = np.array([(weights * (sign * credits_ > 0)).sum(axis=1) for sign in (1, -1)])
    decided = wins.sum(axis=0)
    shares = wins / np.where(decided > 0, decided, 1)
    entropy = -(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=0)
    found: Weights = decided * entropy
    return found
