from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.bandits.statistics import Statistics
from matroidlab.errors import InvalidElementsError, InvalidWeightsError
from matroidlab.kernels.learning import Seen, is_observation, tally
from matroidlab.types import Actions, Elements, Weights, check_items

MOST_NOTED = 1024
"""Of so many calls of `learn`, at most, what they changed is remembered."""
MOST_TIMES = 4
"""And of all places no more than so many times each, in all: memory stays flat, however many lanes there are."""


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
        self.seen = Seen(counts, np.zeros(shape), np.zeros(shape), clock, version)
        self.rank = rank
        self._before: _Before | None = None
        self._unsettled = False
        self._log: list[Elements] = []
        self._noted = 0

    @property
    def counts(self) -> Elements:
        """``(lanes, size)``: how often each item was observed."""
        return self.seen.counts

    @property
    def sums(self) -> Weights:
        """``(lanes, size)``: the sum of its weights."""
        return self.seen.sums

    @property
    def clock(self) -> NDArray[np.intp]:
        """``(lanes,)``: how many lists were shown."""
        return self.seen.clock

    @property
    def version(self) -> int:
        """How often anything was learnt."""
        return int(self.seen.version[0])

    @property
    def squares(self) -> Weights:
        """``(lanes, size)``: the sum of the squares of its weights."""
        return self.seen.sums - self.seen.spreads

    @property
    def everything(self) -> Statistics:
        """The statistics of all items, ``(lanes, size)``."""
        items = np.broadcast_to(np.arange(self.seen.counts.shape[1]), self.seen.counts.shape)
        return Statistics(self.seen.counts, self.seen.sums, self.squares, self.seen.clock[:, None], items)

    def learn(self, actions: ArrayLike, weights: ArrayLike, *, until: int | None = None) -> None:
        """Take in the weights of ``actions (lanes, actions, width)``; repeats add up, -1 marks "not observed".

        The cost grows with what was seen, not with the number of items. Where the clock comes to ``until``, it stands
        still, and what comes after is passed over.
        """
        lanes, size = self.seen.counts.shape
        items, seen = as_observation(actions, weights, lanes=lanes, size=size)
        self._settle()
        if until is not None and self.seen.clock.max() + items.shape[1] > until:
            shown = (items >= 0).any(axis=2) & (items.shape[2] <= self.rank)
            late = shown & (self.seen.clock[:, None] + np.cumsum(shown, axis=1) > until)
            items = np.where(late[:, :, None], -1, items)
        places = (items + (np.arange(lanes) * size)[:, None, None]).ravel()
        self._before = _Before.of(self, places if items.size == 0 or items.min() >= 0 else places[items.ravel() >= 0])
        self._unsettled = True  # from here on the call can be undone, and from where it is False again it has happened
        try:
            self._note(self._before.places)
            tally(self.seen, items, seen, items.shape[2] <= self.rank)
            self._unsettled = False
        except BaseException:
            self._settle()
            raise

    def undo(self) -> None:
        """Forget the last `learn`."""
        self._unsettled = True
        self._settle()

    @property
    def settled(self) -> Seen:
        """What was seen, for kernels that go on from here."""
        self._settle()
        return self.seen

    def changed_since(self, version: int) -> Elements | None:
        """The places of the flattened arrays that changed since a version; None if that is not known."""
        if self._noted != self.version or not self.version - len(self._log) <= version <= self.version:
            return None
        return self._distinct(self._log[len(self._log) - (self.version - version) :])

    def _note(self, places: Elements) -> None:
        """Remember what is about to change."""
        most = min(MOST_NOTED, MOST_TIMES * self.seen.counts.size // max(len(places), 1))
        if self._noted != self.version:  # somebody has learnt by other ways
            self._log.clear()
        elif len(self._log) >= most:
            del self._log[: len(self._log) - most // 2]
        self._log.append(places)
        self._noted = self.version + 1

    def _distinct(self, parts: list[Elements]) -> Elements:
        places = parts[0] if len(parts) == 1 else np.concatenate([*parts, np.empty(0, dtype=np.intp)])
        if 64 * len(places) < self.seen.counts.size:
            return np.unique(places)
        marks = np.zeros(self.seen.counts.size, dtype=np.bool_)
        marks[places] = True
        return np.flatnonzero(marks)

    def _settle(self) -> None:
        """Put everything back as it was before a call that did not come to its end."""
        if self._unsettled and self._before is not None:
            self._before.restore(self)
            self._noted = -1  # what is noted is no longer true
        self._unsettled = False


class _Before(NamedTuple):
    """What a call of `learn` may change, as it was before."""

    places: Elements
    counts: Elements
    sums: Weights
    spreads: Weights
    clock: NDArray[np.intp]
    version: int

    @classmethod
    def of(cls, estimates: Estimates, places: Elements) -> "_Before":
        seen = estimates.seen
        counts, sums, spreads = seen.counts.reshape(-1), seen.sums.reshape(-1), seen.spreads.reshape(-1)
        values = counts[places], sums[places], spreads[places]
        return cls(places, *values, seen.clock.copy(), estimates.version)

    def restore(self, estimates: Estimates) -> None:
        """Put it back; to do so twice does no harm."""
        for part, before in zip(estimates.seen, (self.counts, self.sums, self.spreads), strict=False):
            part.reshape(-1)[self.places] = before
        estimates.clock[:] = self.clock
        estimates.seen.version[0] = self.version


def as_observation(actions: ArrayLike, weights: ArrayLike, *, lanes: int, size: int) -> tuple[Actions, Weights]:
    """Return actions and their weights as arrays of one shape, items in range, weights of what was seen in [0, 1]."""
    items, seen = _as_lists(actions, weights, lanes=lanes, size=size)
    if not is_observation(items, seen, size):
        check_items(items, size=size, absent="not observed")
        inside = (items < 0) | ((seen >= 0) & (seen <= 1))
        raise InvalidWeightsError(f"weights must lie in [0, 1], got {seen[~inside][0]}")
    return items, seen


def _as_lists(actions: ArrayLike, weights: ArrayLike, *, lanes: int, size: int) -> tuple[Actions, Weights]:
    """Return actions and their weights as arrays of one shape; what is in them is not looked at."""
    items, seen = _as_array(actions, "actions"), _as_array(weights, "weights")
    if items.ndim != 3 or items.shape[0] != lanes or (items.dtype.kind not in "iu" and items.size):
        raise InvalidElementsError(
            f"actions must be integers of shape ({lanes}, actions, width), got {items.dtype} of shape {items.shape}"
        )
    if seen.dtype.kind not in "biuf" and seen.size:
        raise InvalidWeightsError(f"weights must be numbers, got {seen.dtype} such as {seen.flat[0]!r}")
    if seen.shape != items.shape:
        raise InvalidWeightsError(f"weights must have the shape of the actions, {items.shape}, got {seen.shape}")
    if items.dtype != np.intp:
        check_items(items, size=size, absent="not observed")  # before a large one becomes another
        items = items.astype(np.intp)
    return items, seen.astype(np.float64, copy=False)


def _as_array(values: ArrayLike, name: str) -> NDArray[Any]:
    try:
        return np.asarray(values, order="C")
    except ValueError as error:
        kind = InvalidElementsError if name == "actions" else InvalidWeightsError
        what = "integers" if name == "actions" else "numbers"
        raise kind(f"{name} must be {what} of one shape: {error}") from None
