"""The policy next door: it meets the same visitors, and shows whole lists of untested items."""

import numpy as np
from shop import BASELINE, ITEMS, MEANS, PAGE

from matroidlab.bandits import OMM
from matroidlab.simulation import Constraint


class Careless:
    """OMM, an optimistic bandit without a promise, and the number of its bad lists."""

    def __init__(self) -> None:
        self.keys = list(ITEMS)
        slots = {key: item.slot for key, item in ITEMS.items()}
        matroid = PAGE.matroid(PAGE.items(slots)[1])
        baseline = [self.keys.index(key) for key in BASELINE]
        means = [MEANS[key] for key in self.keys]
        self.policy = OMM(matroid)
        self.constraint = Constraint(matroid, means, baseline)
        self.bad_lists = 0
        self.worth = 0.0
        """The clicks on all its lists, on average."""

    def meet(self, liked: set[str]) -> None:
        """Show a list to a visitor who likes some items, and learn from the clicks."""
        lists = self.policy.plan()
        clicks = np.array([float(self.keys[item] in liked) for item in lists[0, 0]])
        self.bad_lists += int(self.constraint.violated(lists).sum())
        self.worth += float(sum(MEANS[self.keys[item]] for item in lists[0, 0]))
        self.policy.learn(lists, clicks.reshape(1, 1, -1))
