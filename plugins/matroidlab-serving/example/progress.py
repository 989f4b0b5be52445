"""The progress since the program has started, measured against the made-up truth."""

from threading import Lock
from typing import Any

from shop import BASELINE, MEANS, best_list, worth

from matroidlab_serving import Shown

MOST_POINTS = 400
"""Of the picture; then every other one is dropped."""


class Progress:
    """Counts lists, regret and broken promises, and keeps the points of the picture."""

    def __init__(self) -> None:
        self.lists = self.broken = 0
        self.regret = 0.0
        self.careless_broken = 0
        self.careless_regret = 0.0
        self._visitors = 0
        self.points: list[tuple[int, float, float, float]] = [(0, worth(BASELINE), 0.0, 0.0)]
        """Lists shown so far, clicks on the trusted list, regret, regret of the careless policy."""
        self._stride = 1
        self._lock = Lock()

    def add(self, shown: Shown) -> None:
        """Count a list that was shown."""
        with self._lock:
            self.lists += 1
            self.regret += worth(best_list()) - worth(shown.items)
            self.broken += is_broken(shown)

    def compare(self, bad_lists: int, earned: float, count: int) -> None:
        """Note the totals of the careless policy, after so many more visitors."""
        with self._lock:
            self._visitors += count
            self.careless_broken = bad_lists
            self.careless_regret = self._visitors * worth(best_list()) - earned

    def mark(self, trusted: Shown) -> None:
        """Add a point to the picture."""
        with self._lock:
            if self.lists >= self.points[-1][0] + self._stride:
                self.points.append(self._point(trusted))
            if len(self.points) > MOST_POINTS:
                self.points, self._stride = self.points[::2], 2 * self._stride

    def plain(self, trusted: Shown) -> dict[str, Any]:
        """Everything that the picture needs, with the state of this moment as its last point."""
        with self._lock:
            return {
                "lists": self.lists,
                "broken": self.broken,
                "careless_broken": self.careless_broken,
                "exchanged": sum(key not in BASELINE for key in trusted.items),
                "places": len(BASELINE),
                "baseline": worth(BASELINE),
                "best": worth(best_list()),
                "points": [*self.points, self._point(trusted)],
            }

    def _point(self, trusted: Shown) -> tuple[int, float, float, float]:
        return self.lists, worth(trusted.items), self.regret, self.careless_regret


def is_broken(shown: Shown) -> bool:
    """Whether more than ``swap_size`` items are truly worse than their counterparts."""
    lines = shown.certificate.lines
    worse = sum(
        line.baseline is not None and MEANS[line.item] < MEANS[line.baseline] for line in lines
    )
    return worse > shown.certificate.swap_size
