"""Counts and sums of observed weights, for all lanes and items."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.bandits.beliefs.observations import as_observation
from matroidlab.bandits.beliefs.statistics import Statistics
from matroidlab.bandits.short_reprs import lists_learnt
from matroidlab.kernels.tally import Seen, is_plain, nothing_before, put_back, tally
from matroidlab.types import Elements, Weights

WITHOUT_LIMIT = np.iinfo(np.intp).max


class Estimates:
    """Counts and sums of the observed weights of each item, lane by lane.

    >>> seen = Estimates(lanes=1, size=3)
    >>> seen.learn(np.array([[[0, 2]]]), np.array([[[1.0, 0.5]]]))
    >>> seen.counts, seen.sums, seen.clock
    (array([[1, 0, 1]]), array([[1. , 0. , 0.5]]), array([1]))

    ``clock`` counts the lists that were shown, not a first look at all items; a list that is learnt
    in five pieces counts as five.
    `learn` is atomic: if it is interrupted, it has happened completely or not at all.

    Parameters
    ----------
    lanes
        The number of independent runs that are kept side by side.
    size
        The number of items.
    """

    def __init__(self, *, lanes: int, size: int) -> None:
        counts = np.zeros((lanes, size), dtype=np.intp)
        clock = np.zeros(lanes, dtype=np.intp)
        version = np.zeros(1, dtype=np.intp)
        self.seen: Seen = Seen(
            counts, np.zeros((lanes, size)), np.zeros((lanes, size)), clock, version
        )
        self.counts: NDArray[np.intp] = self.seen.counts
        self.sums: Weights = self.seen.sums
        self.clock: NDArray[np.intp] = self.seen.clock
        self._before = nothing_before(lanes, 0)
        self._log: list[Elements] = []
        self._log_size = 0
        self._logged_until = 0

    def __repr__(self) -> str:
        lanes, size = self.seen.counts.shape
        observed = int(self.seen.counts.sum())
        runs = "" if lanes == 1 else f"{lanes} lanes; "
        of_items = f"{observed:,} observations of {size:,} items"
        return f"{type(self).__name__}({runs}{of_items}, {lists_learnt(self.clock)})"

    @property
    def squares(self) -> Weights:
        """``(lanes, size)``: the sum of the squares of the weights of each item."""
        return self.seen.sums - self.seen.spreads

    @property
    def version(self) -> int:
        """A number that grows with every change."""
        return int(self.seen.version[0])

    @property
    def everything(self) -> Statistics:
        """The statistics of all items, ``(lanes, size)``."""
        return self._statistics(*np.indices(self.seen.counts.shape))

    def _statistics(self, lanes: Elements, items: Elements) -> Statistics:
        seen = self.seen
        sums = seen.sums[lanes, items]
        spreads = seen.spreads[lanes, items]
        return Statistics(seen.counts[lanes, items], sums, spreads, seen.clock[lanes], items)

    def learn(
        self,
        actions: ArrayLike,
        weights: ArrayLike,
        *,
        until: int | None = None,
        is_shown: bool = True,
    ) -> None:
        """Take in the weights of ``actions (lanes, actions, width)``.

        Repeated items add up, and -1 marks "not observed".
        The cost grows with the number of observations, not with the number of items.

        Parameters
        ----------
        actions
            The items of each action.
        weights
            Their observed weights, in the same shape.
        until
            When the clock of a lane reaches this number, it stops, and later actions are ignored.
        is_shown
            Whether actions are lists that were shown; a first look is not, and the clock does not
            count it.
        """
        lanes, size = self.seen.counts.shape
        if not (
            is_plain(actions, np.intp, 3)
            and is_plain(weights, np.float64, 3)
            and len(actions) == lanes
        ):
            actions, weights = as_observation(actions, weights, lanes=lanes, size=size)
        self._settle()
        self._before = nothing_before(lanes, actions.size)
        last = WITHOUT_LIMIT if until is None else until
        try:
            if actions.shape != weights.shape or not tally(
                self.seen, self._before, actions, weights, is_shown, last
            ):
                # Raises an error that names the fault.
                as_observation(actions, weights, lanes=lanes, size=size)
        except BaseException:
            self._settle()
            raise
        self._log_change(self._before.places)

    def undo(self) -> None:
        """Forget the last `learn`, unless it was refused."""
        self._before.state[0] = self._before.state[1] >= 0
        self._settle()

    def adopt(self) -> None:
        """Take over the arrays as the compiled game loop has left them, when it returns."""
        self._before = nothing_before(len(self.seen.clock), 0)
        self.seen.version[0] += 1
        self._forget_changes()

    @property
    def settled(self) -> Seen:
        """The arrays, for kernels that continue from here."""
        self._settle()
        return self.seen

    def changed_since(self, version: int) -> Elements | None:
        """The places that changed since a version, possibly repeated; None if not known.

        A place is an index into the flattened arrays, lane * size + item.
        """
        now = self.version
        # After an interrupt between the tally and the log, the log ends too early.
        if self._logged_until != now or not now - len(self._log) <= version <= now:
            return None
        places = np.concatenate(
            [np.empty(0, dtype=np.intp), *self._log[len(self._log) - (now - version) :]]
        )
        return places[places >= 0]

    def _log_change(self, places: Elements) -> None:
        """Remember where the last `learn` changed something.

        Once as many places are logged as there are, looking at all of them costs no more, so the
        log starts again.
        """
        now = self.version
        if self._logged_until != now - 1 or self._log_size > self.seen.counts.size:
            self._forget_changes()
        self._log.append(places)
        self._log_size += max(len(places), 1)
        self._logged_until = now

    def _forget_changes(self) -> None:
        self._log = []
        self._log_size = 0
        self._logged_until = self.version

    def _settle(self) -> None:
        """Restore the state before a `learn` that was interrupted."""
        if self._before.state[0]:
            self._logged_until = -1  # first, because the log does not hold any more
            put_back(self.seen, self._before)
