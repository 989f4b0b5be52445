"""Heaviest common independent sets: cheapest paths in the exchange graph, and the splitting that they leave behind."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from matroidlab.algorithms.bit_sets import members
from matroidlab.algorithms.exchange_graph import ExchangeGraph
from matroidlab.algorithms.optimality import WeightSplitting
from matroidlab.errors import InvalidAnswerError
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, Weights


def heaviest_common_set(first: Matroid, second: Matroid, weights: Weights) -> tuple[Elements, WeightSplitting]:
    """Return a heaviest common independent set with fewest elements, and a splitting that proves it.

    The set is enlarged along cheapest paths as long as it gets heavier; on the way it is a heaviest of its size. All
    in whole numbers of a unit, for floats are multiples of a power of two: nothing is ever rounded.
    """
    units, unit = _in_units(weights)
    worth = np.flatnonzero(weights > 0)
    inside = worth[:0]
    while True:
        graph = ExchangeGraph.of(first, second, inside, worth)
        larger = _larger_set(graph, units)
        if larger is None:
            share = _split(graph, units)
            rest = [total - part for total, part in zip(units, share, strict=True)]
            return inside, WeightSplitting(tuple(share), tuple(rest), unit)
        inside = larger


def _in_units(weights: Weights) -> tuple[list[int], Fraction]:
    """Weights as whole numbers of a unit."""
    ratios = [weight.as_integer_ratio() for weight in weights.tolist()]
    divisor = max((below for _, below in ratios), default=1)
    return [above * (divisor // below) for above, below in ratios], Fraction(1, divisor)


def _split(graph: ExchangeGraph, weights: Sequence[int]) -> list[int]:
    """Return w1 for a heaviest set: how far away each element is, if what is inside may simply leave, too.

    No way can be shortened; in other words, what is inside has w1 >= 0 and w - w1 >= 0, what could be added in the
    first matroid has w1 <= 0 and in the second w - w1 <= 0, and what could replace another there has at most as much.
    So the set is heaviest in the first matroid by w1 and in the second by w - w1.
    """
    ways = _Ways(graph, weights)
    ways.find(members(graph.sources), range(len(graph.inside)))
    share = [0] * len(weights)
    for place, element in enumerate(graph.inside.tolist()):
        share[element] = ways.inside[place]
    for place, element in enumerate(graph.outside.tolist()):
        # No way leads to a loop of the first matroid. Its w1 does not matter, and w - w1 = 0 suits the second.
        share[element] = weights[element] + ways.outside.get(place, 0)
    return share


def _larger_set(graph: ExchangeGraph, weights: Sequence[int]) -> Elements | None:
    """The set after the cheapest path to a sink, of several that to the smallest element; None if it gets no heavier.

    It is a heaviest of its size, so the part of a path behind its source, or before its sink, gains nothing: no path
    gains more than its source weighs, or its sink. Those that weigh no more than what can simply be added are left out.
    """
    weight_of = [weights[element] for element in graph.outside.tolist()]
    simple = max(members(graph.sources & graph.sinks), key=lambda place: (weight_of[place], -place), default=-1)
    gain = weight_of[simple] if simple >= 0 else 0
    starts, ends = (
        [place for place in members(places) if weight_of[place] > gain]
        for places in (graph.sources & ~graph.sinks, graph.sinks & ~graph.sources)
    )
    ways = _Ways(graph, weights)
    if starts and ends:
        ways.find(starts)
    better = [place for place in ends if ways.outside.get(place, 0) < -gain]
    end = min(better, key=lambda place: (ways.outside[place], place), default=simple)
    return graph.after(end, ways.came_out, ways.came_in) if end >= 0 else None


class _Ways:
    """The cheapest ways to places outside and inside: what enters costs minus its weight, what leaves its weight."""

    def __init__(self, graph: ExchangeGraph, weights: Sequence[int]) -> None:
        self.entering = [-weights[element] for element in graph.outside.tolist()]
        self.leaving = [weights[element] for element in graph.inside.tolist()]
        # Steps into sources and out of sinks are left out. The set is a heaviest of its size, so from the inside to a
        # sink, or from a source to the inside, it costs at least nothing: to begin later, or to stop, is as cheap.
        self.inward = [0 if graph.sinks >> place & 1 else leads for place, leads in enumerate(graph.inward)]
        self.outward = [leads & ~graph.sources for leads in graph.outward]
        self.outside: dict[int, int] = {}
        self.inside: dict[int, int] = {}
        self.came_out: dict[int, int] = {}
        self.came_in: dict[int, int] = {}

    def find(self, starts: Iterable[int], removed: Iterable[int] = ()) -> None:
        """Find the ways from places outside, and from some inside, by Bellman and Ford's algorithm.

        Each round goes on from what the round before has brought nearer, so of equally cheap ways the one with fewest
        steps is found. That, and that no place on the way is a source or a sink, makes the way one without shortcuts.
        """
        self.outside.update((place, self.entering[place]) for place in starts)
        self.inside.update((place, self.leaving[place]) for place in removed)
        nearer, begun = set(self.outside), set(self.inside)
        for _ in range(len(self.entering) + len(self.leaving) + 1):
            passed = begun | _nearer(nearer, self.outside, self.inward, self.leaving, self.inside, self.came_in)
            nearer = _nearer(passed, self.inside, self.outward, self.entering, self.outside, self.came_out)
            begun = set()
            if not nearer:
                return
        raise InvalidAnswerError("matroid intersection goes round in circles: an oracle contradicts itself")


def _nearer(
    origins: Iterable[int],
    origin_costs: dict[int, int],
    leads: list[int],
    steps: list[int],
    costs: dict[int, int],
    came: dict[int, int],
) -> set[int]:
    """Bring places nearer by a step from ``origins``, where that is cheaper; say which."""
    better: set[int] = set()
    found = 0
    for origin in sorted(origins, key=lambda place: (origin_costs[place], place)):
        new = leads[origin] & ~found  # whoever is found already was found by a cheaper way
        found |= new
        for place in members(new):
            cost = origin_costs[origin] + steps[place]
            if place not in costs or cost < costs[place]:
                costs[place], came[place] = cost, origin
                better.add(place)
    return better
