import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Booleans, Weights


class Ledger:
    """Adds up several quantities an action, lane by lane, and keeps the totals at the checkpoints.

    >>> ledger = Ledger(np.array([2, 3]), quantities=1, lanes=1)
    >>> ledger.add(np.array([[[1.0, 1.0, 5.0]]]))
    >>> ledger.totals
    array([[[2., 7.]]])

    A checkpoint within a round gets the part of the round before it.
    """

    def __init__(self, checkpoints: NDArray[np.intp], *, quantities: int, lanes: int) -> None:
        self.checkpoints = checkpoints
        self.totals: Weights = np.zeros((quantities, lanes, len(checkpoints)))
        self._clock: NDArray[np.intp] = np.zeros(lanes, dtype=np.intp)
        self._more = 0  # played by all lanes
        self.slowest = self.furthest = 0
        """How many actions all lanes have played at least, and at most."""
        self.running: Weights = np.zeros((quantities, lanes))
        """The totals so far, ``(quantities, lanes)``; what `advance` let lanes play is added here by whoever asked."""
        self._pass(0)

    @property
    def clock(self) -> NDArray[np.intp]:
        """How many actions each lane has played."""
        return self._clock + self._more

    def add(self, values: Weights, real: Booleans | None = None) -> None:
        """Add ``values (quantities, lanes, actions)``; of each lane the first, ``real`` ones were played."""
        before = self.clock
        self._clock, self._more = before + (values.shape[2] if real is None else real.sum(axis=1)), 0
        self.slowest, self.furthest = int(self._clock.min()), int(self._clock.max())
        if real is not None:
            values = np.where(real, values, 0.0)
        for column in range(self._passed, len(self.checkpoints)):
            if self.checkpoints[column] > self.furthest:
                break
            self._note(column, values, before)
        self._pass(int(np.searchsorted(self.checkpoints, self.slowest, side="right")))
        self.running += values.sum(axis=2)

    def advance(self, actions: int) -> bool:
        """Let all lanes play so many actions, whose quantities are added to ``running`` before anything else is told.

        False, and nothing has happened, if a checkpoint is within: then `add` is told of every action.
        """
        end = self.furthest + actions
        if end > self._next or (end == self._next and self.slowest < self.furthest):
            return False
        self._more += actions
        self.slowest, self.furthest = self.slowest + actions, end
        return True

    @property
    def ahead(self) -> int:
        """How many actions all lanes can play together until the next checkpoint."""
        return self._next - self.furthest if self.slowest == self.furthest else 0

    @property
    def is_due(self) -> bool:
        """Whether `advance` has brought all lanes to a checkpoint: when ``running`` is complete, `note` it."""
        return self.furthest == self._next

    def note(self) -> None:
        """Write the totals of the checkpoint that all lanes have just come to."""
        self.totals[:, :, self._passed] = self.running
        self._pass(self._passed + 1)

    def _pass(self, count: int) -> None:
        """Know that all lanes have passed so many checkpoints."""
        self._passed = count
        self._next = int(self.checkpoints[count]) if count < len(self.checkpoints) else -1

    def _note(self, column: int, values: Weights, before: NDArray[np.intp]) -> None:
        """Write the totals of the lanes that come past this checkpoint now."""
        checkpoint = self.checkpoints[column]
        now = (before < checkpoint) & (checkpoint <= self._clock)
        part = np.where(np.arange(values.shape[2]) < (checkpoint - before)[:, None], values, 0.0).sum(axis=2)
        self.totals[:, now, column] = self.running[:, now] + part[:, now]
