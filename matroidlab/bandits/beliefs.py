from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.bandits.confidence import Confidence, depends_on_clock, leaves_out_known
from matroidlab.bandits.observations import as_observation
from matroidlab.bandits.statistics import Bounds, Statistics
from matroidlab.kernels import Part
from matroidlab.kernels.learning import (
    FIXED,
    KNOWN,
    LOWER,
    UPPER,
    Kept,
    Seen,
    keep_bounds,
    renew_all,
    tally,
    widen_all,
)
from matroidlab.kernels.parts import widen
from matroidlab.protocol import offered
from matroidlab.types import Elements, Weights

NOWHERE: Weights = np.empty((0, 0))


class Beliefs:
    """What is known of each item, lane by lane: how often it was seen, what it weighed, and bounds on its mean.

    >>> beliefs = Beliefs(lanes=1, size=3, rank=2)
    >>> beliefs.learn(np.array([[[0, 2]]]), np.array([[[1.0, 0.5]]]))
    >>> beliefs.counts, beliefs.sums, beliefs.clock
    (array([[1, 0, 1]]), array([[1. , 0. , 0.5]]), array([1]))

    Observations come in by `learn`, and are all that changes anything; bounds and cautious weights follow when they are
    looked at, at the items that were observed. An interrupted `learn` has happened or has not.

    ``clock`` counts the lists that were shown. What is wider than a list (the first look at all items) was shown to
    nobody and does not count; a list that is learnt in five pieces counts as five.

    Parameters
    ----------
    lanes, size, rank
        The shape of what is known, and the length of a list.
    confidence
        Where bounds come from; none are kept without.
    baseline, known_means
        With a baseline, the *cautious weights* v_t of I-UCB are kept as well: an item must beat the baseline's at its
        worst, and the baseline's count as known, or else at their best.
    """

    def __init__(
        self,
        *,
        lanes: int,
        size: int,
        rank: int,
        confidence: Confidence | None = None,
        baseline: Elements | None = None,
        known_means: Mapping[int, float] | None = None,
    ) -> None:
        self.rank, self.confidence = rank, confidence
        shape = lanes, size
        counts, clock, version = (np.zeros(of, dtype=np.intp) for of in (shape, lanes, 1))
        self.seen = Seen(counts, np.zeros(shape), np.zeros(shape), clock, version)
        self.kept = _nothing_kept(shape, baseline, known_means or {}, confidence, widens=self._widens)
        self._before: _Before | None = None
        self._unsettled = False
        self._stale: list[Elements] = []
        self._log = _Log(-1, ())

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
        """Forget the last `learn`; only before anybody has looked at the bounds since."""
        self._unsettled = True
        self._settle()

    @property
    def bounds(self) -> Bounds:
        """The bounds of all items, ``(lanes, size)``; not to be written to, and not to be kept."""
        upper = self.upper
        if len(self.kept.lower):
            return Bounds(self.kept.lower, upper)
        assert self.confidence is not None
        return self.confidence.bounds(self.everything)

    @property
    def upper(self) -> Weights:
        """The upper bounds alone."""
        self._renew()
        return self.kept.upper

    @property
    def settled(self) -> Seen:
        """What was seen, for kernels that go on from here; nobody keeps bounds."""
        self._settle()
        return self.seen

    @property
    def arrays(self) -> tuple[Seen, Kept]:
        """Everything, up to date, for kernels that go on from here."""
        self._renew()
        return self.seen, self.kept

    def cautious(self, bounds: Bounds) -> Weights:
        """The cautious weights by some bounds; if these are `bounds`, they are kept."""
        if bounds.lower is self.kept.lower and bounds.upper is self.kept.upper:
            return self.kept.cautious
        source = self.kept.source
        return np.where(source >= KNOWN, self.kept.cautious, np.where(source == UPPER, bounds.upper, bounds.lower))

    def changed_since(self, version: int) -> Elements | None:
        """The places of the flattened arrays whose bounds changed since a version; None if that is not known, or all.

        What changes is noted from the first time that somebody asks, and for a while.
        """
        if self._log.version != self.version or self._all_move or version < self.version - len(self._log.places):
            self._log = _Log(self.version, ())
            return None
        return self._distinct(list(self._log.places[len(self._log.places) - (self.version - version) :]))

    def _note(self, places: Elements) -> None:
        """Remember what is about to change."""
        self._stale = [*self._stale, places]
        if sum(map(len, self._stale)) > self.seen.counts.size:
            self._stale = [self._distinct(self._stale)]
        if self._log.version == self.version and sum(map(len, self._log.places)) <= self.seen.counts.size:
            self._log = _Log(self.version + 1, (*self._log.places, places))

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
        self._unsettled = False

    def _renew(self) -> None:
        """Bring up to date what is kept."""
        if self._unsettled:
            self._settle()
        if self.confidence is None:
            raise ValueError("there are no bounds without a confidence; make the beliefs with one")
        if self._part is None and self._all_move:
            self._renew_everything(self.confidence)
        elif self._stale:
            places = self._distinct(self._stale)
            self._renew_at(self.confidence, places[self.seen.counts.reshape(-1)[places] > 0])
            self._stale = []  # only now: what is renewed twice does not matter
        if self._part is not None and self._widens:
            lanes = np.arange(len(self.seen.clock))
            widen_all.linked(self._part.kernels)(self._part.arrays, self.seen, self.kept, lanes)

    def _renew_at(self, confidence: Confidence, places: Elements) -> None:
        lanes, items = np.divmod(places, self.seen.counts.shape[1])
        if self._part is not None:
            renew_all.linked(self._part.kernels)(self._part.arrays, self.seen, self.kept, lanes, items)
            return
        counts, sums = self.seen.counts[lanes, items], self.seen.sums[lanes, items]
        squares = sums - self.seen.spreads[lanes, items]
        seen = Statistics(counts, sums, squares, self.seen.clock[lanes], items)
        keep_bounds(self.kept, lanes, items, *_checked(confidence, seen))

    def _renew_everything(self, confidence: Confidence) -> None:
        lanes, items = np.divmod(np.arange(self.seen.counts.size), self.seen.counts.shape[1])
        keep_bounds(self.kept, lanes, items, *(part.ravel() for part in _checked(confidence, self.everything)))

    @cached_property
    def _part(self) -> Part | None:
        return None if self.confidence is None else offered(self.confidence, Part)

    @property
    def _widens(self) -> bool:
        """Whether the bounds are kept as means and widths, which are put together at each look."""
        return self._part is not None and widen in self._part.kernels

    @property
    def _all_move(self) -> bool:
        """Whether all bounds change with the clock."""
        return self.confidence is not None and depends_on_clock(self.confidence)

    def __getstate__(self) -> dict[str, object]:
        """Copies ask for the part themselves: it is machinery of this process."""
        return {name: value for name, value in vars(self).items() if name != "_part"}

    def _check(self) -> None:
        """Assert the invariants."""
        seen, kept = self.seen, self.kept
        assert not self._unsettled
        assert (seen.counts >= 0).all()
        assert ((seen.sums >= 0) & (seen.sums <= seen.counts)).all()
        assert (seen.spreads >= 0).all()
        if self.confidence is not None:
            expected, source = _checked(self.confidence, self.everything), np.zeros(seen.counts.shape[1], dtype=np.int8)
            source = kept.source if len(kept.source) else source
            assert np.array_equal(self.upper[:, source < FIXED], expected.upper[:, source < FIXED])
            assert np.array_equal(self.bounds.lower[:, source < FIXED], expected.lower[:, source < FIXED])
            if len(kept.source):
                chosen = np.where(source == UPPER, expected.upper, expected.lower)
                assert np.array_equal(kept.cautious[:, source < KNOWN], chosen[:, source < KNOWN])


