"""The segments of an engine, of which those that were not asked for lately take little memory."""

from collections.abc import Iterator

from matroidlab.types import Booleans
from matroidlab_serving.engine.any_segment import AnySegment, new_segment
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.linear_segment import LinearSegment, VisitedSegment
from matroidlab_serving.engine.pooled_segment import PooledSegment
from matroidlab_serving.engine.rounds import Round
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.state.any_segment_state import segment_of, segment_state
from matroidlab_serving.state.state_part import StatePart

MOST_CELLS = 4_000_000
"""The number of items, over all segments in use, above which segments are parked. A segment in use
has some ten numbers for each item, so these are about 300 MB."""
LEAST_IN_USE = 4


class Segments:
    """The segments by their numbers.

    A segment in use has arrays of the items that it has met. When they are too many, the segment
    that was asked for longest ago is parked: only its state is kept, which has numbers for the
    items it has seen. It is restored when it is asked for again, in about a millisecond.
    """

    def __init__(self, settings: Settings, catalogue: ItemCatalogue) -> None:
        self._settings = settings
        self._catalogue = catalogue
        self._in_use: dict[int, AnySegment] = {}
        """In the order in which they were asked for last."""
        self._cells: dict[int, int] = {}
        """How many items each of them had met when it was asked for last."""
        self._sum_of_cells = 0
        self._parked: dict[int, StatePart] = {}
        self._contradictions: dict[int, set[int]] = {}
        """The items that contradicted an assumption when their segment was parked."""

    def __len__(self) -> int:
        return len(self._in_use) + len(self._parked)

    def __contains__(self, index: int) -> bool:
        return index in self._in_use or index in self._parked

    def __iter__(self) -> Iterator[int]:
        return iter(sorted([*self._in_use, *self._parked]))

    def __getitem__(self, index: int) -> AnySegment:
        found = self.get(index)
        if found is None:
            raise KeyError(index)
        return found

    def get(self, index: int) -> AnySegment | None:
        """Return a segment, restored if it was parked; None if it was never asked for."""
        if self._settings.promise == "average":
            index = 0  # one segment chooses the lists of all
        found = self._in_use.pop(index, None)
        if found is None:
            state = self._parked.get(index)
            if state is None:
                return None
            found = segment_of(index, state, self._catalogue, self._settings)
            del self._parked[index]
        self._use(index, found)
        return found

    def trusted(self, index: int) -> Round:
        """Return the trusted list of a segment as a round of one list; this changes nothing."""
        found = self.get(index) or new_segment(index, self._catalogue, self._settings)
        assert isinstance(found, Segment)
        if found.version != self._catalogue.version:
            found = found.refreshed_copy(index)
        if isinstance(found, PooledSegment):
            return found.seen_by(index).trusted()
        return found.planner.trusted()

    def visited(
        self, index: int, visitor: Visitor, allowed: Booleans | None = None
    ) -> VisitedSegment:
        """Return a segment as one visitor sees it; this changes nothing."""
        found = self.get(index) or new_segment(index, self._catalogue, self._settings)
        assert isinstance(found, LinearSegment)
        return found.visited(visitor, allowed)

    def add(self, index: int, segment: AnySegment) -> None:
        """Add a segment that was asked for the first time."""
        self._use(index, segment)

    def park(self, index: int, state: StatePart) -> None:
        """Add a segment by its state."""
        self._parked[index] = state

    def state(self, index: int) -> StatePart:
        """Return the state of a segment, which follows the catalogue."""
        parked = self._parked.get(index)
        if parked is not None and parked.plain["version"] == self._catalogue.version:
            return parked
        return segment_state(self[index])

    @property
    def in_use(self) -> list[AnySegment]:
        """The segments that are not parked."""
        return list(self._in_use.values())

    @property
    def contradictions(self) -> int:
        """The number of items whose observations contradict an assumption of the promise."""
        found = {index: set(items) for index, items in self._contradictions.items()}
        for index, segment in self._in_use.items():
            found.setdefault(index, set()).update(segment.policy.contradictions.tolist())
        return sum(map(len, found.values()))

    def _use(self, index: int, segment: AnySegment) -> None:
        self._in_use[index] = segment
        self._sum_of_cells += segment.cells - self._cells.get(index, 0)
        self._cells[index] = segment.cells
        while self._sum_of_cells > MOST_CELLS and len(self._in_use) > LEAST_IN_USE:
            self._park_oldest()

    def _park_oldest(self) -> None:
        index = next(iter(self._in_use))
        oldest = self._in_use[index]
        contradicting = oldest.policy.contradictions.tolist()
        if contradicting:
            self._contradictions.setdefault(index, set()).update(contradicting)
        self._parked[index] = segment_state(oldest)
        self._sum_of_cells -= self._cells.pop(index)
        del self._in_use[index]
