"""Estimates with the bounds that a confidence gives them."""

from collections.abc import Mapping

import numpy as np

from matroidlab.bandits.beliefs.estimates import Estimates
from matroidlab.bandits.beliefs.kept_bounds import cautious_by, check_kept, check_seen, nothing_kept
from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.bandits.confidence.confidence import Confidence, checked_bounds, depends_on_clock
from matroidlab.bandits.kernels.bounds import Kept, keep_bounds, renew_all, widen_all
from matroidlab.kernels.slots import widen
from matroidlab.kernels.tally import Seen
from matroidlab.protocol import Part, offered
from matroidlab.types import Elements, Weights


class Beliefs(Estimates):
    """What is known of each item, lane by lane: how often it was seen, what it weighed, and bounds on its mean.

    >>> from matroidlab.bandits import UCB1
    >>> beliefs = Beliefs(lanes=1, size=3, rank=2, confidence=UCB1(horizon=100))
    >>> beliefs.learn(np.array([[[0, 2]]]), np.array([[[1.0, 0.5]]]))
    >>> beliefs.bounds.upper.round(2)
    array([[3.63,  inf, 3.13]])

    Observations come in by `learn`, and are all that changes anything. Bounds and cautious weights follow when they are
    looked at, at the items that were observed since. With a baseline, the *cautious weights* v_t of I-UCB are kept as
    well: an item must beat the baseline's at its worst, and the baseline's count as known, or else at their best.
    """

    def __init__(
        self,
        *,
        lanes: int,
        size: int,
        rank: int,
        confidence: Confidence,
        baseline: Elements | None = None,
        known_means: Mapping[int, float] | None = None,
    ) -> None:
        super().__init__(lanes=lanes, size=size, rank=rank)
        self._baseline, self._known_means = baseline, dict(known_means or {})
        self.excluded: Elements = np.empty(0, dtype=np.intp)
        self.confidence = confidence

    @property
    def confidence(self) -> Confidence:
        """Where bounds come from; another one may take its place, and then all bounds are its own."""
        return self._confidence

    @confidence.setter
    def confidence(self, confidence: Confidence) -> None:
        self._confidence = confidence
        self._all_move = depends_on_clock(confidence)
        self._link()
        shape, widens = self.seen.counts.shape, self._widen is not None
        self.kept: Kept = nothing_kept(
            shape, self._baseline, self._known_means, confidence, widens=widens, excluded=self.excluded
        )
        self._renewed = -1

    def _link(self) -> None:
        """Ask the confidence for its part, and link its kernels: machinery of this process."""
        self._part = offered(self._confidence, Part)
        kernels = {} if self._part is None else self._part.kernels
        self._renew_all = renew_all.linked(kernels)
        self._widen = widen_all.linked(kernels) if widen in kernels else None

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name not in ("_part", "_renew_all", "_widen")}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._link()

    def exclude(self, items: Elements) -> None:
        """Rule items out: they weigh less than any other from now on, so that a basis has none if it can do without."""
        self.excluded = items
        self.confidence = self.confidence  # which keeps everything anew

    def restore(self, seen: Seen, bounds: Bounds | None = None) -> None:
        """Take over what others have seen of the first items, ``(lanes, n)``, with its bounds if they are known."""
        for mine, theirs in zip(self.seen[:3], seen[:3], strict=True):
            mine[:, : theirs.shape[1]] = theirs
        self.seen.clock[:] = seen.clock
        self.seen.version[0] += 1
        self._renewed = -1
        if bounds is not None:
            lanes, items = np.nonzero(seen.counts)
            self._keep(lanes * self.seen.counts.shape[1] + items, Bounds(*(part[lanes, items] for part in bounds)))
            self._renewed = self.version

    @property
    def bounds(self) -> Bounds:
        """The bounds of all items, ``(lanes, size)``; not to be written to, and not to be kept."""
        upper = self.upper
        if len(self.kept.lower):
            return Bounds(self.kept.lower, upper)
        return self.confidence.bounds(self.everything)

    @property
    def upper(self) -> Weights:
        """The upper bounds alone."""
        return self.arrays[1].upper

    @property
    def arrays(self) -> tuple[Seen, Kept]:
        """Everything, up to date, for kernels that go on from here."""
        self._settle()
        now = self.version
        if self._part is None and self._all_move:
            self._keep(np.arange(self.seen.counts.size), checked_bounds(self._confidence, self.everything))
        elif self._renewed != now:
            changed = super().changed_since(self._renewed)
            places = np.arange(self.seen.counts.size) if changed is None else changed
            if self._part is None:
                distinct = np.unique(places)
                asked = self._statistics(*np.divmod(distinct, self.seen.counts.shape[1]))
                self._keep(distinct, checked_bounds(self._confidence, asked))
            else:
                self._renew_all(self._part.arrays, self.seen, self.kept, places)
            self._renewed = now  # only now: what is renewed twice does not matter
        if self._part is not None and self._widen is not None:
            self._widen(self._part.arrays, self.seen, self.kept)
        return self.seen, self.kept

    def cautious(self, bounds: Bounds) -> Weights:
        """The cautious weights by some bounds; if these are `bounds`, they are kept."""
        if bounds.lower is self.kept.lower and bounds.upper is self.kept.upper:
            return self.kept.cautious
        return cautious_by(self.kept, bounds)

    def changed_since(self, version: int) -> Elements | None:
        """The places of the flattened arrays whose bounds changed since a version; None if not known, or all."""
        return None if self._all_move else super().changed_since(version)

    def _keep(self, places: Elements, bounds: Bounds) -> None:
        """Write the bounds of some places of the flattened arrays, each once."""
        keep_bounds(self.kept, places, places % self.seen.counts.shape[1], bounds.lower.ravel(), bounds.upper.ravel())

    def _check(self) -> None:
        """Assert the invariants."""
        assert not self._before.state[0]
        check_seen(self.seen)
        check_kept(self.kept, self.bounds, checked_bounds(self.confidence, self.everything))
