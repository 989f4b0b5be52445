"""Heaviest common independent sets, by cheapest paths in the exchange graph."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from matroidlab.algorithms.exchange_graph import ExchangeGraph, Ways
from matroidlab.algorithms.optimality import WeightSplitting
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, Weights


def heaviest_common_set(
    first: Matroid, second: Matroid, weights: Weights
) -> tuple[Elements, WeightSplitting]:
    """Return a heaviest common independent set with fewest elements, and a proof of it.

    The set is enlarged along cheapest paths as long as it gets heavier; on the way it is a heaviest
    of its size. All in whole numbers of a unit, for floats are multiples of a power of two: nothing
    is ever rounded.
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
    """Return w1 of a splitting for a heaviest set: the distance of each element.

    Distances allow elements inside to leave without a replacement.

    No distance can be shortened. In other words, elements inside have w1 >= 0 and w - w1 >= 0, an
    element that can be added in the first matroid has w1 <= 0 and in the second w - w1 <= 0, and an
    element that can replace another there has at most as much. So the set is heaviest in the first
    matroid by w1 and in the second by w - w1.
    """
    ways = _ways(graph, weights)
    ways.find(np.flatnonzero(graph.sources).tolist(), range(len(graph.inside)))
    share = [0] * len(weights)
    for place, element in enumerate(graph.inside.tolist()):
        share[element] = ways.inside[place]
    for place, element in enumerate(graph.outside.tolist()):
        # No way leads to a loop of the first matroid. Its w1 does not matter, and w - w1 = 0 suits
        # the second.
        share[element] = weights[element] + ways.outside.get(place, 0)
    return share


def _larger_set(graph: ExchangeGraph, weights: Sequence[int]) -> Elements | None:
    """The set after the cheapest path to a sink, or None if it gets no heavier.

    Of several it is that to what can simply be added, and then that to the smallest element.
    """
    ways = _ways(graph, weights)
    ways.find(np.flatnonzero(graph.sources).tolist())
    ends = [place for place, cost in ways.outside.items() if graph.sinks[place] and cost < 0]
    end = min(
        ends, key=lambda place: (ways.outside[place], not graph.sources[place], place), default=None
    )
    return None if end is None else ways.changed_along(end)


def _ways(graph: ExchangeGraph, weights: Sequence[int]) -> Ways:
    """Ways on which what enters costs minus its weight, and what leaves its weight."""
    entering = [-weights[element] for element in graph.outside.tolist()]
    return Ways(graph, entering, [weights[element] for element in graph.inside.tolist()])
