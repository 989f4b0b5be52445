from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from matroidlab.algorithms.additions import additions
from matroidlab.algorithms.bit_sets import bit_set, bit_sets, members
from matroidlab.protocol import Matroid
from matroidlab.types import Elements


@dataclass(frozen=True, eq=False)
class ExchangeGraph:
    """How a common independent set of two matroids can change.

    An element outside leads to those inside that it can replace in the second matroid; an element inside leads to
    those outside that can replace it in the first. A path from a source to a sink that has no shortcut enlarges the
    set by one: what it passes outside enters, what it passes inside leaves.

    Attributes
    ----------
    inside, outside
        The set, and the elements that may enter; all else speaks of places in these, in bit sets.
    sources, sinks
        The places outside of what can simply be added in the first matroid, and in the second.
    inward
        For each place outside, the places inside that it leads to.
    outward
        For each place inside, the places outside that it leads to.
    """

    inside: Elements
    outside: Elements
    sources: int
    sinks: int
    inward: list[int]
    outward: list[int]

    @classmethod
    def of(cls, first: Matroid, second: Matroid, inside: Elements, candidates: Elements) -> Self:
        """Return the graph of a common independent set among ``candidates``."""
        is_outside = np.ones(first.size, dtype=np.bool_)
        is_outside[inside] = False
        outside = candidates[is_outside[candidates]]
        sources, outward = additions(first, inside, outside)
        sinks, inward = additions(second, inside, outside)
        return cls(inside, outside, bit_set(sources), bit_set(sinks), bit_sets(inward), bit_sets(outward.T))

    @property
    def addable(self) -> Elements:
        """The elements that can be added in both matroids, one of them at a time."""
        return self.outside[list(members(self.sources & self.sinks))]

    def after(self, end: int, came_out: Mapping[int, int], came_in: Mapping[int, int]) -> Elements:
        """The set, in ascending order, once it has changed along the path to a place outside.

        Before a place outside the path was at ``came_out`` of it, and before one inside at ``came_in``.
        """
        entering, leaving = [end], []
        while end in came_out:
            leaving.append(came_out[end])
            end = came_in[leaving[-1]]
            entering.append(end)
        return np.sort(np.concatenate([np.delete(self.inside, leaving), self.outside[entering]]))


def enlarged(graph: ExchangeGraph) -> tuple[Elements | None, Elements]:
    """Return the set after a shortest path, or None, and what was reached; of several paths the smallest elements'."""
    came_out: dict[int, int] = {}
    came_in: dict[int, int] = {}
    layer, seen_out, seen_in = graph.sources, graph.sources, 0
    while layer:
        for end in members(layer & graph.sinks):
            return graph.after(end, came_out, came_in), graph.outside[:0]
        within = _step(layer, graph.inward, seen_in, came_in)
        seen_in |= within
        layer = _step(within, graph.outward, seen_out, came_out)
        seen_out |= layer
    reached = [graph.outside[list(members(seen_out))], graph.inside[list(members(seen_in))]]
    return None, np.concatenate(reached)


def _step(layer: int, leads: list[int], seen: int, came: dict[int, int]) -> int:
    """The places that a layer leads to and that nobody has seen, each with the first that leads there."""
    found = 0
    for origin in members(layer):
        new = leads[origin] & ~(seen | found)
        came.update(dict.fromkeys(members(new), origin))
        found |= new
    return found
