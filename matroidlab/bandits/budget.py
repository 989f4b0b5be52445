from collections.abc import Callable, Mapping
from math import inf

import numpy as np

from matroidlab.bandits.kernels.budget import (
    UNKNOWN,
    BudgetAccount,
    cost_of,
    enter_lists,
    is_affordable,
    most,
)
from matroidlab.bandits.kernels.safe_policies import Running
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.types import Actions, Elements, Weights, as_elements, as_number


class Budget:
    """A limit on what trying items may cost altogether, as a share of the baseline's clicks.

    An account in bounds. After t lists, let R be the means of all places whose items are proven,
    and the clicks of the others; S is the mean of the baseline. A list with doubtful items is shown
    only if R >= (1 - share) t S holds afterwards even if none of them is liked, for all means
    between the bounds. Lists without doubtful items lose nothing. So, with probability at least
    1 - delta, it holds at all times: on the event on which the promise holds. Clicks that are not
    learnt yet are not in R.

    Parameters
    ----------
    safe
        The matroid and the baseline.
    known_means
        The means of baseline items that are known.
    running
        The tightest bounds that items ever had.
    share
        The part x of the baseline's clicks that may be lost; None for no limit.
    """

    def __init__(
        self,
        safe: SafeLists,
        known_means: Mapping[int, float],
        running: Running,
        share: float | None,
    ) -> None:
        self.share = share
        self.in_flight: float = 0.0
        """The most that lists which were shown and are not learnt yet may lose."""
        self.certain = SafeLists(safe.matroid, safe.baseline, 0, by_intersection=False)
        """The lists without doubtful items, which are shown where nothing may be tried."""
        lanes = len(running.lower)
        count = len(safe.baseline)
        size = 0 if share is None else safe.matroid.size
        column_of = np.full(size, -1, dtype=np.intp)
        if share is not None:
            column_of[safe.baseline] = np.arange(count)
        self.account = BudgetAccount(
            share=inf if share is None else share,
            baseline=safe.baseline,
            column_of=column_of,
            component_of=safe.component_of,
            known=np.array([known_means.get(int(b), UNKNOWN) for b in safe.baseline]),
            lower=running.lower,
            upper=running.upper,
            lists=np.zeros(lanes, dtype=np.intp),
            missing=np.zeros((lanes, count), dtype=np.intp),
            earned=np.zeros(lanes),
        )

    def keep_to(self, lists: Elements, lane: int, certain: Callable[[int], Elements]) -> None:
        """Replace those of a plan's ``lists (count, K)`` that cost too much, one after the other.

        ``certain(i)`` is the list without doubtful items to show in the place of the i-th.
        """
        if self.share is None:
            return
        spent = self.in_flight
        for i, items in enumerate(lists):
            cost = cost_of(self.account, lane, items)
            if is_affordable(self.account, lane, spent, i, cost):
                spent += max(cost, 0.0)
            else:
                items[:] = certain(i)

    def learn(self, actions: Actions, weights: Weights) -> None:
        """Enter ``(lanes, lists, width)`` before their answers change the tightest bounds."""
        if self.share is None:
            return
        for lane, own in enumerate(actions):
            enter_lists(self.account, lane, own, len(own), weights[lane])

    def forget(self, lane: int) -> None:
        """Begin again in a lane."""
        self.account.lists[lane] = 0
        self.account.missing[lane] = 0
        self.account.earned[lane] = 0.0

    def cost(self, items: Elements) -> float:
        """The most that a list of the first lane may lose; 0 without a budget or doubtful items."""
        if self.share is None:
            return 0.0
        known = as_elements(items, size=len(self.account.column_of))
        return max(cost_of(self.account, 0, known), 0.0)

    def follow(self, other: "Budget") -> None:
        """Go on from another account; places with another baseline item now are settled."""
        mine = self.account
        theirs = other.account
        self.in_flight = other.in_flight
        mine.lists[:] = theirs.lists
        mine.earned[:] = theirs.earned
        is_same = mine.baseline == theirs.baseline
        mine.missing[:, is_same] = theirs.missing[:, is_same]
        for k in np.flatnonzero(~is_same).tolist():
            for lane in range(len(mine.earned)):
                mine.earned[lane] -= theirs.missing[lane, k] * most(theirs, lane, k)

    def balance(self) -> Weights:
        """``[lane]``: what was gained for sure so far; what may have been lost is negative."""
        account = self.account
        upper = np.minimum(account.upper[:, account.baseline], 1.0)
        most = np.where(account.known >= 0.0, account.known, upper)
        found: Weights = account.earned - (account.missing * most).sum(axis=1)
        return found


def as_budget(budget: float | None, certificates: str) -> float | None:
    """Return a budget, checked against the kind of certificates."""
    if budget is None:
        return None
    if certificates != "intervals":
        raise ValueError(
            f"budget={budget!r} is an account of means that do not change, and needs "
            f"certificates='intervals', got {certificates!r}"
        )
    return as_number(budget, name="budget", above=0, most=1)
