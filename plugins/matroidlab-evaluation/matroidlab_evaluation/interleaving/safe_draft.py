"""Team draft that keeps the conservative promise."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from matroidlab import Matroid
from matroidlab.algorithms import as_basis, descending
from matroidlab.simulation import Constraint
from matroidlab.types import Elements, ElementsLike, Weights, as_count, as_weights
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
    """

    baseline: Elements
    cautious: Weights
    swap_size: int

    def __init__(
        self,
        matroid: Matroid,
        rankings: Iterable[ElementsLike],
        baseline: ElementsLike,
        cautious: ArrayLike,
        swap_size: int = 1,
    ) -> None:
        super().__init__(matroid, rankings)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.cautious = as_weights(cautious, size=matroid.size, name="cautious")
        self.swap_size = as_count(swap_size, name="swap_size", least=1, most=max(matroid.rank, 1))
        self._constraint = Constraint(matroid, self.cautious, self.baseline, self.swap_size)
        # The heaviest baseline items complete a list best: they have the highest levels.
        self._fill = self.baseline[descending(self.cautious[self.baseline])]

    def allows(self, lists: ArrayLike) -> bool:
        """Whether all these lists keep the promise, if the cautious weights are right."""
        rows = np.asarray(lists, dtype=np.intp)
        return not self._constraint.judged(rows.reshape(1, -1, self.matroid.rank)).any()

    def _pick(self, items: List, ranker: int) -> tuple[int, int]:
        taken = np.array(items, dtype=np.intp)
        for item in self.rankings[ranker].tolist():
            if item not in items:
                extended = np.append(taken, item)
                if self.matroid.is_independent(extended) and self.allows(self._completed(extended)):
                    return item, ranker
        return int(self._completed(taken)[len(items)]), NO_TEAM

    def _completed(self, items: Elements) -> Elements:
        return self.matroid.greedy(np.append(items, self._fill[~np.isin(self._fill, items)]))
