"""Estimates with the bounds that a confidence gives them."""

from collections.abc import Mapping

import numpy as np

from matroidlab.bandits.beliefs.estimates import Estimates
from matroidlab.bandits.beliefs.kept_bounds import (
    cautious_by,
    check_kept,
    check_seen,
    nothing_kept,
)
from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.bandits.confidence.confidence import Confidence, checked_bounds, depends_on_clock
from matroidlab.bandits.kernels.bounds import Kept, keep_bounds, renew_all, widen_all
from matroidlab.kernels.game_slots import widen
from matroidlab.kernels.tally import Seen
from matroidlab.protocol import Part, offered
from matroidlab.types import Elements, Weights


class Beliefs(Estimates):
    """Estimates, and the bounds that a confidence puts on the mean of each item.

    >>> from matroidlab.bandits import UCB1
    >>> beliefs = Beliefs(lanes=1, size=3, confidence=UCB1(horizon=100))
    >>> beliefs.learn(np.array([[[0, 2]]]), np.array([[[1.0, 0.5]]]))
    >>> beliefs.bounds.upper.round(2)
    array([[3.63,  inf, 3.13]])

    Bounds are computed when they are read, for the items that were observed since the last time.
    With a baseline, the *cautious weights* v_t of I-UCB are kept as well: an item outside the
    baseline weighs its lower bound, an item of the baseline its known mean or else its upper bound.

    Parameters
    ----------
    lanes
        The number of independent runs that are kept side by side.
    size
        The number of items.
    confidence
        The source of the bounds.
    baseline
        The trusted list, for the cautious weights; None if there is none.
    known_means
        The expected weights of baseline items, as far as they are known.
    """

    def __init__(
        self,
        *,
        lanes: int,
        size: int,
        confidence: Confidence,
        baseline: Elements | None = None,
        known_means: Mapping[int, float] | None = None,
    ) -> None:
        super().__init__(lanes=lanes, size=size)
        self._baseline = baseline
        self._known_means = dict(known_means or {})
        self.excluded: Elements = np.empty(0, dtype=np.intp)
        self.confidence = confidence

    @property
    def confidence(self) -> Confidence:
        """The source of the bounds; if it is replaced, all bounds are computed again."""
        return self._confidence

    @confidence.setter
    def confidence(self, confidence: Confidence) -> None:
        self._confidence = confidence
        self._rebuild_bounds()

    def _rebuild_bounds(self) -> None:
        """Start from the bounds of unseen items; the others are computed when they are read."""
        self._link()
        self._all_move = depends_on_clock(self._confidence)
        self.kept: Kept = nothing_kept(
            self.seen.counts.shape,
            self._baseline,
            self._known_means,
            self._confidence,
            widens=self._widen is not None,
            excluded=self.excluded,
        )
        self._bounds_version = -1
        self.seen.version[0] += 1
        self._forget_changes()

    def _link(self) -> None:
        """Link the kernels of the confidence. Repeated after unpickling; not part of the state."""
        self._part = offered(self._confidence, Part)
        kernels = {} if self._part is None else self._part.kernels
        self._renew_all = renew_all.linked(kernels)
        self._widen = widen_all.linked(kernels) if widen in kernels else None

    def __getstate__(self) -> dict[str, object]:
        linked = ("_part", "_renew_all", "_widen")
        return {name: value for name, value in vars(self).items() if name not in linked}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._link()

    def adopt(self) -> None:
        """Take over the arrays as the compiled game loop has left them, current bounds included."""
        super().adopt()
        self._bounds_version = self.version

    def exclude(self, items: Elements) -> None:
        """Give items a weight below all others, so that a basis contains one only if it must."""
        self.excluded = items
        self._rebuild_bounds()

    def forget(self, lane: int) -> None:
        """Forget all observations of a lane; its clock goes on."""
        self._settle()
        for part in self.seen[:3]:
            part[lane] = 0
        self._rebuild_bounds()

    def restore(self, seen: Seen, bounds: Bounds | None = None) -> None:
        """Take over counts and sums of the first items, ``(lanes, n)``, and known bounds."""
        for mine, theirs in zip(self.seen[:3], seen[:3], strict=True):
            mine[:, : theirs.shape[1]] = theirs
        self.seen.clock[:] = seen.clock
        super().adopt()
        self._bounds_version = -1
        if bounds is not None:
            lanes, items = np.nonzero(seen.counts)
            places = lanes * self.seen.counts.shape[1] + items
            self._keep(places, Bounds(*(part[lanes, items] for part in bounds)))
            self._bounds_version = self.version

    @property
    def bounds(self) -> Bounds:
        """The bounds of all items, ``(lanes, size)``: read-only, valid until the next `learn`."""
        upper = self.upper
        if len(self.kept.lower):
            return Bounds(self.kept.lower, upper)
        return self.confidence.bounds(self.everything)

    @property
    def upper(self) -> Weights:
        """The upper bounds alone."""
        return self.arrays[1].upper

    def cautious(self, bounds: Bounds | None = None) -> Weights:
        """The cautious weights, ``(lanes, size)``, by the current or the given bounds."""
        return self.arrays[1].cautious if bounds is None else cautious_by(self.kept, bounds)

    @property
    def arrays(self) -> tuple[Seen, Kept]:
        """All arrays, up to date, for kernels that continue from here."""
        self._settle()
        if self._part is None and self._all_move:
            self._keep(
                np.arange(self.seen.counts.size), checked_bounds(self._confidence, self.everything)
            )
        elif self._bounds_version != self.version:
            self._renew()
        if self._part is not None and self._widen is not None:
            self._widen(self._part.arrays, self.seen, self.kept)
        return self.seen, self.kept

    def _renew(self) -> None:
        """Compute the bounds of the places that have changed since the last time."""
        now = self.version
        changed = super().changed_since(self._bounds_version)
        places = np.arange(self.seen.counts.size) if changed is None else changed
        if self._part is None:
            distinct = np.unique(places)
            asked = self._statistics(*np.divmod(distinct, self.seen.counts.shape[1]))
            self._keep(distinct, checked_bounds(self._confidence, asked))
        else:
            self._renew_all(self._part.arrays, self.seen, self.kept, places)
        self._bounds_version = now  # last: after an interrupt they are renewed again

    def changed_since(self, version: int) -> Elements | None:
        """The places whose bounds changed since a version; None if not known, or all."""
        return None if self._all_move else super().changed_since(version)

    def _keep(self, places: Elements, bounds: Bounds) -> None:
        """Write the bounds of distinct places of the flattened arrays."""
        items = places % self.seen.counts.shape[1]
        keep_bounds(self.kept, places, items, bounds.lower.ravel(), bounds.upper.ravel())

    def _check(self) -> None:
        """Assert the invariants."""
        assert not self._before.state[0]
        check_seen(self.seen)
        check_kept(self.kept, self.bounds, checked_bounds(self.confidence, self.everything))
