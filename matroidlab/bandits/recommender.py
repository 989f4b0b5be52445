import warnings
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.bandits.horizon import horizon_warning
from matroidlab.errors import PromiseWarning
from matroidlab.protocol import Policy
from matroidlab.types import Elements, ElementsLike

CLICKS_ALONE = (
    "a part of a list was reported, without any weight of 0: report 0 for each item that was shown "
    "and not clicked, for with clicked items alone the promise is void"
)


class Recommender:
    """A one-lane policy for a program that shows one list at a time.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import IUCB
    >>> recommender = Recommender(IUCB(UniformMatroid(size=4, rank=2), baseline=[2, 3], delta=0.01))
    >>> items = recommender.choose()
    >>> items
    array([0, 3])
    >>> recommender.learn(items, [1, 0])

    ``choose`` returns the lists of the policy's round one by one and plans the next round when all
    have been shown, so lists may be shown before the feedback on earlier ones has arrived.
    ``learn`` takes the weights of any items, at any time.

    For a service with keys, tokens and a journal, see `matroidlab_serving`.

    The promise of a policy with a horizon covers that many lists, with or without feedback; after
    them its trusted list is shown. Late feedback is still learnt, for as many lists as the horizon
    has.

    Parameters
    ----------
    policy
        A policy with one lane.

    Raises
    ------
    ValueError
        If the policy has several lanes.

    See Also
    --------
    SafeThompson, Policy
    """

    def __init__(self, policy: Policy) -> None:
        if policy.lanes != 1:
            raise ValueError(
                "a recommender shows one list at a time, "
                f"got a policy with {policy.lanes} lanes; make it with 1"
            )
        self.policy = policy
        self.dealt: int = _learnt(policy)
        """How many lists were shown, including those that the policy had learnt before."""
        self._round: list[Elements] = []
        self._trusted: Callable[[], Elements] | None = getattr(policy, "trusted", None)
        self._has_warned = False
        self._has_zeros = False
        """Whether a weight of 0 was ever reported, or its lack was warned about."""

    def __repr__(self) -> str:
        return f"Recommender({self.policy!r}; {self.dealt:,} lists shown)"

    def choose(self) -> Elements:
        """Return the items to show next."""
        if self._trusted is not None and self._is_over(getattr(self.policy, "horizon", None)):
            return np.array(self._trusted()[0])
        if not self._round:
            self._round = list(self.policy.plan()[0])
        self.dealt += 1
        return self._round.pop(0)

    def learn(self, items: ElementsLike, weights: ArrayLike) -> None:
        """Take in the feedback on a list or an array of items: a weight in [0, 1] for each.

        One call counts as one list: a list that is learnt in five pieces counts as five. An item
        that was shown and not clicked has the weight 0: with clicked items alone, every item looks
        perfect, and the promise is void. A `PromiseWarning` says so once.
        """
        reported = np.asarray(weights)[None, None]
        self.policy.learn(np.asarray(items)[None, None], reported)
        if not self._has_zeros:
            self._notice_clicks_alone(reported)

    def _notice_clicks_alone(self, weights: NDArray[np.floating]) -> None:
        is_part = 0 < weights.size < self.policy.matroid.rank
        if is_part and (weights > 0).all():
            warnings.warn(PromiseWarning(CLICKS_ALONE), stacklevel=3)
            self._has_zeros = True
        elif (weights <= 0).any():
            self._has_zeros = True

    def _is_over(self, horizon: int | None) -> bool:
        """Whether all lists that the promise covers were shown; warns once."""
        if horizon is None or max(self.dealt, _learnt(self.policy)) < horizon:
            return False
        if not self._has_warned:
            self._has_warned = True
            warnings.warn(horizon_warning(horizon), stacklevel=3)
        return True


def _learnt(policy: Policy) -> int:
    estimates = getattr(policy, "estimates", None)
    return 0 if estimates is None else int(estimates.clock.max())
