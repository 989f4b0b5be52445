"""Constructions, intersection and elimination beside a parent, networkx and plain numpy."""

from typing import Any

import networkx as nx
import numpy as np
from measuring import Row, Run, best_of, times_faster, under
from numpy.typing import NDArray

from matroidlab import (
    Dual,
    GraphicMatroid,
    PartitionMatroid,
    disjoint_bases,
    matroid_intersection,
    max_weight_basis,
)
from matroidlab.types import Elements, Weights
from matroidlab_linear import LinearMatroid

SIZE, BLOCKS = 200, 50


def dual_greedy() -> Row:
    rng = np.random.default_rng(0)
    parent = PartitionMatroid([np.arange(i, 1000, 50).tolist() for i in range(50)], [4] * 50)
    dual, order = Dual(parent), rng.permutation(1000)
    assert len(dual.greedy(order)) == 1000 - parent.rank
    name = "greedy, dual of a partition matroid, 1000 elements"
    return times_faster(
        name, lambda: dual.greedy(order), "its parent", lambda: parent.greedy(order), least=1 / 20
    )


def _blocks(rng: np.random.Generator, size: int, count: int) -> PartitionMatroid:
    homes = rng.permutation(np.arange(size) % count)
    return PartitionMatroid([np.flatnonzero(homes == i).tolist() for i in range(count)])


def _bipartite(
    rows: PartitionMatroid, columns: PartitionMatroid, weights: list[int]
) -> "nx.Graph[Any]":
    """The graph whose matchings are the common independent sets; of parallel edges the heaviest."""
    homes = [
        {e: i for i, block in enumerate(side.blocks) for e in block} for side in (rows, columns)
    ]
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(range(2 * BLOCKS))
    for element in sorted(range(SIZE), key=lambda element: weights[element]):
        graph.add_edge(homes[0][element], BLOCKS + homes[1][element], weight=weights[element])
    return graph


def two_partitions_largest() -> Row:
    rng = np.random.default_rng(0)
    rows, columns = _blocks(rng, SIZE, BLOCKS), _blocks(rng, SIZE, BLOCKS)
    graph = _bipartite(rows, columns, [1] * SIZE)

    def peer() -> dict[int, int]:
        matching: dict[int, int] = nx.bipartite.hopcroft_karp_matching(
            graph, top_nodes=range(BLOCKS)
        )
        return matching

    found = matroid_intersection(rows, columns)
    assert 2 * len(found.elements) == len(peer())
    assert found.verify(rows, columns)
    name = f"intersection of two partition matroids, {SIZE} elements, {BLOCKS} blocks, largest"
    return _under(
        name,
        lambda: matroid_intersection(rows, columns),
        "networkx hopcroft_karp_matching",
        peer,
        most=0.015,
    )


def two_partitions_heaviest() -> Row:
    rng = np.random.default_rng(0)
    rows, columns = _blocks(rng, SIZE, BLOCKS), _blocks(rng, SIZE, BLOCKS)
    weights = rng.permutation(1000)[:SIZE]
    graph = _bipartite(rows, columns, weights.tolist())
    found = matroid_intersection(rows, columns, weights)
    heaviest = sum(graph.edges[edge]["weight"] for edge in nx.max_weight_matching(graph))
    assert weights[found.elements].sum() == heaviest
    assert found.verify(rows, columns, weights)
    return _under(
        f"intersection of two partition matroids, {SIZE} elements, {BLOCKS} blocks, heaviest",
        lambda: matroid_intersection(rows, columns, weights),
        "networkx max_weight_matching",
        lambda: nx.max_weight_matching(graph),
        most=0.1,
    )


def _under(what: str, ours: Run, peer_name: str, peer: Run, *, most: float) -> Row:
    seconds, peer_seconds = best_of([ours, peer], 7)
    return Row(
        what, seconds, peer_name, peer_seconds, seconds, f"< {most * 1e3:g} ms", seconds < most
    )


def _rainbow_trees() -> tuple[GraphicMatroid, PartitionMatroid]:
    """A graph of 60 edges, three of each of 20 colours.

    Common independent sets are forests without a colour twice.
    """
    graph = GraphicMatroid(list(nx.gnm_random_graph(20, 60, seed=1).edges))
    return graph, _blocks(np.random.default_rng(1), 60, 20)


def graphic_with_partition_largest() -> Row:
    graph, colours = _rainbow_trees()
    assert matroid_intersection(graph, colours).verify(graph, colours)
    name = "intersection of graphic and partition, 60 elements, largest"
    return under(name, lambda: matroid_intersection(graph, colours), most=0.005)


def graphic_with_partition_heaviest() -> Row:
    graph, colours = _rainbow_trees()
    weights = np.random.default_rng(2).random(60)
    assert matroid_intersection(graph, colours, weights).verify(graph, colours, weights)
    name = "intersection of graphic and partition, 60 elements, heaviest"
    return under(name, lambda: matroid_intersection(graph, colours, weights), most=0.02)


def packed_trees() -> Row:
    graph = GraphicMatroid.from_networkx(nx.complete_graph(12))
    assert len(disjoint_bases(graph).sets) == 6
    return under(
        "disjoint spanning trees of K12, 66 edges",
        lambda: disjoint_bases(graph),
        most=0.1,
        repeats=5,
    )


def binary_columns() -> Row:
    rng = np.random.default_rng(4)
    matrix, weights = rng.integers(0, 2, size=(50, SIZE), dtype=np.uint8), rng.random(SIZE)
    columns = LinearMatroid(matrix.tolist(), modulus=2)
    assert columns.rank == 50
    assert (
        max_weight_basis(columns, weights).tolist() == _plain_elimination(matrix, weights).tolist()
    )
    return _under(
        f"linear over GF(2), {SIZE} columns, rank 50, maximum-weight basis",
        lambda: max_weight_basis(columns, weights),
        "elimination modulo 2 in numpy",
        lambda: _plain_elimination(matrix, weights),
        most=0.005,
    )


def _plain_elimination(matrix: NDArray[np.uint8], weights: Weights) -> Elements:
    """The pivot columns of the matrix with the heaviest columns first, as one would write it."""
    order = np.argsort(-weights, kind="stable")
    rows, found = matrix[:, order], list[int]()
    for column in range(len(order)):
        (candidates,) = rows[len(found) :, column].nonzero()
        if len(candidates):
            done, pivot = len(found), len(found) + candidates[0]
            rows[[done, pivot]] = rows[[pivot, done]]
            below = done + 1 + rows[done + 1 :, column].nonzero()[0]
            rows[below] ^= rows[done]
            found.append(column)
    return order[found]


BENCHMARKS = (
    dual_greedy,
    two_partitions_largest,
    two_partitions_heaviest,
    graphic_with_partition_largest,
    graphic_with_partition_heaviest,
    packed_trees,
    binary_columns,
)
