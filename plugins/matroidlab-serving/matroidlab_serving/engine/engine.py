"""The engine: every change depends on the state and plain data alone, so it can be redone."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.errors import ServingError
from matroidlab.types import Booleans
from matroidlab_serving.engine.answers import OutstandingLists, Tokens
from matroidlab_serving.engine.any_segment import AnySegment, new_segment
from matroidlab_serving.engine.counters import Counters, ListNumbers
from matroidlab_serving.engine.dealt import Dealt
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.linear_segment import LinearSegment
from matroidlab_serving.engine.list_answer import FinishedList, ListAnswer, LoggedList
from matroidlab_serving.engine.rounds import Deal
from matroidlab_serving.engine.segment_policy import share_prior
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.operation.control import FROZEN, Control, ControlChange
from matroidlab_serving.operation.directing import MixedDeal, Origin, chances_of, directed
from matroidlab_serving.operation.outcomes import outcomes_of
from matroidlab_serving.operation.visitors import UNKNOWN, Visit
from matroidlab_serving.state.segments import Segments

if TYPE_CHECKING:
    from matroidlab_serving.engine.comparing import ComparedLists
    from matroidlab_serving.state.gradual_snapshot import GradualSnapshot


class Engine:
    """Segments, lists that are outstanding, and a clock that never goes back."""

    settings: Settings
    catalogue: ItemCatalogue
    counters: Counters
    tokens: Tokens

    def __init__(self, settings: Settings, catalogue: ItemCatalogue) -> None:
        self.settings = catalogue.changed.of(settings)
        self.first_settings: Settings = settings
        """Those with which the service was made."""
        self.catalogue = catalogue
        share_prior(catalogue, settings)
        self.segments = Segments(settings, catalogue)
        self.touched: set[int] = set()
        """The segments that may have changed since the last snapshot, which clears this."""
        self.snapshot: GradualSnapshot | None = None
        self.outstanding = OutstandingLists(settings)
        self.counters = Counters()
        self.tokens = Tokens.of_seed(settings.seed)
        self.seconds_of_last_plan: float = 0.0
        self.seconds_of_plans = 0.0
        self.last_plan: float | None = None
        self._prepared: AnySegment | None = None
        self.compared: ComparedLists | None = None
        self.numbers = ListNumbers()
        self.control = Control()
        self.chances = chances_of(self.control, settings.holdback)
        self.control_changes: list[ControlChange] = []
        self.outcomes = outcomes_of(settings, len(catalogue.baseline))
        """The comparison with the holdback, if there is one."""

    @property
    def explores(self) -> bool:
        """Whether any request may get a list that tries something."""
        return "explored" in self.chances

    @property
    def clock(self) -> float:
        """The latest time that a command has named."""
        return self.outstanding.clock

    def become(self, other: "Engine") -> None:
        """Take over the state of another engine, which must not be used any more."""
        self.__dict__.update(other.__dict__)

    def is_shown(self, number: int) -> bool:
        """Whether a list has this number, and is not lost."""
        return number < self.counters.lists and not self.numbers.is_lost(number)

    def prepare(self) -> None:
        """Make the only segment and its trusted list in advance.

        The first visitor does not wait for them then. The state stays as it is: the segment becomes
        a part of it with the first request.
        """
        if len(self.settings.segments) == 1 and 0 not in self.segments:
            self._prepared = new_segment(0, self.catalogue, self.first_settings)
            if not isinstance(self._prepared, LinearSegment):
                self._prepared.planner.trusted()

    def segment(self, index: int) -> AnySegment:
        """Return a segment, made when it is first asked for."""
        if self.settings.promise == "average":
            index = 0  # one segment chooses the lists of all
        if self.snapshot is not None:
            self.snapshot.copy(index)
        self.touched.add(index)
        found = self.segments.get(index)
        if found is None:
            found = self._prepared if index == 0 else None
            found = found or new_segment(index, self.catalogue, self.first_settings)
            self.segments.add(index, found)
        return found

    def change(self, change: Callable[[ItemCatalogue], None], now: float) -> None:
        self.advance(now)
        if self.snapshot is not None:
            self.snapshot.finish()
        change(self.catalogue)
        self._prepared = None  # it was made for the items before
        self.settings = self.catalogue.changed.of(self.first_settings)
        self.outstanding.retain = self.settings.retain

    def recommend(
        self,
        index: int,
        unavailable: Sequence[int],
        proposed: Sequence[int] | None,
        now: float,
        candidates: Sequence[int] | None = None,
        visit: Visit = UNKNOWN,
        visitor: Visitor | None = None,
    ) -> Dealt:
        """Deal a list, of ``candidates`` alone if given, perhaps by a proposal from outside.

        With linear models it is a list for the ``visitor``.
        """
        self.advance(now)
        segment = self.segment(index)
        wanted = None
        if proposed is not None:
            retired = self.catalogue.retired
            wanted = np.array([item for item in proposed if item not in retired], dtype=np.intp)
        is_own = bool(unavailable) or candidates is not None
        allowed = self.allowed(unavailable, candidates) if is_own else None
        segment.count_in_flight(self.outstanding.in_flight[index])
        with self._planning(self.explores and (is_own or segment.is_out_of_lists())):
            seen = segment.as_seen(index, allowed, visitor)
            if list(self.chances) == ["explored"]:
                origin: Origin = "explored"
                deal: Deal | MixedDeal = seen.deal_among(allowed, wanted)
            else:
                origin, deal = directed(seen, self.chances, visit.is_held_back, allowed, wanted)
        number = self.counters.lists
        if self.outcomes is not None:
            visit = self.outcomes.group_of(visit, origin, self.control)
        features = None if visitor is None else visitor.features
        # What a request without some items may get is compared with less than the baseline.
        cost = None if is_own else segment.cost_in_millionths(deal.items)
        self.outstanding.show(number, index, deal.items, visit, features, cost, deal.pooled)
        self.counters.lists = number + 1
        return Dealt(number, index, deal, self.catalogue.version, origin)

    def set_control(self, change: ControlChange) -> None:
        """Follow an order from now on."""
        self.control_changes.append(change)
        self.control = self.control.after(change)
        self.chances = chances_of(self.control, self.settings.holdback)
        if self.outcomes is not None and change.order == "resume":
            self.outcomes.restart_guardrails()

    @contextmanager
    def _planning(self, is_planned: bool) -> Iterator[None]:
        start = perf_counter()
        yield
        if not is_planned:
            return
        self.seconds_of_last_plan = perf_counter() - start
        self.seconds_of_plans += self.seconds_of_last_plan
        self.last_plan = self.clock
        self.counters.plans += 1

    def allowed(
        self, unavailable: Sequence[int], candidates: Sequence[int] | None = None
    ) -> Booleans:
        """``[item]``: whether it may be shown."""
        allowed = np.full(len(self.catalogue.keys), candidates is None)
        if candidates is not None:
            allowed[list(candidates)] = True
        allowed[list(unavailable)] = False
        allowed[list(self.catalogue.retired)] = False
        return allowed

    def observe(self, answers: Iterable[ListAnswer], now: float) -> list[bool]:
        """Take in answers, and say of each whether it was accepted; if none, nothing has changed.

        Each is learnt at once, or kept while the list's window is open.
        """
        return [self._observe(one, now) for one in answers]

    def _observe(self, one: ListAnswer, now: float) -> bool:
        outcome = self.outstanding.answer(one, now)
        self.counters.answers += outcome.is_first
        for finished in outcome.finished:
            self._learn(finished)
        return outcome.is_accepted

    def advance(self, now: float) -> None:
        """Set the clock, and learn the lists whose windows have closed by then, in order."""
        for one in self.outstanding.advance(now):
            self._learn(one)
        self._forget(self.outstanding.too_old(now))

    def _learn(self, one: FinishedList) -> None:
        """Learn a list; one that is complete while nothing is learnt is never learnt."""
        if self.control.is_frozen:
            if self.compared is not None:
                self.compared.forget([one.number])
            return
        if self.compared is not None:
            self.compared.learn(one)
        if self.outcomes is not None:
            self.outcomes.learn(one)
            violation = self.outcomes.new_violation(self.control)
            if violation is not None:
                self.set_control(ControlChange("guardrail", self.clock, reason=violation))
        self.counters.learnt += self.segment(one.segment).learn_list(one)

    def learn_from(self, lists: Sequence[LoggedList], now: float) -> int:
        """Learn from lists that were shown elsewhere, and return how many."""
        if not lists:
            return 0
        if self.control.is_frozen:
            raise ServingError(FROZEN)
        self.advance(now)
        for one in lists:
            segment = self.segment(one.segment)
            segment.refresh()
            items = np.array(one.items, dtype=np.intp)
            values = list(one.values)
            whole = FinishedList(-1, one.segment, items, values, values, features=one.features)
            self.counters.learnt += segment.learn_list(whole)
        return len(lists)

    def expire(self, older_than: float, now: float) -> int:
        """Forget the lists that were shown longer ago, and return how many; 0 changes nothing."""
        return self._forget(self.outstanding.expire(older_than, now))

    def _forget(self, expired: Sequence[int]) -> int:
        if self.compared is not None:
            self.compared.forget(expired)
        self.counters.expired += len(expired)
        return len(expired)
