from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from matroidlab.algorithms.additions import additions
from matroidlab.errors import InvalidAnswerError
from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, Elements


@dataclass(frozen=True, eq=False)
class ExchangeGraph:
    """How a common independent set of two matroids can change.

    An element outside leads to those inside that it can replace in the second matroid; an element
    inside leads to those outside that can replace it in the first. A path from a source to a sink
    that has no shortcut enlarges the set by one: what it passes outside enters, what it passes
    inside leaves.

    Attributes
    ----------
    inside, outside
        The set, and the elements that may enter; all else speaks of places in these.
    sources, sinks
        Which places outside can simply be added in the first matroid, and in the second.
    inward
        ``[i, j]``: whether place i outside leads to place j inside.
    outward
        ``[i, j]``: whether place i inside leads to place j outside.
    """

    inside: Elements
    outside: Elements
    sources: Booleans
    sinks: Booleans
    inward: Booleans
    outward: Booleans

    @classmethod
    def of(cls, first: Matroid, second: Matroid, inside: Elements, candidates: Elements) -> Self:
        """Return the graph of a common independent set among ``candidates``."""
        is_outside = np.ones(first.size, dtype=np.bool_)
        is_outside[inside] = False
        outside = candidates[is_outside[candidates]]
        sources, outward = additions(first, inside, outside)
        sinks, inward = additions(second, inside, outside)
        return cls(inside, outside, sources, sinks, inward, outward.T)


class Ways:
    """The cheapest ways to places of an exchange graph, each place at a cost.

    ``outside`` and ``inside`` are what it costs to come to places there, in the order in which they
    were reached.
    """

    def __init__(
        self,
        graph: ExchangeGraph,
        entering: Sequence[int],
        leaving: Sequence[int],
        *,
        every_step: bool = False,
    ) -> None:
        self.graph = graph
        self.entering = entering
        self.leaving = leaving
        # Steps into sources and out of sinks are left out, unless every step counts.
        # The set is a heaviest of its size, so
        # from the inside to a sink, or from a source to the inside, it costs at least nothing: to
        # begin later, or to stop, is as cheap.
        self._inward = graph.inward if every_step else graph.inward & ~graph.sinks[:, None]
        self._outward = graph.outward if every_step else graph.outward & ~graph.sources
        self.outside: dict[int, int] = {}
        self.inside: dict[int, int] = {}
        self._came_out: dict[int, int] = {}
        self._came_in: dict[int, int] = {}

    def find(self, starts: Iterable[int], removed: Iterable[int] = ()) -> None:
        """Find the ways from places outside, and from some inside, by Bellman and Ford's algorithm.

        Each round goes on from what the round before has brought nearer, so of equally cheap ways
        the one with fewest steps is found. That, and that no place on the way is a source or a
        sink, makes the way one without shortcuts.
        """
        self.outside.update((place, self.entering[place]) for place in starts)
        self.inside.update((place, self.leaving[place]) for place in removed)
        nearer = set(self.outside)
        begun = set(self.inside)
        for _ in range(len(self.entering) + len(self.leaving) + 1):
            passed = begun | _nearer(
                nearer, self.outside, self._inward, self.leaving, self.inside, self._came_in
            )
            nearer = _nearer(
                passed, self.inside, self._outward, self.entering, self.outside, self._came_out
            )
            begun = set()
            if not nearer:
                return
        raise InvalidAnswerError(
            "matroid intersection goes round in circles: an oracle contradicts itself"
        )

    def changed_along(self, end: int) -> Elements:
        """The set, in ascending order, once it has changed along the way to a place outside."""
        entering = [end]
        leaving = []
        while end in self._came_out:
            leaving.append(self._came_out[end])
            end = self._came_in[leaving[-1]]
            entering.append(end)
        return np.sort(
            np.concatenate([np.delete(self.graph.inside, leaving), self.graph.outside[entering]])
        )


def _nearer(
    origins: set[int],
    origin_costs: dict[int, int],
    leads: Booleans,
    steps: Sequence[int],
    costs: dict[int, int],
    came: dict[int, int],
) -> set[int]:
    """Bring places nearer by a step from ``origins``, where that is cheaper; say which."""
    better: set[int] = set()
    cheapest_first = sorted(origins, key=lambda place: (origin_costs[place], place))
    rows = leads[cheapest_first]
    for place in np.flatnonzero(rows.any(axis=0)).tolist():
        origin = cheapest_first[int(rows[:, place].argmax())]
        cost = origin_costs[origin] + steps[place]
        if place not in costs or cost < costs[place]:
            costs[place] = cost
            came[place] = origin
            better.add(place)
    return better
