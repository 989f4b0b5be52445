"""The kernels of policies that show safe lists, for the game loop."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.kernels.budget import BudgetAccount
from matroidlab.bandits.kernels.safe_blocks import safe_arrays
from matroidlab.bandits.kernels.safe_policies import (
    Planning,
    Running,
    learn_and_watch,
    learn_within_budget,
    plan_safe_lists,
    plan_within_budget,
)
from matroidlab.bandits.new_items.kernels.line_policies import (
    LinePlanning,
    learn_and_advance,
    plan_from_line,
)
from matroidlab.bandits.new_items.waiting_line import WaitingLine
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.kernels.game_slots import learn, plan
from matroidlab.protocol import Matroid, Part, offered, united


class WeighingPolicy(Protocol):
    """The members of a `SafePolicy` that its kernels work with."""

    matroid: Matroid
    estimates: Beliefs
    safe_lists: SafeLists
    line: WaitingLine | None
    lists_per_plan: int
    include_trusted: bool
    rng: np.random.Generator

    @property
    def confidence(self) -> Confidence: ...

    def weighing(self) -> Part | None: ...


def game_part(
    policy: WeighingPolicy, running: Running, account: BudgetAccount, adopt: Callable[[], None]
) -> Part | None:
    """Return the kernels of a policy by intervals; None if a component offers no part.

    Parameters
    ----------
    policy
        The policy.
    running
        The tightest bounds that items ever had.
    account
        The account of its budget.
    adopt
        Called after kernels have changed the arrays.
    """
    blocks = policy.safe_lists.blocks
    matroid = offered(policy.matroid, Part)
    confidence = offered(policy.confidence, Part)
    weighing = policy.weighing()
    if blocks is None or matroid is None or confidence is None or weighing is None:
        return None
    if policy.estimates.excluded.size:  # the kernels know no excluded items
        return None
    seen, kept = policy.estimates.arrays
    drawn = policy.lists_per_plan - policy.include_trusted
    trusted = int(policy.include_trusted)
    lots = np.empty(policy.safe_lists.lots)
    if policy.line is not None:
        by_line = LinePlanning(
            seen,
            kept,
            running,
            matroid.arrays,
            confidence.arrays,
            policy.line.arrays,
            account,
            policy.rng,
            drawn=drawn,
            trusted=trusted,
            lots=lots,
        )
        own = Part({plan: plan_from_line, learn: learn_and_advance}, by_line)
        kernels = united(own, matroid, confidence)
        return Part(kernels, by_line, policy.lists_per_plan, adopt=adopt)
    state = Planning(
        seen,
        kept,
        running,
        matroid.arrays,
        confidence.arrays,
        weighing.arrays,
        safe_arrays.plain(blocks),
        safe_arrays.plain(blocks._replace(swap_size=0)),
        account,
        policy.rng,
        drawn=drawn,
        trusted=trusted,
        weights=np.empty(policy.matroid.size),
        lots=lots,
    )
    if account.share == np.inf:
        own = Part({plan: plan_safe_lists, learn: learn_and_watch}, state)
    else:
        own = Part({plan: plan_within_budget, learn: learn_within_budget}, state)
    kernels = united(own, matroid, confidence, weighing)
    return Part(kernels, state, policy.lists_per_plan, adopt=adopt)
