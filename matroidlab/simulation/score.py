import numpy as np

from matroidlab.algorithms import max_weight_basis
from matroidlab.bandits.constraint import Constraint
from matroidlab.kernels import enabled
from matroidlab.kernels.accounting import account
from matroidlab.kernels.rounds import Charges
from matroidlab.protocol import Matroid, RewardModel
from matroidlab.types import Actions, Booleans, Weights


class Score:
    """What actions are charged with: regret, reward and, if there is a constraint, the two readings of it broken.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.rewards import Bernoulli
    >>> score, totals = Score(UniformMatroid(size=3, rank=1), Bernoulli([0.5, 0.25, 1.0])), np.zeros((2, 1))
    >>> score.add(np.array([[[0], [2]]]), np.array([[[1.0], [1.0]]]), totals)
    >>> totals.tolist()
    [[0.5], [2.0]]
    """

    def __init__(self, matroid: Matroid, rewards: RewardModel, constraint: Constraint | None = None) -> None:
        self.constraint = constraint
        self.quantities = 2 if constraint is None else 4
        self._means, self._by_place = rewards.means, getattr(rewards, "expected", None)
        self._expected = self._by_place or rewards.means.take
        self._best = float(self._expected(max_weight_basis(matroid, rewards.means)[None, None]).sum())

    @property
    def may_wait(self) -> bool:
        """Whether rounds may as well be added several at a time: what is searched is searched round by round."""
        return self.constraint is None or self.constraint.is_counted

    @property
    def charges(self) -> Charges | None:
        """What the kernel `charge` must know; None if it cannot charge for this."""
        none, words = np.empty(0, dtype=np.intp), np.empty(0, dtype=np.uint64)
        nothing = (none, none, none, none, 0, words[:, None], words, words)
        counted = nothing if self.constraint is None else self.constraint.arrays
        return None if self._by_place is not None or counted is None else (self._means, self._best, *counted)

    def add(self, actions: Actions, weights: Weights, totals: Weights) -> None:
        """Add the quantities of actions, all of them played, to the totals ``(quantities, lanes)``."""
        if self._by_place is None and enabled():
            account(actions, weights, self._means, self._best, totals)
        else:
            totals[0] += (self._best - self._worth(actions, None)).sum(axis=1)
            totals[1] += weights.sum(axis=(1, 2))
        if self.constraint is not None:
            self.constraint.count(actions, totals[2:])

    def of(self, actions: Actions, real: Booleans | None, weights: Weights) -> Weights:
        """The quantities of each action, ``(quantities, lanes, actions)``; what is not ``real`` is not looked at."""
        entries = np.empty((self.quantities, *actions.shape[:2]))
        entries[0], entries[1] = self._best - self._worth(actions, real), weights.sum(axis=2)
        if self.constraint is not None:
            violated = self.constraint.violated(actions)
            settled = violated if real is None else violated | ~real
            entries[2], entries[3] = violated, self.constraint.exchange_violated(actions, settled)
        return entries

    def _worth(self, actions: Actions, real: Booleans | None) -> Weights:
        """What each action is expected to earn; only the real ones are asked about."""
        if real is None:
            total: Weights = self._expected(actions).sum(axis=2)
            return total
        worth = np.zeros(real.shape)
        worth[real] = self._expected(actions[real][None])[0].sum(axis=1)
        return worth
