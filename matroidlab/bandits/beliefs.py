from collections.abc import Mapping
from functools import cached_property

import numpy as np

from matroidlab.bandits.confidence import Confidence, depends_on_clock
from matroidlab.bandits.estimates import Estimates
from matroidlab.bandits.keeping import NOBODY, nothing_kept
from matroidlab.bandits.statistics import Bounds, Statistics
from matroidlab.kernels import Part
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.kernels.learning import (
    FIXED,
    KNOWN,
    UPPER,
    Kept,
    Seen,
    keep_bounds,
    renew_all,
    widen_all,
)
from matroidlab.kernels.parts import widen
from matroidlab.protocol import offered
from matroidlab.types import Elements, Weights


class Beliefs(Estimates):
    """What is known of each item, lane by lane: how often it was seen, what it weighed, and bounds on its mean.

    >>> from matroidlab.bandits import UCB1
    >>> beliefs = Beliefs(lanes=1, size=3, rank=2, confidence=UCB1(horizon=100))
    >>> beliefs.learn(np.array([[[0, 2]]]), np.array([[[1.0, 0.5]]]))
    >>> beliefs.bounds.upper.round(2)
    array([[3.63,  inf, 3.13]])

    Observations come in by `learn`, and are all that changes anything. Bounds and cautious weights follow when they are
    looked at, at the items that were observed since.

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
        super().__init__(lanes=lanes, size=size, rank=rank)
        self._baseline, self._known_means = baseline, dict(known_means or {})
        self.excluded = NOBODY
        self.confidence = confidence

    @property
    def confidence(self) -> Confidence | None:
        """Where bounds come from; another one may take its place, and then all bounds are its own."""
        return self._confidence

    @confidence.setter
    def confidence(self, confidence: Confidence | None) -> None:
        self._confidence = confidence
        for name in ("_part", "_links"):
            vars(self).pop(name, None)
        shape = self.seen.counts.shape
        self.kept = nothing_kept(
            shape, self._baseline, self._known_means, confidence, widens=self._widens, excluded=self.excluded
        )
        self._renewed = -1

    def exclude(self, items: Elements) -> None:
        """Rule items out: they weigh less than any other from now on, so that a basis has none if it can do without."""
        if self._baseline is None or self._widens:
            raise ValueError("items are excluded where there is a baseline, and bounds that stay while nothing is seen")
        self.excluded = items
        self.confidence = self.confidence

    def restore(self, seen: Seen, bounds: Bounds | None = None) -> None:
        """Take over what others have seen of the first items, ``(lanes, n)``, with its bounds if they are known."""
        count = seen.counts.shape[1]
        for mine, told in zip(self.seen[:3], seen[:3], strict=True):
            mine[:, :count] = told
        self.seen.clock[:], self.seen.version[0] = seen.clock, self.version + 1
        self._renewed = -1
        if bounds is not None:
            lanes, items = np.nonzero(self.seen.counts[:, :count])
            keep_bounds(self.kept, lanes, items, bounds.lower[lanes, items], bounds.upper[lanes, items])
            self._renewed = self.version

    @property
    def asked_confidence(self) -> Confidence:
        """The same, for whoever needs bounds."""
        if self.confidence is None:
            raise ValueError("there are no bounds without a confidence; make the beliefs with one")
        return self.confidence

    @property
    def bounds(self) -> Bounds:
        """The bounds of all items, ``(lanes, size)``; not to be written to, and not to be kept."""
        upper = self.upper
        if len(self.kept.lower):
            return Bounds(self.kept.lower, upper)
        return self.asked_confidence.bounds(self.everything)

    @property
    def upper(self) -> Weights:
        """The upper bounds alone."""
        self._renew()
        return self.kept.upper

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
        """The places of the flattened arrays whose bounds changed since a version; None if not known, or all."""
        return None if self._all_move else super().changed_since(version)

    def _renew(self) -> None:
        """Bring up to date what is kept."""
        if self._unsettled:
            self._settle()
        confidence = self.asked_confidence
        if self._part is None and self._all_move:
            self._renew_everything(confidence)
        elif self._renewed != self.version:
            changed = super().changed_since(self._renewed)
            self._renew_at(confidence, np.arange(self.seen.counts.size) if changed is None else changed)
            self._renewed = self.version  # only now: what is renewed twice does not matter
        if self._part is not None and self._widens:
            lanes = np.arange(len(self.seen.clock))
            self._linked(widen_all)(self._part.arrays, self.seen, self.kept, lanes)

    def _renew_at(self, confidence: Confidence, places: Elements) -> None:
        lanes, items = np.divmod(places, self.seen.counts.shape[1])
        if self._part is not None:
            was_seen = self.seen.counts[lanes, items] > 0
            at = lanes[was_seen], items[was_seen]
            self._linked(renew_all)(self._part.arrays, self.seen, self.kept, *at)
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

    def _linked(self, kernel: AnyKernel) -> AnyKernel:
        """A kernel with those of the confidence in their slots; linked once."""
        if kernel not in self._links:
            assert self._part is not None
            self._links[kernel] = kernel.linked(self._part.kernels)
        return self._links[kernel]

    @cached_property
    def _links(self) -> dict[AnyKernel, AnyKernel]:
        return {}

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
        return {name: value for name, value in vars(self).items() if name not in ("_part", "_links")}

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


def _checked(confidence: Confidence, seen: Statistics) -> Bounds:
    """What somebody's confidence answers: numbers, in the shape of the statistics."""
    bounds = Bounds(*map(np.asarray, confidence.bounds(seen)))
    for part in bounds:
        if part.dtype.kind not in "biuf":
            raise ValueError(f"bounds must be numbers, got {part.dtype} from {confidence!r}")
        if part.shape != seen.counts.shape:
            raise ValueError(f"bounds must have shape {seen.counts.shape}, got {part.shape} from {confidence!r}")
        if np.isnan(part).any():
            raise ValueError(f"bounds must be numbers, got NaN from {confidence!r}")
    return Bounds(*(part.astype(np.float64, copy=False) for part in bounds))
