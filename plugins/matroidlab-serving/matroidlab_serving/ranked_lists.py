"""The lists that rankers draft in a service of one process."""

import numpy as np

from matroidlab.types import Booleans
from matroidlab_serving.engine.compare_commands import BeginComparison
from matroidlab_serving.engine.drafts import Draft, DraftedRound, drafted_round
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.rankers import Rankers
from matroidlab_serving.recorded_engine import RecordedEngine


class RankedLists:
    """Drafts the lists of a comparison.

    A round is drafted once for as many lists as a list has places; each of them is drawn
    independently. If a ranker fails, the list is one of the service alone, and is not compared.
    """

    rankers: Rankers

    def __init__(self, given: object, recorded: RecordedEngine) -> None:
        engine = recorded.engine
        self.rankers = Rankers(given, engine.catalogue)
        self._rounds: dict[int, tuple[Segment, int, DraftedRound, int]] = {}
        names = self.rankers.names
        if engine.compared is None or engine.compared.rankers != names:
            recorded.apply(BeginComparison(names, engine.clock))

    def draft(self, engine: Engine, index: int, absent: list[int]) -> Draft | None:
        """Draw the next list of a segment; None if a ranker failed."""
        segment = engine.segment(index)
        assert isinstance(segment, Segment)  # rankers are compared without features
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
        self, segment: Segment, index: int, engine: Engine, allowed: Booleans | None
    ) -> DraftedRound | None:
        rankings = self.rankers.rankings(engine.settings.segments[index], engine.catalogue)
        return None if rankings is None else drafted_round(segment, rankings, allowed)
