"""Team draft that keeps the conservative promise."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from matroidlab import Matroid
from matroidlab.algorithms import as_basis, descending
from matroidlab.bandits import SafeLists
from matroidlab.types import Booleans, Elements, ElementsLike, Weights, as_count, as_weights
from matroidlab_evaluation.interleaving.method import NO_TEAM, List
from matroidlab_evaluation.interleaving.team_draft import TeamDraft


class SafeDraft(TeamDraft):
    """A team draft of allowed lists only: certified items, plus ``swap_size`` doubtful places.

    >>> from matroidlab import UniformMatroid
    >>> page = UniformMatroid(size=5, rank=2)
    >>> cautious = [0.1, 0.1, 0.6, 0.5, 0.4]  # item 2 is certainly better than the baseline
    >>> draft = SafeDraft(page, [[0, 1, 2], [1, 2, 0]], baseline=[3, 4], cautious=cautious)
    >>> draft.lists()
    {(0, 2): 0.5, (1, 2): 0.5}

    A list is allowed if, at the cautious weights, at most ``swap_size`` of its items are worse than
    their counterparts in the baseline. Cautious weights are lower bounds outside the baseline and
    upper bounds (or known means) inside; `IUCB` and `SafeThompson` have them as
    ``policy.estimates.cautious()``. If the bounds hold, every list of the draft keeps the promise
    of those policies, whatever the rankers propose.

    Each pick is the ranker's best item such that the list so far, completed by the baseline, is
    allowed. The next item of the completion is always such a pick; if the ranker does not list it,
    it is shown without a team, -1.

    Parameters
    ----------
    matroid
        Which lists fit on the page: its bases.
    rankings
        For each ranker, items from best to worst. Each must contain a basis.
    baseline
        The list that is trusted.
    cautious
        A weight for each item: a lower bound outside the baseline, an upper bound inside.
    swap_size
        How many items of a list may be doubtful.
    available
        ``[item]``: whether it may be shown; all may, if nothing is given. The places of baseline
        items that are not available may be doubtful in addition. A list holds an item that is not
        available, without a team, only where no other fits.
    """

    baseline: Elements
    cautious: Weights
    swap_size: int
    available: Booleans

    def __init__(
        self,
        matroid: Matroid,
        rankings: Iterable[ElementsLike],
        baseline: ElementsLike,
        cautious: ArrayLike,
        swap_size: int = 1,
        available: ArrayLike | None = None,
    ) -> None:
        super().__init__(matroid, rankings)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        weights = as_weights(cautious, size=matroid.size, name="cautious")
        self.swap_size = as_count(swap_size, name="swap_size", least=1, most=max(matroid.rank, 1))
        self.available = np.ones(matroid.size, dtype=np.bool_)
        if available is not None:
            self.available = _as_booleans(available, matroid.size)
        self.cautious = np.where(self.available, weights, -np.inf)
        is_there = self.available[self.baseline]
        self._safe = SafeLists(matroid, self.baseline[is_there], self.swap_size)
        # The heaviest baseline items complete a list best: they have the highest levels.
        self._fill = self.baseline[descending(self.cautious[self.baseline])]
        self._is_in_baseline = np.zeros(matroid.size, dtype=np.bool_)
        self._is_in_baseline[self.baseline] = True

    def allows(self, lists: ArrayLike) -> bool:
        """Whether all these lists keep the promise, if the cautious weights are right."""
        rows = np.asarray(lists)
        if rows.shape[-1:] != (self.matroid.rank,) or rows.dtype.kind not in "iu":
            raise ValueError(
                f"lists must be {self.matroid.rank} items each, the last axis, got {lists!r:.80}"
            )
        rows = rows.reshape(-1, self.matroid.rank)
        return bool(self._safe.allows(rows, np.tile(self.cautious, (len(rows), 1))).all())

    def _pick(self, items: List, ranker: int) -> tuple[int, int]:
        taken = np.array(items, dtype=np.intp)
        ranking = self.rankings[ranker]
        rest = ranking[self.available[ranking] & ~np.isin(ranking, taken)]
        while len(rest):
            found = self.matroid.greedy(np.concatenate([taken, rest]))
            if len(found) == len(items):
                break
            item = int(found[len(items)])
            if self.allows(self._completed(found[: len(items) + 1])):
                return item, ranker
            rest = rest[~self._is_as_doubtful(rest, item)]
        return int(self._completed(taken)[len(items)]), NO_TEAM

    def _is_as_doubtful(self, rest: Elements, item: int) -> Booleans:
        """Which items are refused because this one is, so that long rankings are not tried."""
        is_same: Booleans = rest == item
        # On sums of uniform matroids, items of one part take the place of the same baseline item.
        if self._safe.blocks is None or self._is_in_baseline[item]:
            return is_same
        part = self._safe.component_of
        is_worse = (part[rest] == part[item]) & (self.cautious[rest] <= self.cautious[item])
        is_refused: Booleans = is_same | (is_worse & ~self._is_in_baseline[rest])
        return is_refused

    def _completed(self, items: Elements) -> Elements:
        return self.matroid.greedy(np.append(items, self._fill[~np.isin(self._fill, items)]))


def _as_booleans(available: ArrayLike, size: int) -> Booleans:
    found = np.asarray(available)
    if found.dtype != np.bool_ or found.shape != (size,):
        raise ValueError(
            f"available must be true or false for each of the {size} items, got {available!r:.80}"
        )
    return found
