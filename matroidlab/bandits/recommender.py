import numpy as np
from numpy.typing import ArrayLike

from matroidlab.protocol import Policy
from matroidlab.types import Elements, ElementsLike


class Recommender:
    """The face of a one-lane policy for a program that shows one list at a time.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import IUCB
    >>> recommender = Recommender(IUCB(UniformMatroid(size=4, rank=2), baseline=[2, 3], horizon=1000))
    >>> items = recommender.choose()
    >>> items
    array([0, 3])
    >>> recommender.learn(items, [1, 0])

    ``choose`` deals out the lists of the policy's round one by one; the next round is planned when they are all out, so
    lists may be shown before the answers to earlier ones are in. ``learn`` takes the weights of any items, at any time.
    """

    def __init__(self, policy: Policy) -> None:
        if policy.lanes != 1:
            raise ValueError(
                f"a recommender shows one list at a time, got a policy with {policy.lanes} lanes; make it with 1"
            )
        self.policy = policy
        self._round: list[Elements] = []

    def choose(self) -> Elements:
        """The items to show next."""
        if not self._round:
            self._round = list(self.policy.plan()[0])
        return self._round.pop(0)

    def learn(self, items: ElementsLike, weights: ArrayLike) -> None:
        """Take in how the items did: a weight in [0, 1] each."""
        self.policy.learn(np.asarray(items)[None, None, :], np.asarray(weights, dtype=np.float64)[None, None, :])
