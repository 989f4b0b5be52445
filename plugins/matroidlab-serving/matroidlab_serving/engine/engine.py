"""The engine: every change depends on the state and plain data alone, so it can be redone."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from matroidlab.errors import ServingError
from matroidlab.types import Booleans, Elements
from matroidlab_serving.engine.answers import FinishedList, OutstandingLists, Tokens, Values
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.rounds import Deal, Round
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.engine.settings import Settings

if TYPE_CHECKING:
    from matroidlab_serving.engine.comparing import ComparedLists


@dataclass
class Counters:
    """How often each thing has happened so far."""

    lists: int = 0
    answers: int = 0
    """Lists with at least one answer."""
    learnt: int = 0
    """Lists that were learnt, those of `Engine.learn_from` included."""
    expired: int = 0
    plans: int = 0


class Dealt(NamedTuple):
    """A list to show, and its number."""

    number: int
    segment: int
    deal: Deal
    catalogue_version: int


class Engine:
    """Segments, lists that are outstanding, and a clock that never goes back."""

    settings: Settings
    catalogue: ItemCatalogue
    counters: Counters
    tokens: Tokens

    def __init__(self, settings: Settings, catalogue: ItemCatalogue) -> None:
        self.settings = settings
        self.catalogue = catalogue
        self.segments: dict[int, Segment] = {}
        self.touched: set[int] = set()
        """The segments that may have changed since the last snapshot, which clears this."""
        self.outstanding = OutstandingLists(settings.window, settings.missing)
        self.counters = Counters()
        self.tokens = Tokens(_secret(settings.seed))
        self.seconds_of_last_plan: float = 0.0
        self.last_plan: float | None = None
        self._prepared: Segment | None = None
        self.compared: ComparedLists | None = None
        """The comparison of rankers, if there is one."""

    @property
    def clock(self) -> float:
        """The latest time that a command has named."""
        return self.outstanding.clock

    def become(self, other: "Engine") -> None:
        """Take over the state of another engine, which must not be used any more."""
        self.__dict__.update(other.__dict__)

    def prepare(self) -> None:
        """Make the only segment and its trusted list in advance.

        The first visitor does not wait for them then. The state stays as it is: the segment becomes
        a part of it with the first request.
        """
        if len(self.settings.segments) == 1 and 0 not in self.segments:
            self._prepared = Segment(0, self.catalogue, self.settings)
            self._prepared.planner.trusted()

    def segment(self, index: int) -> Segment:
        """Return a segment, which is made when it is first asked for."""
        self.touched.add(index)
        found = self.segments.get(index)
        if found is None:
            found = self._new_segment(index)
            self.segments[index] = found
        return found

    def _new_segment(self, index: int) -> Segment:
        if index == 0 and self._prepared is not None:
            return self._prepared
        return Segment(index, self.catalogue, self.settings)

    def trusted(self, index: int) -> Round:
        """Return the trusted list of a segment as a round of one list; this changes nothing."""
        found = self.segments.get(index)
        if found is None or found.version != self.catalogue.version:
            current = Segment(index, self.catalogue, self.settings)
            if found is not None:
                current.restore(found.policy.estimates.settled, None)
            found = current
        return found.planner.trusted()

    def recommend(
        self,
        index: int,
        unavailable: Sequence[int],
        proposed: Sequence[int] | None,
        now: float,
        candidates: Sequence[int] | None = None,
    ) -> Dealt:
        """Deal a list, of ``candidates`` alone if given, perhaps by a proposal from outside."""
        self.advance(now)
        segment = self.segment(index)
        wanted = None
        if proposed is not None:
            retired = self.catalogue.retired
            wanted = np.array([item for item in proposed if item not in retired], dtype=np.intp)
        if unavailable or candidates is not None:
            deal = self._planned(segment, self.allowed(unavailable, candidates), wanted)
        elif segment.is_out_of_lists():
            deal = self._planned(segment, None, wanted)
        else:
            deal = segment.deal(None)
        number = self.counters.lists
        self.outstanding.show(number, index, deal.items)
        self.counters.lists = number + 1
        return Dealt(number, index, deal, self.catalogue.version)

    def check_room(
        self, unavailable: Sequence[int], candidates: Sequence[int] | None = None
    ) -> None:
        """Raise an error if no available item may be on a list."""
        available = np.flatnonzero(self.allowed(unavailable, candidates))
        if not len(self.catalogue.matroid.greedy(available)):
            raise ServingError("no list can be shown: no item that may be on a list is available")

    def _planned(
        self, segment: Segment, allowed: Booleans | None, proposed: Elements | None
    ) -> Deal:
        start = perf_counter()
        deal = segment.deal(proposed) if allowed is None else segment.deal_of(allowed, proposed)
        self.seconds_of_last_plan = perf_counter() - start
        self.last_plan = self.clock
        self.counters.plans += 1
        return deal

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

    def observe(
        self, answers: Iterable[tuple[int, Values, float | None]], now: float
    ) -> list[bool]:
        """Take in answers: the number of a list, its weights, and the weight of missing ones.

        Each is learnt at once, or kept while the list's window is open. The result says of each
        whether it was accepted; if none was, nothing has changed.
        """
        return [self._observe(number, values, missing, now) for number, values, missing in answers]

    def _observe(self, number: int, values: Values, missing: float | None, now: float) -> bool:
        outcome = self.outstanding.answer(number, values, missing, now)
        self.counters.answers += outcome.is_first
        for one in outcome.finished:
            self._learn(one)
        return outcome.is_accepted

    def advance(self, now: float) -> None:
        """Set the clock, and learn the lists whose windows have closed by then, in order."""
        for one in self.outstanding.advance(now):
            self._learn(one)

    def _learn(self, one: FinishedList) -> None:
        if self.compared is not None:
            self.compared.learn(one)
        if self.segment(one.segment).learn(one.items, one.values):
            self.counters.learnt += 1

    def learn_from(
        self, lists: Sequence[tuple[int, Sequence[int], Sequence[float]]], now: float
    ) -> int:
        """Learn lists that were shown elsewhere: the segment, the items, their weights.

        Returns how many.
        """
        if not lists:
            return 0
        self.advance(now)
        for index, items, weights in lists:
            segment = self.segment(index)
            segment.refresh()
            if segment.learn(np.array(items, dtype=np.intp), list(weights)):
                self.counters.learnt += 1
        return len(lists)

    def expire(self, older_than: float, now: float) -> int:
        """Forget the lists that were shown longer ago, and return how many.

        If there are none, nothing has changed.
        """
        expired = self.outstanding.expire(older_than, now)
        if self.compared is not None:
            self.compared.forget(expired)
        self.counters.expired += len(expired)
        return len(expired)

    def status(self) -> dict[str, object]:
        """Return counters and settings as plain data."""
        settings = self.settings
        catalogue = self.catalogue
        return {
            **asdict(self.counters),
            "outstanding": len(self.outstanding.lists),
            "items": len(catalogue.keys) - len(catalogue.retired),
            "retired": len(catalogue.retired),
            "segments": len(settings.segments),
            "segments_seen": len(self.segments),
            "contradictions": sum(len(one.policy.contradictions) for one in self.segments.values()),
            "delta": settings.delta,
            "delta_for": settings.delta_for,
            "delta_of_a_segment": settings.share,
            "swap_size": settings.swap_size,
            "window": settings.window,
            "dealing": settings.dealing,
            "proposal": settings.proposal,
            "time": self.clock,
            "last_plan": self.last_plan,
            "seconds_of_last_plan": self.seconds_of_last_plan,
            "baseline": [catalogue.keys[item] for item in catalogue.baseline.tolist()],
        }


def _secret(seed: int) -> bytes:
    """Return the key that tokens are hashed with: as hard to guess as the seed."""
    return blake2b(f"matroidlab token {seed}".encode(), digest_size=16).digest()
