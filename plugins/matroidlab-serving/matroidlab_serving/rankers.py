"""The rankers of a comparison: lists of keys, or functions of the caller that name them."""

import logging
from collections.abc import Callable, Iterable, Mapping
from math import prod

import numpy as np

from matroidlab.errors import ServingError, described
from matroidlab_serving.engine.compare_commands import BeginComparison
from matroidlab_serving.engine.drafts import Draft, DraftedRound, drafted_round
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.keys import as_key
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.recorded_engine import RecordedEngine

Ranker = Iterable[str] | Callable[[str], Iterable[str]]
MOST_DRAFTS = 1024
"""The number of ways to take turns of which all lists are enumerated: 20 places, two rankers."""

log = logging.getLogger(__name__)


class Rankers:
    """Drafts the lists of a comparison.

    A round is drafted once for as many lists as a list has places; each of them is drawn
    independently. If a ranker fails, the list is one of the service alone, and is not compared.
    """

    names: tuple[str, ...]

    def __init__(self, given: object, recorded: RecordedEngine) -> None:
        engine = recorded.engine
        rankers = _as_rankers(given, engine.catalogue)
        self.names = tuple(rankers)
        self._rankers = list(rankers.values())
        rank = engine.catalogue.matroid.rank
        ways = prod(len(self.names) - place % len(self.names) for place in range(rank))
        if ways > MOST_DRAFTS:
            raise ServingError(
                f"{len(self.names)} rankers can take turns in {ways:,} ways on a list of {rank} "
                f"items, and a service compares up to {MOST_DRAFTS:,}: compare fewer rankers, or "
                "use TeamDraft and Comparison of matroidlab_evaluation"
            )
        self.faults: int = 0
        self.last_fault: str | None = None
        self._rounds: dict[int, tuple[Segment, int, DraftedRound, int]] = {}
        if engine.compared is None or engine.compared.rankers != self.names:
            recorded.apply(BeginComparison(self.names, engine.clock))

    def draft(self, engine: Engine, index: int, absent: list[int]) -> Draft | None:
        """Draw the next list of a segment; None if a ranker failed."""
        segment = engine.segment(index)
        segment.refresh()
        version = engine.catalogue.version
        rng = np.random.default_rng(
            # A pair of numbers, unlike the seeds of segments. A list that is drafted again because
            # it could not be recorded has the same coins; no other list has.
            np.random.SeedSequence(engine.settings.seed, spawn_key=(index, engine.counters.lists))
        )
        allowed = engine.allowed(absent) if absent or engine.catalogue.retired else None
        if absent:
            drafted = self._drafted(segment, index, engine, allowed)
            return None if drafted is None else drafted.draw(rng)
        found = self._rounds.get(index)
        if found is None or found[0] is not segment or found[1] != version or found[3] == 0:
            drafted = self._drafted(segment, index, engine, allowed)
            if drafted is None:
                return None
            found = (segment, version, drafted, engine.catalogue.matroid.rank)
        self._rounds[index] = (*found[:3], found[3] - 1)
        return found[2].draw(rng)

    def _drafted(
        self, segment: Segment, index: int, engine: Engine, allowed: object
    ) -> DraftedRound | None:
        name = engine.settings.segments[index]
        try:
            rankings = [
                _items(ranker(name) if callable(ranker) else ranker, engine.catalogue)
                for ranker in self._rankers
            ]
        except Exception as error:  # noqa: BLE001 - the caller's code
            self.faults += 1
            self.last_fault = described(error)
            log.warning("a ranker failed for the segment %r: %s", name, self.last_fault)
            return None
        return drafted_round(segment, rankings, allowed)  # type: ignore[arg-type]

    def status(self) -> dict[str, object]:
        """Return the faults since the service was opened, for monitoring."""
        return {"ranker_faults": self.faults, "last_ranker_fault": self.last_fault}


def _as_rankers(given: object, catalogue: ItemCatalogue) -> dict[str, Ranker]:
    if not isinstance(given, Mapping) or len(given) < 2:
        raise ServingError(
            "compare must be a mapping from two or more names to rankers, lists of keys or "
            f"functions, got {given!r:.80}"
        )
    rankers: dict[str, Ranker] = {}
    for name, ranker in given.items():
        if callable(ranker):
            rankers[as_key(name, "ranker")] = ranker
            continue
        if isinstance(ranker, str) or not isinstance(ranker, Iterable):
            raise ServingError(
                f"the ranker {name!r:.80} must be a list of keys or a function, got {ranker!r:.80}"
            )
        keys = list(ranker)
        _items(keys, catalogue)
        rankers[as_key(name, "ranker")] = keys
    return rankers


def _items(keys: object, catalogue: ItemCatalogue) -> list[int]:
    if isinstance(keys, str) or not isinstance(keys, Iterable):
        raise ServingError(f"a ranking must be a list of keys, got {keys!r:.80}")
    return list(dict.fromkeys(catalogue.number(key) for key in keys))
