from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.bandits.parameters import as_lists, check_observation
from matroidlab.kernels import enabled, learning
from matroidlab.types import Actions, Elements, Weights


class Statistics(NamedTuple):
    """What was seen of some items: how often, the sum of their weights and of the squares, and the lane's clock."""

    counts: Elements
    sums: Weights
    squares: Weights
    clock: NDArray[np.intp]

    @property
    def means(self) -> Weights:
        """The average weight of each item; 0 for an item that was never seen."""
        return self.sums / np.maximum(self.counts, 1)

    @property
    def widths(self) -> Weights:
        """1 / sqrt(s): what is left of an item's uncertainty after s observations; 1 for an item never seen."""
        return 1 / np.sqrt(np.maximum(self.counts, 1))


class Estimates:
    """What has been seen of each item: how often, the sum of its weights and of their squares, lane by lane.

    >>> seen = Estimates(lanes=1, size=3, rank=2)
    >>> touched = seen.learn(np.array([[[0, 2]]]), np.array([[[1.0, 0.5]]]))
    >>> seen.counts, seen.sums, seen.clock
    (array([[1, 0, 1]]), array([[1. , 0. , 0.5]]), array([1]))

    ``clock`` counts the lists that were shown. What is wider than a list (the first look at all items) was shown to
    nobody and does not count.
    """

    def __init__(self, *, lanes: int, size: int, rank: int) -> None:
        self.rank = rank
        self.counts: Elements = np.zeros((lanes, size), dtype=np.intp)
        self.sums: Weights = np.zeros((lanes, size))
        self.spreads: Weights = np.zeros((lanes, size))
        """The sums of w (1 - w), which are 0, and need not be looked at, where all weights are 0 or 1."""
        self.clock: NDArray[np.intp] = np.zeros(lanes, dtype=np.intp)
        self._first_places = (np.arange(lanes) * size)[:, None, None]

    def learn(
        self,
        actions: ArrayLike,
        weights: ArrayLike,
        observe: Callable[..., int] = learning.observe,
        *followers: object,
    ) -> Elements:
        """Take in the weights of ``actions (lanes, actions, width)`` and return which places of the arrays changed.

        Repeats add up, -1 is passed over. The cost grows with what was seen, not with the number of items. Where
        kernels are compiled, ``observe`` may be one that also brings up to date what follows from the estimates.
        """
        lanes, size = self.counts.shape
        items, seen = as_lists(actions, weights, lanes=lanes, size=size)
        is_shown = items.shape[2] <= self.rank
        if enabled():
            touched = np.empty(min(items.size, self.counts.size), np.intp)
            found = observe(items, seen, is_shown, self.arrays, touched, *followers)
            if found < 0:
                check_observation(items, seen, size=size)
            return touched[:found]
        check_observation(items, seen, size=size)
        return self._add(items, seen, is_shown)

    def _add(self, actions: Actions, weights: Weights, is_shown: bool) -> Elements:
        observed = actions >= 0 if actions.size and actions.min() < 0 else None
        if is_shown:
            self.clock += actions.shape[1] if observed is None else observed.any(axis=2).sum(axis=1)
        places = actions + self._first_places
        if observed is not None:
            places, weights = places[observed], weights[observed]
        places, weights = places.ravel(), weights.ravel()
        np.add.at(self.counts.reshape(-1), places, 1)
        np.add.at(self.sums.reshape(-1), places, weights)
        spreads = weights * (1.0 - weights)
        if spreads.any():
            np.add.at(self.spreads.reshape(-1), places, spreads)
        return places

    @cached_property
    def arrays(self) -> learning.Seen:
        """What kernels add up to: counts, sums and spreads, flat, the clock, and marks of their own."""
        counts, marks = self.counts.reshape(-1), np.zeros(self.counts.size, dtype=np.bool_)
        return counts, self.sums.reshape(-1), self.spreads.reshape(-1), self.clock, marks

    def __getstate__(self) -> dict[str, object]:
        """Copies make views of their own."""
        return {name: value for name, value in vars(self).items() if name != "arrays"}

    @property
    def squares(self) -> Weights:
        """The sums of the squares of the weights."""
        return self.sums - self.spreads

    @property
    def everything(self) -> Statistics:
        """The statistics of all items, ``(lanes, size)``."""
        return Statistics(self.counts, self.sums, self.squares, self.clock[:, None])

    def at(self, places: Elements) -> Statistics:
        """The statistics at some places of the flattened arrays."""
        sums = self.sums.reshape(-1)[places]
        return Statistics(
            self.counts.reshape(-1)[places],
            sums,
            sums - self.spreads.reshape(-1)[places],
            self.clock[places // self.counts.shape[1]],
        )
