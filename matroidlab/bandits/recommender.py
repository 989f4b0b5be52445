import warnings
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.bandits.horizon import horizon_warning
from matroidlab.protocol import Policy
from matroidlab.types import Elements, ElementsLike


class Recommender:
    """The face of a one-lane policy for a program that shows one list at a time.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import IUCB
    >>> recommender = Recommender(IUCB(UniformMatroid(size=4, rank=2), baseline=[2, 3], delta=0.01))
    >>> items = recommender.choose()
    >>> items
    array([0, 3])
    >>> recommender.learn(items, [1, 0])

    ``choose`` deals out the lists of the policy's round one by one; the next round is planned when they are all out, so
    lists may be shown before the answers to earlier ones are in. ``learn`` takes the weights of any items, at any time.

    For a service with keys, tokens and a journal, see `matroidlab_serving`.

    A policy with a horizon promises nothing of more lists than that. So many are dealt, answered or not; from then on
    its trusted list is shown. Answers that are late are still learnt, as many in all as the horizon has lists.
    """

    def __init__(self, policy: Policy) -> None:
        if policy.lanes != 1:
            raise ValueError(
                f"a recommender shows one list at a time, got a policy with {policy.lanes} lanes; make it with 1"
            )
        self.policy = policy
        self.dealt: int = _learnt(policy)
        """How many lists were shown; of a policy that has learnt before, those that it has learnt."""
        self._round: list[Elements] = []
        self._trusted: Callable[[], Elements] | None = getattr(policy, "trusted", None)
        self._has_warned = False

    def choose(self) -> Elements:
        """The items to show next."""
        if self._trusted is not None and self._is_over(getattr(self.policy, "horizon", None)):
            return np.array(self._trusted()[0])
        if not self._round:
            self._round = list(self.policy.plan()[0])
        self.dealt += 1
        return self._round.pop(0)

    def learn(self, items: ElementsLike, weights: ArrayLike) -> None:
        """Take in how the items did, a list or an array of them: a weight in [0, 1] each.

        What is learnt in one call counts as one list: a list that is learnt in five pieces counts as five.
        """
        self.policy.learn(np.asarray(items)[None, None], np.asarray(weights)[None, None])

    def _is_over(self, horizon: int | None) -> bool:
        """Whether all lists that something is promised of were dealt; says so once."""
        if horizon is None or max(self.dealt, _learnt(self.policy)) < horizon:
            return False
        if not self._has_warned:
            self._has_warned = True
            warnings.warn(horizon_warning(horizon), stacklevel=3)
        return True


def _learnt(policy: Policy) -> int:
    estimates = getattr(policy, "estimates", None)
    return 0 if estimates is None else int(estimates.clock.max())
