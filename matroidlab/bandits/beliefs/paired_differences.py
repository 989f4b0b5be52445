"""Differences between items and baseline items that were answered for in the same list."""

from math import pi
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits.mcnemar import is_certified, may_be_certified
from matroidlab.types import Actions, Booleans, Elements, Weights

DeltaOfEpochs = Literal["each", "all"]
NEVER = -1


class PairedDifferences:
    """For each pair of an item and a baseline item of its component: what visitors preferred.

    >>> rivals_of = np.array([[2, 3], [2, 3], [2, 3], [2, 3]])  # any two of four; 2 and 3 are known
    >>> seen = PairedDifferences(1, rivals_of, column_of=np.array([-1, -1, 0, 1]), delta=0.01)
    >>> seen.pairs  # each of four items with each of two, but not with itself
    6

    A row counts if it has an answer for both items. Answers that are learnt in separate rows cannot
    be compared, because the two visitors may have come in different seasons.

    With epochs, the sums start again at the beginning of each, and a certificate that was earned in
    one epoch holds to the end of the next.

    Parameters
    ----------
    lanes
        The number of independent runs.
    rivals_of
        ``[e, j]``: the j-th baseline item of the component of item e; -1 beyond the last.
    column_of
        ``[e]``: the j of a baseline item in its own component, -1 for other items.
    delta
        The probability that any pair is ever certified the wrong way round, in each epoch or, with
        ``delta_of_epochs`` "all", in all of them together.
    epoch_length
        The number of lists of an epoch; None for a single one.
    """

    def __init__(
        self,
        lanes: int,
        rivals_of: Elements,
        column_of: Elements,
        delta: float,
        *,
        epoch_length: int | None = None,
        delta_of_epochs: DeltaOfEpochs = "each",
    ) -> None:
        self.rivals_of = rivals_of
        self.column_of = column_of
        self.delta = delta
        self.epoch_length = epoch_length
        self.delta_of_epochs = delta_of_epochs
        size = len(column_of)
        # Two items of a part of rank 1 are never in one list.
        has_company = (rivals_of >= 0).sum(axis=1) > 1
        is_other = rivals_of != np.arange(size)[:, None]
        self.tested: Booleans = (rivals_of >= 0) & is_other & has_company[:, None]
        self.pairs = max(int(self.tested.sum()), 1)
        """The number of pairs, which share delta."""
        shape = (lanes, *rivals_of.shape)
        self.better: Weights = np.zeros(shape)
        self.worse: Weights = np.zeros(shape)
        self.earned: NDArray[np.int32] = np.full(shape, NEVER, dtype=np.int32)
        """The epoch in which a pair was certified last."""
        self.proofs: Weights = np.zeros((2, *shape))
        """The sums, better and worse, by which it was certified."""
        self.epoch: Elements = np.zeros(lanes, dtype=np.intp)
        self.contradicted: Booleans = np.zeros((lanes, size), dtype=np.bool_)
        """The items that were proven better and worse than the same baseline item."""
        self.version: Elements = np.zeros(lanes, dtype=np.intp)
        """``[lane]``: grows whenever another set of pairs is certified."""

    def share(self, epoch: int) -> float:
        """The probability that one pair is certified wrongly in an epoch, counted from 0."""
        own = self.delta / self.pairs
        if self.epoch_length is None or self.delta_of_epochs == "each":
            return own
        return own * 6.0 / (pi * (epoch + 1)) ** 2

    def certified(self, lane: int) -> Booleans:
        """``(size, width)``: the pairs whose certificates hold now."""
        earned = self.earned[lane]
        found: Booleans = (earned >= 0) & (earned >= self.epoch[lane] - 1)
        return found

    def lapses_soon(self, lane: int) -> Booleans:
        """``(size, width)``: the certificates that end with this epoch unless earned again."""
        found: Booleans = (self.earned[lane] >= 0) & (self.earned[lane] == self.epoch[lane] - 1)
        return found

    def advance(self, clock: Elements) -> None:
        """Begin the next epoch in the lanes whose clock says so."""
        if self.epoch_length is None:
            return
        for lane in np.flatnonzero(clock // self.epoch_length > self.epoch).tolist():
            self.epoch[lane] = clock[lane] // self.epoch_length
            self.better[lane] = 0.0
            self.worse[lane] = 0.0
            self.version[lane] += 1

    def forget(self, lane: int) -> None:
        """Start again in a lane, in its present epoch."""
        self.better[lane] = 0.0
        self.worse[lane] = 0.0
        self.earned[lane] = NEVER
        self.contradicted[lane] = False
        self.version[lane] += 1

    def learn(self, actions: Actions, weights: Weights) -> None:
        """Take in rows of answers, ``(lanes, rows, width)``; -1 marks "not observed"."""
        for lane, rows in enumerate(actions):
            for items, values in zip(rows, weights[lane], strict=True):
                self._learn_row(lane, items, values)

    def _learn_row(self, lane: int, items: Elements, values: Weights) -> None:
        observed = items >= 0
        if not observed.all():
            items = items[observed]
            values = values[observed]
        if len(items) > 1 and len(set(items.tolist())) < len(items):
            _, first = np.unique(items, return_index=True)
            items = items[first]
            values = values[first]
        columns = self.column_of[items]
        rivals = np.flatnonzero(columns >= 0)
        if not len(rivals):
            return
        # [i, k]: item i and the k-th baseline item of this row, if they are in one component.
        own = columns[rivals]
        is_pair = (self.rivals_of[items][:, own] == items[rivals]) & self.tested[items][:, own]
        difference = np.where(is_pair, values[:, None] - values[rivals], 0.0)
        at, which = np.nonzero(difference)
        if len(at):
            self._compare(lane, items[at], own[which], difference[at, which])

    def _compare(self, lane: int, items: Elements, columns: Elements, difference: Weights) -> None:
        """Add differences of distinct pairs, and certify what they prove."""
        better = self.better[lane, items, columns] + np.maximum(difference, 0.0)
        worse = self.worse[lane, items, columns] + np.maximum(-difference, 0.0)
        self.better[lane, items, columns] = better
        self.worse[lane, items, columns] = worse
        epoch = int(self.epoch[lane])
        share = self.share(epoch)
        earned = self.earned[lane, items, columns]
        is_new = may_be_certified(better, worse, share) & (earned < epoch)
        if is_new.any():
            is_new[is_new] = is_certified(better[is_new], worse[is_new], share)
        if is_new.any():
            self.earned[lane, items[is_new], columns[is_new]] = epoch
            self.proofs[0, lane, items[is_new], columns[is_new]] = better[is_new]
            self.proofs[1, lane, items[is_new], columns[is_new]] = worse[is_new]
            self.version[lane] += 1
        is_reversed = may_be_certified(worse, better, share) & (earned >= 0)
        if is_reversed.any():
            is_reversed[is_reversed] = is_certified(worse[is_reversed], better[is_reversed], share)
        if is_reversed.any():
            self._withdraw(lane, items[is_reversed], columns[is_reversed])

    def _withdraw(self, lane: int, items: Elements, columns: Elements) -> None:
        """Take back certificates that have been disproven, which is always safe."""
        # Certificates may be outlived by the order of two items if they expire, but not otherwise.
        is_broken = (self.earned[lane, items, columns] == self.epoch[lane]) | (
            self.epoch_length is None
        )
        self.contradicted[lane, items[is_broken]] = True
        self.earned[lane, items, columns] = NEVER
        self.version[lane] += 1

    def _check(self) -> None:
        """Assert the invariants."""
        assert (self.better >= 0).all()
        assert (self.worse >= 0).all()
        for sums in (self.better, self.worse):
            assert not sums[:, ~self.tested].any()
        assert (self.earned[:, ~self.tested] == NEVER).all()
        assert (self.earned <= self.epoch[:, None, None]).all()
