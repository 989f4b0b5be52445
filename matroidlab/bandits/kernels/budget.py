"""The account of a budget: what trying items may have cost, against staying with the baseline."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights

UNKNOWN = -1.0
"""In the place of a mean that is not known."""


class BudgetAccount(NamedTuple):
    """The account of each lane. Where there is no budget, `share` is infinite.

    A list is an account of its places: an item that is proven to be no worse than a missing
    baseline item of its component counts with its lower bound, another new item with its clicks,
    and each missing baseline item with its upper bound, which is subtracted.
    """

    share: float
    """The part of the baseline's clicks that may be lost."""
    baseline: Elements
    column_of: Elements
    """``[e]``: the place of a baseline item in ``baseline``, -1 for other items."""
    component_of: Elements
    known: Weights
    """``[k]``: the known mean of the k-th baseline item, or `UNKNOWN`."""
    lower: Weights
    """``(lanes, size)``: the highest lower bound that each item ever had."""
    upper: Weights
    """``(lanes, size)``: its lowest upper bound."""
    lists: Elements
    """``[lane]``: the number of lists that were learnt."""
    missing: Elements
    """``(lanes, K)``: how many of these did not have a baseline item."""
    earned: Weights
    """``[lane]``: lower bounds and clicks of their new items."""


@kernel
def most(account: BudgetAccount, lane: int, k: int) -> float:
    """The largest mean that the k-th baseline item may have."""
    if account.known[k] >= 0.0:
        return float(account.known[k])
    return float(min(account.upper[lane, account.baseline[k]], 1.0))


@kernel
def least(account: BudgetAccount, lane: int, item: int) -> float:
    """The smallest mean that an item may have."""
    k = account.column_of[item]
    if k >= 0 and account.known[k] >= 0.0:
        return float(account.known[k])
    return float(max(account.lower[lane, item], 0.0))


@kernel
def is_missing(account: BudgetAccount, k: int, items: Elements) -> bool:
    """Whether a list lacks the k-th baseline item."""
    for item in items:  # noqa: SIM110 - numba has no all() of generators
        if item == account.baseline[k]:
            return False
    return True


@kernel
def sure_part(account: BudgetAccount, lane: int, item: int, items: Elements) -> float:
    """The lower bound of a new item, if it is that of a missing baseline item or more; else -1."""
    own = least(account, lane, item)
    for k in range(len(account.baseline)):
        is_rival = account.component_of[account.baseline[k]] == account.component_of[item]
        if is_rival and most(account, lane, k) <= own and is_missing(account, k, items):
            return own
    return -1.0


@kernel
def cost_of(account: BudgetAccount, lane: int, items: Elements) -> float:
    """The most that a list may lose against the baseline, if none of its doubtful items is liked.

    At most 0 for a list without doubtful items.
    """
    cost = 0.0
    for k in range(len(account.baseline)):
        if is_missing(account, k, items):
            cost += most(account, lane, k)
    for item in items:
        if account.column_of[item] < 0:
            cost -= max(sure_part(account, lane, item, items), 0.0)
    return cost


@kernel
def is_affordable(
    account: BudgetAccount, lane: int, spent: float, planned: int, cost: float
) -> bool:
    """Whether a list may be shown after ``planned`` others of this plan, which may cost ``spent``.

    What the lists so far may have lost, and what this one may lose, is at most the share of what
    the baseline would have got for sure.
    """
    if cost <= 0.0:
        return True
    balance = account.earned[lane] - spent - cost
    staying = 0.0
    for k in range(len(account.baseline)):
        balance -= account.missing[lane, k] * most(account, lane, k)
        staying += least(account, lane, account.baseline[k])
    return bool(balance >= -account.share * (account.lists[lane] + planned + 1) * staying)


@kernel
def enter_lists(
    account: BudgetAccount, lane: int, actions: Elements, count: int, weights: Weights
) -> None:
    """Enter lists as they are learnt, before bounds change by what was observed.

    Whether an item counts with its bound or with its clicks must not depend on the clicks. Rows
    that are not as long as a list do not count. An item whose answer is missing counts with 0.
    """
    if actions.shape[1] != len(account.baseline) or account.share == np.inf:
        return
    for i in range(count):
        items = actions[i]
        if max(items) < 0:
            continue
        for j in range(len(items)):
            if items[j] >= 0 and account.column_of[items[j]] < 0:
                sure = sure_part(account, lane, items[j], items)
                account.earned[lane] += sure if sure >= 0.0 else weights[i, j]
        for k in range(len(account.baseline)):
            if is_missing(account, k, items):
                account.missing[lane, k] += 1
        account.lists[lane] += 1
