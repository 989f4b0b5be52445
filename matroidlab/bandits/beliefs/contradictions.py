import warnings
from collections.abc import Mapping

import numpy as np

from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.beliefs.statistics import Statistics
from matroidlab.bandits.confidence.confidence import checked_bounds
from matroidlab.bandits.kernels.safe_policies import Running
from matroidlab.errors import PromiseWarning
from matroidlab.types import Booleans, Elements, Weights


class Contradictions:
    """The tightest bounds that items ever had, and those that contradict each other.

    Bounds that hold at all times have the mean between the highest lower and the lowest upper one.
    So when these cross, or when a known mean lies outside its interval, then an assumption of the
    promise is broken, for example that means do not change; or an event of probability delta has
    happened.
    """

    running: Running

    def __init__(self, beliefs: Beliefs, known_means: Mapping[int, float]) -> None:
        self.beliefs = beliefs
        self.known = np.array(list(known_means), dtype=np.intp)
        self.means = np.array(list(known_means.values()), dtype=np.float64)
        shape = beliefs.counts.shape
        self.running = Running(np.full(shape, -np.inf), np.full(shape, np.inf))
        self._version = beliefs.version
        self._has_warned = False
        self._next_look = 1

    def look(self, *, warns: bool = True) -> None:
        """Take the current bounds into account, and warn once if they contradict something."""
        if self._version == self.beliefs.version:
            return
        bounds = self.beliefs.bounds
        changed = self.beliefs.changed_since(self._version)
        self._version = self.beliefs.version
        places = slice(None) if changed is None else changed
        lower = self.running.lower.reshape(-1)
        upper = self.running.upper.reshape(-1)
        highest = np.maximum(lower[places], bounds.lower.reshape(-1)[places])
        lowest = np.minimum(upper[places], bounds.upper.reshape(-1)[places])
        lower[places] = highest
        upper[places] = lowest
        if (
            warns
            and not self._has_warned
            and ((highest > lowest).any() or self._is_time_for_means())
        ):
            self._warn()

    def _is_time_for_means(self) -> bool:
        """Whether known means are compared again: now and then, for that costs an interval each."""
        clock = int(self.beliefs.clock.max())
        if not len(self.known) or clock < self._next_look:
            return False
        self._next_look = clock + clock // 8 + 1
        return True

    def adopt(self) -> None:
        """Take over the arrays as the game loop has left them."""
        self._version = self.beliefs.version
        if not self._has_warned:
            self._warn()

    @property
    def items(self) -> Elements:
        """The items that contradict the assumptions, in any lane."""
        return np.flatnonzero(self.by_lane.any(axis=0))

    @property
    def by_lane(self) -> Booleans:
        """``(lanes, size)``: the items that contradict the assumptions."""
        return self._contradicting(self.running.lower, self.running.upper)

    def with_current_bounds(self) -> Booleans:
        """`by_lane` after another `look`, which is not taken: asking changes nothing."""
        bounds = self.beliefs.bounds
        lower = np.maximum(self.running.lower, bounds.lower)
        upper = np.minimum(self.running.upper, bounds.upper)
        return self._contradicting(lower, upper)

    def _contradicting(self, lower: Weights, upper: Weights) -> Booleans:
        is_crossed: Booleans = lower > upper
        is_crossed[:, self.known] |= self._misjudged()
        return is_crossed

    def follow(self, other: "Contradictions") -> None:
        """Go on from the tightest bounds of another, which may have fewer items."""
        size = other.running.lower.shape[1]
        self.running.lower[:, :size] = other.running.lower
        self.running.upper[:, :size] = other.running.upper

    def forget(self, lane: int) -> None:
        """Start again in a lane whose observations have been forgotten."""
        self.running.lower[lane] = -np.inf
        self.running.upper[lane] = np.inf
        self._has_warned = False

    def _misjudged(self) -> Booleans:
        """``(lanes, k)``: whether the k-th known mean lies outside its interval."""
        seen = self.beliefs.settled
        sums = seen.sums[:, self.known]
        spreads = seen.spreads[:, self.known]
        counts = seen.counts[:, self.known]
        items = np.broadcast_to(self.known, counts.shape)
        asked = Statistics(counts, sums, spreads, seen.clock[:, None], items)
        lower, upper = checked_bounds(self.beliefs.confidence, asked)
        is_outside: Booleans = (self.means < lower) | (self.means > upper)
        return is_outside

    def _warn(self) -> None:
        items = self.items
        if not len(items):
            return
        self._has_warned = True
        warnings.warn(
            PromiseWarning(
                f"observations of items {items[:10].tolist()} contradict the assumptions of the "
                "promise: their bounds exclude each other or a known mean; do means change over "
                "time, or depend on the place in the list?"
            ),
            stacklevel=4,
        )
