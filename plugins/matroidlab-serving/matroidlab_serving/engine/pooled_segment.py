"""All segments of a service whose promise is for the average visitor, as one."""

import numpy as np

from matroidlab.bandits import AverageVisitor
from matroidlab.types import Booleans, Elements
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.list_answer import FinishedList, Values
from matroidlab_serving.engine.rounds import Deal, Round
from matroidlab_serving.engine.segment import Plain, Segment
from matroidlab_serving.engine.settings import Settings


class PooledSegment(Segment):
    """The segment that chooses lists for all others, without looking at them.

    So what it learns is about a visitor drawn at random. Where an item is certified to be worse in
    a segment than the baseline item of its place, that segment sees the baseline item instead:
    `seen_by`. From then on, no answers about the item are pooled.
    """

    average: AverageVisitor

    def __init__(
        self,
        index: int,
        catalogue: ItemCatalogue,
        settings: Settings,
        state: Plain | None = None,
    ) -> None:
        self.average = AverageVisitor(
            catalogue.safe_lists,
            lanes=len(settings.segments),
            # The other half is that of the bounds of the pool.
            delta=settings.share - settings.share_of_bounds,
        )
        super().__init__(index, catalogue, settings, state)

    def _set_up(self) -> None:
        super()._set_up()
        if self.line is None and self.average.is_given_up.any():
            given_up = np.flatnonzero(self.average.is_given_up)
            self.policy.estimates.exclude(np.union1d(given_up, self.catalogue.excluded))

    def refreshed_copy(self, index: int) -> "PooledSegment":
        """Return a copy that follows the catalogue."""
        copy = super().refreshed_copy(index)
        assert isinstance(copy, PooledSegment)
        copy.average = self.average
        return copy

    def in_hand(self, proposed: Elements | None) -> Round:
        """Return the round whose lists are dealt; items that were closed unproven are given up."""
        if self.round is None or self.round.is_over:
            self.leave_out(self.average.give_up(self.planner.cautious()))
        return super().in_hand(proposed)

    def leave_out(self, items: Elements) -> None:
        """Try some items no more."""
        if not len(items):
            return
        if self.line is None:
            beliefs = self.policy.estimates
            beliefs.exclude(np.union1d(beliefs.excluded, items))
        else:
            self.line.give_up(self.met.places(items))

    def as_seen(
        self, index: int, _allowed: Booleans | None, _visitor: Visitor | None
    ) -> "SegmentOfPool":
        """Return the pool as visitors of one segment see it."""
        return self.seen_by(index)

    def learn_list(self, one: FinishedList) -> bool:
        """Learn a list that is complete; whether there was anything to learn."""
        assert one.pooled is not None
        return self.learn_of(one.segment, one.items, one.values, one.pooled)

    def seen_by(self, lane: int) -> "SegmentOfPool":
        """Return the pool as visitors of one segment see it."""
        return SegmentOfPool(self, lane)

    def learn_of(self, lane: int, items: Elements, values: Values, pooled: list[bool]) -> bool:
        """Learn the weights that a visitor of a segment gave to a list; whether there were any.

        The pool learns of the items that every segment could have been shown.
        """
        known = [j for j, value in enumerate(values) if value is not None]
        if not known:
            return False
        actions = np.full((self.average.lanes, 1, len(known)), -1, dtype=np.intp)
        actions[lane, 0] = items[known]
        weights = np.zeros(actions.shape)
        weights[lane, 0] = [values[j] for j in known]
        self.average.segments.learn(actions, weights)
        self.average.close(lane)
        of_all = [j for j in known if pooled[j]]
        self.learn(items[of_all], [values[j] for j in of_all])
        return True


class SegmentOfPool:
    """The pool as one segment sees it: what is certified to be worse there is withdrawn."""

    def __init__(self, pool: PooledSegment, lane: int) -> None:
        self.pool = pool
        self.lane = lane
        self.rng = pool.rng

    @property
    def planner(self) -> "SegmentOfPool":
        """The planner of its rounds: itself."""
        return self

    def refresh(self) -> None:
        """Follow the catalogue."""
        self.pool.refresh()

    def in_hand(self, proposed: Elements | None) -> Round:
        """Return the round of the pool, of which all segments are dealt lists."""
        return self._withdrawn(self.pool.in_hand(proposed))

    def deal_among(self, _allowed: Booleans | None, proposed: Elements | None) -> Deal:
        """Deal a list; requests have no items of their own."""
        return self.next_of(self.in_hand(proposed))

    def next_of(self, round_: Round) -> Deal:
        """Deal the next list."""
        assert self.pool.round is not None
        dealt = self.pool.next_of(self.pool.round)
        return Deal(round_, dealt.chosen, dealt.left)

    def trusted(self) -> Round:
        """Return the list that the pool trusts, without what is withdrawn here, as a round."""
        return self._withdrawn(self.pool.planner.trusted())

    def baseline(self) -> Round:
        """Return the baseline as a round."""
        return self._withdrawn(self.pool.planner.baseline())

    def _withdrawn(self, found: Round) -> Round:
        lower, upper = self.pool.average.segments.bounds
        lists = found.lists
        is_worse = upper[self.lane, lists] < lower[self.lane, found.covered]
        is_worse &= lists != found.covered
        pooled = ~(is_worse | self.pool.average.is_closed[lists])
        shown = np.where(is_worse, found.covered, lists)
        return Round(
            shown,
            found.places,
            found.covered,
            found.evidence,
            found.order,
            found.dealt,
            pooled=pooled,
        )
