"""Conjectures on exchanging two bases; `matroidlab_atlas.exchange` has their literature."""

from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, permutations, product

import networkx as nx

from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks
from matroidlab.types import as_count
from matroidlab_atlas.census.questions.witness_sets import sets_of
from matroidlab_atlas.exchange import (
    DistantPairs,
    Exchanged,
    SeparatedFamilies,
    SeparatedPairs,
    UnorderedPair,
    exchange_distance_violation,
    exchange_family_violation,
    exchange_path_violation,
    interval_order_violation,
    serial_order_violation,
)
from matroidlab_atlas.exchange.basis_sequences import exchanged_families
from matroidlab_atlas.exchange.pair_classes import as_set, bits_of


@dataclass(frozen=True)
class SeriallyExchangeable:
    """Whether any two bases can be exchanged by symmetric exchanges, one element at a time."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return two bases without such an order."""
        return _pair_as_data(serial_order_violation(matroid))

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether the two bases have none, by trying all orders."""
        return _pair_from_data(witness, Exchanged.SERIAL).verify(matroid)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether all pairs have one, by trying all orders."""
        return _all_pairs_are_ordered(matroid, Exchanged.SERIAL)

    def describe(self, witness: Witness, /) -> str:
        """Name the two bases."""
        return str(_pair_from_data(witness, Exchanged.SERIAL))


@dataclass(frozen=True)
class IntervalOrderable:
    """Whether any two bases have orders in which every interval can be exchanged (SIBO)."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return two bases without such orders."""
        return _pair_as_data(interval_order_violation(matroid))

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether the two bases have none, by trying all orders."""
        return _pair_from_data(witness, Exchanged.INTERVAL).verify(matroid)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether all pairs have such orders, by trying all orders."""
        return _all_pairs_are_ordered(matroid, Exchanged.INTERVAL)

    def describe(self, witness: Witness, /) -> str:
        """Name the two bases."""
        return str(_pair_from_data(witness, Exchanged.INTERVAL))


@dataclass(frozen=True)
class PairsConnected:
    """Whether symmetric exchanges connect all pairs of bases with the same elements."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return two pairs that are not connected."""
        found = exchange_path_violation(matroid)
        if found is None:
            return None
        return {"first": list(map(list, found.first)), "second": list(map(list, found.second))}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether they are not connected, by following all exchanges."""
        return self._pairs(witness).verify(matroid)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether there are as many connected components as multisets of elements."""
        graph = _graph_of_pairs(matroid)
        multisets = {(first & second, first | second) for first, second in graph}
        return nx.number_connected_components(graph) == len(multisets)

    def describe(self, witness: Witness, /) -> str:
        """Name the two pairs."""
        return str(self._pairs(witness))

    def _pairs(self, witness: Witness) -> SeparatedPairs:
        first, second = (sets_of(witness[name]) for name in ("first", "second"))
        return SeparatedPairs((first[0], first[1]), (second[0], second[1]))


@dataclass(frozen=True)
class PairsNear:
    """Whether pairs of bases with the same elements are as many exchanges apart, or fewer."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return two pairs that are further apart."""
        found = exchange_distance_violation(matroid)
        if found is None:
            return None
        return {"first": list(map(list, found.first)), "second": list(map(list, found.second))}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether they are, by following all exchanges."""
        return self._pairs(witness).verify(matroid)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether the graph of all pairs has short paths between those with the same elements."""
        graph = _graph_of_pairs(matroid)
        for component in nx.connected_components(graph):
            for start in component:
                steps = nx.single_source_shortest_path_length(graph, start)
                if max(steps.values()) > len(start[0] - start[1]):
                    return False
        return PairsConnected().holds(matroid)

    def describe(self, witness: Witness, /) -> str:
        """Name the two pairs."""
        return str(self._pairs(witness))

    def _pairs(self, witness: Witness) -> DistantPairs:
        first, second = (sets_of(witness[name]) for name in ("first", "second"))
        return DistantPairs((first[0], first[1]), (second[0], second[1]))


@dataclass(frozen=True)
class FamiliesConnected:
    """Whether symmetric exchanges connect all families of k bases with the same elements."""

    k: int = 3

    def __post_init__(self) -> None:
        as_count(self.k, name="k", least=2)

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return two families that are not connected."""
        found = exchange_family_violation(matroid, self.k)
        if found is None:
            return None
        return {"first": list(map(list, found.first)), "second": list(map(list, found.second))}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether they are families of k bases and not connected, by following all exchanges."""
        found = self._families(witness)
        return len(found.first) == self.k and found.verify(matroid)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether there are as many connected components as multisets of elements."""
        known = frozenset(frozenset(as_set(mask)) for mask in basis_masks(matroid).tolist())
        graph: nx.Graph[tuple[frozenset[int], ...]] = nx.Graph()
        for family in combinations_with_replacement(sorted(known, key=sorted), self.k):
            graph.add_node(family)
            graph.add_edges_from((family, after) for after in exchanged_families(known, family))
        multisets = {tuple(sorted(chain(*family))) for family in graph}
        return nx.number_connected_components(graph) == len(multisets)

    def describe(self, witness: Witness, /) -> str:
        """Name the two families."""
        return str(self._families(witness))

    def _families(self, witness: Witness) -> SeparatedFamilies:
        return SeparatedFamilies(*(sets_of(witness[name]) for name in ("first", "second")))


def _graph_of_pairs(matroid: Matroid) -> "nx.Graph[tuple[frozenset[int], frozenset[int]]]":
    """All pairs of bases, joined by symmetric exchanges."""
    bases = [frozenset(as_set(mask)) for mask in basis_masks(matroid).tolist()]
    graph: nx.Graph[tuple[frozenset[int], frozenset[int]]] = nx.Graph()
    graph.add_nodes_from(product(bases, bases))
    for first, second in product(bases, bases):
        for leaving, entering in product(first - second, second - first):
            after = (first - {leaving} | {entering}, second - {entering} | {leaving})
            if after in graph:
                graph.add_edge((first, second), after)
    return graph


def _all_pairs_are_ordered(matroid: Matroid, exchanged: Exchanged) -> bool:
    masks = basis_masks(matroid).tolist()
    known = set(masks)
    return all(
        _is_ordered(first, second, known, exchanged) for first, second in permutations(masks, 2)
    )


def _is_ordered(first: int, second: int, known: set[int], exchanged: Exchanged) -> bool:
    orders = product(permutations(bits_of(first & ~second)), permutations(bits_of(second & ~first)))
    for leaving, entering in orders:
        steps = [one | other for one, other in zip(leaving, entering, strict=True)]
        count = len(steps)
        if exchanged is Exchanged.SERIAL:
            ends = [sum(steps[:end]) for end in range(count + 1)]
            tried = [*(first ^ part for part in ends), *(second ^ part for part in ends)]
        else:
            tried = [
                first ^ sum(steps[start:end])
                for start in range(count)
                for end in range(start + 1, count + 1)
            ]
        if all(mask in known for mask in tried):
            return True
    return False


def _pair_as_data(pair: UnorderedPair | None) -> Witness | None:
    return None if pair is None else {"source": list(pair.source), "target": list(pair.target)}


def _pair_from_data(witness: Witness, exchanged: Exchanged) -> UnorderedPair:
    source, target = sets_of([witness["source"], witness["target"]])
    return UnorderedPair(source, target, exchanged)