class _Log(NamedTuple):
    """The places that changed with each of the last versions."""

    version: int
    places: tuple[Elements, ...]


class _Before(NamedTuple):
    """What a call of `learn` may change, as it was before."""

    places: Elements
    counts: Elements
    sums: Weights
    spreads: Weights
    clock: NDArray[np.intp]
    version: int
    log: "_Log"

    @classmethod
    def of(cls, beliefs: Beliefs, places: Elements) -> "_Before":
        seen = beliefs.seen
        counts, sums, spreads = seen.counts.reshape(-1), seen.sums.reshape(-1), seen.spreads.reshape(-1)
        values = counts[places], sums[places], spreads[places]
        return cls(places, *values, seen.clock.copy(), beliefs.version, beliefs._log)  # noqa: SLF001 - its other half

    def restore(self, beliefs: Beliefs) -> None:
        """Put it back; to do so twice does no harm."""
        for part, before in zip(beliefs.seen, (self.counts, self.sums, self.spreads), strict=False):
            part.reshape(-1)[self.places] = before
        beliefs.clock[:] = self.clock
        beliefs.seen.version[0], beliefs._log = self.version, self.log  # noqa: SLF001


def _nothing_kept(
    shape: tuple[int, int],
    baseline: Elements | None,
    known_means: Mapping[int, float],
    confidence: Confidence | None,
    *,
    widens: bool,
) -> Kept:
    lower, upper = np.zeros(shape), np.full(shape, np.inf)
    means, widths = (np.full(shape, np.inf), np.ones(shape)) if widens else (NOWHERE, NOWHERE)
    if baseline is None:
        return Kept(NOWHERE if widens else lower, upper, NOWHERE, np.empty(0, dtype=np.int8), means, widths)
    source = np.full(shape[1], LOWER, dtype=np.int8)
    source[baseline] = UPPER
    known, values = list(known_means), list(known_means.values())
    source[known] = KNOWN
    cautious = np.where(source == UPPER, np.inf, np.zeros(shape))
    cautious[:, known] = values
    if confidence is not None and leaves_out_known(confidence):
        source[known] = FIXED
        lower[:, known] = upper[:, known] = values
    return Kept(lower, upper, cautious, source, means, widths)


def _checked(confidence: Confidence, seen: Statistics) -> Bounds:
    """What somebody's confidence answers: numbers, in the shape of the statistics."""
    bounds = Bounds(*(np.asarray(part, dtype=np.float64) for part in confidence.bounds(seen)))
    for part in bounds:
        if part.shape != seen.counts.shape:
            raise ValueError(f"bounds must have shape {seen.counts.shape}, got {part.shape} from {confidence!r}")
        if np.isnan(part).any():
            raise ValueError(f"bounds must be numbers, got NaN from {confidence!r}")
    return bounds
