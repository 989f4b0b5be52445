"""Counts and sums of what was observed, for all lanes and items."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.bandits.beliefs.observations import as_observation
from matroidlab.bandits.beliefs.statistics import Statistics
from matroidlab.kernels.tally import Seen, is_plain, nearly_distinct, nothing_before, put_back, tally
from matroidlab.types import Elements, Weights

INTP, FLOAT64 = np.dtype(np.intp), np.dtype(np.float64)

MOST_NOTED = 1024
"""Of so many calls of `learn`, at most, what they changed is remembered."""

MOST_TIMES = 4
"""And of all places no more than so many times each, in all: memory stays flat, however many lanes there are."""

FOR_EVER = np.iinfo(np.intp).max


class Estimates:
    """What has been seen of each item, lane by lane: how often, and the sum of its weights.

    >>> seen = Estimates(lanes=1, size=3, rank=2)
    >>> seen.learn(np.array([[[0, 2]]]), np.array([[[1.0, 0.5]]]))
    >>> seen.counts, seen.sums, seen.clock
    (array([[1, 0, 1]]), array([[1. , 0. , 0.5]]), array([1]))

    ``clock`` counts the lists that were shown. What is wider than a list (the first look at all items) was shown to
    nobody and does not count; a list that is learnt in five pieces counts as five. An interrupted `learn` has happened
    or has not.
    """

    def __init__(self, *, lanes: int, size: int, rank: int) -> None:
        shape = lanes, size
        counts, clock, version = (np.zeros(of, dtype=np.intp) for of in (shape, lanes, 1))
        self.seen: Seen = Seen(counts, np.zeros(shape), np.zeros(shape), clock, version)
        self.counts: NDArray[np.intp] = counts
        self.sums: Weights = self.seen.sums
        self.clock: NDArray[np.intp] = clock
        self.rank = rank
        self._before = nothing_before(lanes, 0)
        self._log: list[Elements] = []
        self._noted = 0

    @property
    def version(self) -> int:
        """How often anything was learnt."""
        return int(self.seen.version[0])

    @property
    def squares(self) -> Weights:
        """``(lanes, size)``: the sum of the squares of the weights of each item."""
        return self.seen.sums - self.seen.spreads

    @property
    def everything(self) -> Statistics:
        """The statistics of all items, ``(lanes, size)``."""
        return self._statistics(*np.indices(self.seen.counts.shape))

    def _statistics(self, lanes: Elements, items: Elements) -> Statistics:
        """The statistics of some items."""
        seen, sums = self.seen, self.seen.sums[lanes, items]
        return Statistics(seen.counts[lanes, items], sums, sums - seen.spreads[lanes, items], seen.clock[lanes], items)

    def learn(self, actions: ArrayLike, weights: ArrayLike, *, until: int | None = None) -> None:
        """Take in the weights of ``actions (lanes, actions, width)``; repeats add up, -1 marks "not observed".

        The cost grows with what was seen, not with the number of items. Where the clock comes to ``until``, it stands
        still, and what comes after is passed over.
        """
        lanes, size = self.seen.counts.shape
        if not (is_plain(actions, INTP, 3) and is_plain(weights, FLOAT64, 3) and len(actions) == lanes):
            actions, weights = as_observation(actions, weights, lanes=lanes, size=size)
        self._settle()
        self._before = nothing_before(lanes, actions.size)
        last = FOR_EVER if until is None else until
        try:
            if actions.shape != weights.shape or not tally(
                self.seen, self._before, actions, weights, actions.shape[2] <= self.rank, last
            ):
                as_observation(actions, weights, lanes=lanes, size=size)  # which says what is wrong
        except BaseException:
            self._settle()
            raise
        now, most = self.version, min(MOST_NOTED, MOST_TIMES * self.seen.counts.size // max(actions.size, 1))
        if self._noted != now - 1 or len(self._log) >= most:  # somebody has learnt by other ways, or it is enough
            self._log.clear()
        self._log.append(self._before.places)
        self._noted = now

    def undo(self) -> None:
        """Forget the last `learn`, unless it was refused."""
        self._before.state[0] = self._before.state[1] >= 0
        self._settle()

    @property
    def settled(self) -> Seen:
        """What was seen, for kernels that go on from here."""
        self._settle()
        return self.seen

    def changed_since(self, version: int) -> Elements | None:
        """The places of the flattened arrays that changed since a version, few of them twice; None if not known."""
        now = self.version
        if self._noted != now or not now - len(self._log) <= version <= now:
            return None
        return nearly_distinct(self._log[len(self._log) - (now - version) :], self.seen.counts.size)

    def _settle(self) -> None:
        """Put everything back as it was before a call that did not come to its end."""
        if self._before.state[0]:
            self._noted = -1  # first: what is noted is no longer true
            put_back(self.seen, self._before)
