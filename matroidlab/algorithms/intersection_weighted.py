"""Heaviest common independent sets, by cheapest paths in the exchange graph."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from matroidlab.algorithms.exchange_graph import ExchangeGraph, Ways
from matroidlab.algorithms.optimality import CommonBound, LargestSplitting, WeightSplitting
from matroidlab.kernels.sorting import descending
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


def heaviest_largest_set(
    first: Matroid, second: Matroid, weights: Weights
) -> tuple[Elements, LargestSplitting]:
    """Return a heaviest of the largest common independent sets, and a proof of it.

    The set is enlarged along cheapest paths as long as that is possible, and on the way it is a
    heaviest of its size.
    """
    units, unit = _in_units(weights)
    everything = np.arange(len(weights))
    inside = _start(first, second, weights)
    while True:
        graph = ExchangeGraph.of(first, second, inside, everything)
        ways = _ways(graph, units)
        ways.find(np.flatnonzero(graph.sources).tolist())
        end = _cheapest_end(graph, ways)
        if end is None:
            reached = np.concatenate([graph.outside[list(ways.outside)], inside[list(ways.inside)]])
            share = _split_among_largest(graph, units)
            rest = [total - part for total, part in zip(units, share, strict=True)]
            size = CommonBound(np.setdiff1d(everything, reached))
            splitting = WeightSplitting(tuple(share), tuple(rest), unit)
            return inside, LargestSplitting(size, splitting)
        inside = ways.changed_along(end)


def _start(first: Matroid, second: Matroid, weights: Weights) -> Elements:
    """Return a heaviest common independent set of its size that greedy alone can find.

    The first elements that greedy keeps in one matroid are a heaviest independent set of their
    number there; as long as they are independent in the other, too, they are one of both.
    """
    falling = descending(weights)
    found = falling[:0]
    for one, other in ((first, second), (second, first)):
        kept = one.greedy(falling)
        common = other.greedy(kept)
        same = kept[: len(common)] == common
        length = len(same) if same.all() else int(same.argmin())
        found = max(found, kept[:length], key=len)
    return np.sort(found)


def _split_among_largest(graph: ExchangeGraph, weights: Sequence[int]) -> list[int]:
    """Return w1 of a splitting for a heaviest set of its size: the distance of each element.

    As for `_split`, but nothing is added and nothing leaves alone: an element that can be added in
    one matroid can replace any other there.
    """
    ways = _ways(graph, weights, every_step=True)
    ways.find(range(len(graph.outside)), range(len(graph.inside)))
    share = [0] * len(weights)
    for place, element in enumerate(graph.inside.tolist()):
        share[element] = ways.inside[place]
    for place, element in enumerate(graph.outside.tolist()):
        share[element] = weights[element] + ways.outside[place]
    return share


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
    end = _cheapest_end(graph, ways)
    return None if end is None or ways.outside[end] >= 0 else ways.changed_along(end)


def _cheapest_end(graph: ExchangeGraph, ways: Ways) -> int | None:
    """The cheapest sink, first what can simply be added, then the smallest element."""
    ends = [place for place in ways.outside if graph.sinks[place]]
    return min(
        ends, key=lambda place: (ways.outside[place], not graph.sources[place], place), default=None
    )


def _ways(graph: ExchangeGraph, weights: Sequence[int], *, every_step: bool = False) -> Ways:
    """Ways on which what enters costs minus its weight, and what leaves its weight."""
    entering = [-weights[element] for element in graph.outside.tolist()]
    leaving = [weights[element] for element in graph.inside.tolist()]
    return Ways(graph, entering, leaving, every_step=every_step)
