"""Kernels of matroids give the same bytes plain, compiled and in numpy."""

from typing import Any

import numpy as np

from matroidlab.algorithms.blocks import BlockSum
from matroidlab.algorithms.blocks.block_sum import exchange_rows, heaviest_in_blocks
from matroidlab.algorithms.blocks.block_tracker import BlockTracker, chunks_of
from matroidlab.algorithms.blocks.tracking_kernels import read_blocks, set_leaves
from matroidlab.families.graphic.exchange_kernels import forest_exchange_rows
from matroidlab.families.graphic.kernels import Graph, kruskal_rows, path_swaps
from matroidlab.families.transversal.exchange_kernels import strong_exchange_rows
from matroidlab.families.transversal.kernels import Incidences, match_rows, matching_swaps
from matroidlab.kernels import Kernel
from matroidlab.kernels.lists import COPIED_AT_MOST, as_lists
from matroidlab.simulation.assignments import least_cost
from matroidlab.types import Elements
from support.twins import WAYS, Table, held, hold, kernels_with_twins
from support.updates import weights_of

RNG = np.random.Generator
ROOMS = ("algorithms", "families")
"""Rooms whose kernels are tested here, not in `test_bandit_twins` or elsewhere."""


def block_sum(rng: RNG) -> BlockSum:
    """Up to four blocks of ninety elements in all, in order or not; rooms from none to all."""
    size = int(rng.choice([0, 1, 5, 30, 90]))
    blocks = int(rng.integers(1, 5))
    block_of = (
        rng.integers(blocks, size=size)
        if rng.random() < 0.8
        else np.arange(size) * blocks // max(size, 1)
    )
    if rng.random() < 0.3:
        block_of = np.sort(block_of)
    lengths = np.bincount(block_of, minlength=blocks)
    return BlockSum(block_of, np.minimum(rng.choice([0, 1, 1, 2, 3, 70], size=blocks), lengths))


def weights_and_blocks(rng: RNG) -> tuple[Any, ...]:
    blocks = block_sum(rng)
    weights = weights_of(rng, (int(rng.integers(4)), len(blocks.block_of)))
    return weights, blocks.arrays, blocks.alike, np.full((len(weights), blocks.rooms.sum()), -7)


def pairs_of_bases(rng: RNG) -> tuple[Any, ...]:
    blocks = block_sum(rng)
    lanes = int(rng.integers(1, 4))
    weights = rng.random((2, lanes, len(blocks.block_of)))
    source, target = (rng.permuted(blocks.max_weight_bases(side), axis=1) for side in weights)
    if source.size and rng.random() < 0.2:
        target[-1, -1] = rng.choice([-1, -(2**63), len(blocks.block_of), 2**62])
    return source, target, blocks.arrays, np.full(source.shape, -7)


def tracker(rng: RNG) -> BlockTracker:
    """A tracker with changes since some of its blocks were read."""
    blocks = block_sum(rng)
    size = len(blocks.block_of)
    lanes = int(rng.integers(4))
    tracker = BlockTracker(chunks_of(blocks.arrays), weights_of(rng, (lanes, size)))
    _ = tracker.bases
    tracker.update(*changes(rng, lanes, size))
    return tracker


def changes(rng: RNG, lanes: int, size: int) -> tuple[Elements, Any]:
    elements = rng.integers(-1, size, size=(lanes, int(rng.integers(5))))
    return elements, weights_of(rng, elements.shape)


def changes_to_note(rng: RNG) -> tuple[Any, ...]:
    kept = tracker(rng)
    return *changes(rng, *kept._now.leaves[:, kept._chunks.leaf_of].shape), kept._chunks, kept._now


def blocks_to_read(rng: RNG) -> tuple[Any, ...]:
    kept = tracker(rng)
    return kept._chunks, kept._now, np.full_like(kept._now.places, -7)


def graph_of(rng: RNG) -> Graph:
    """Up to 14 vertices and 40 edges, loops and parallel edges among them."""
    vertices = int(rng.integers(1, 15))
    edges = int(rng.integers(41))
    tails, heads = rng.integers(vertices, size=(2, edges))
    return Graph(tails, heads, vertices)


def forests_of(rng: RNG, graph: Graph, count: int) -> Elements:
    orders = np.array([rng.permutation(len(graph.tails)) for _ in range(count)]).reshape(
        count, len(graph.tails)
    )
    forests = np.full((count, graph.vertices), -7)
    kept = kruskal_rows.plain(orders, graph, forests)
    return forests[:, :kept].copy()


def orders_of_edges(rng: RNG) -> tuple[Any, ...]:
    graph = graph_of(rng)
    orders = orders_of(rng, len(graph.tails))
    return orders, graph, np.full((len(orders), int(rng.integers(graph.vertices + 1))), -7)


def orders_of(rng: RNG, size: int) -> Elements:
    """Some orders of some elements."""
    lanes = int(rng.integers(4))
    count = int(rng.integers(size + 1))
    return np.array([rng.permutation(size)[:count] for _ in range(lanes)], dtype=np.intp).reshape(
        lanes, count
    )


def forest_and_edges(rng: RNG) -> tuple[Any, ...]:
    graph = graph_of(rng)
    (forest,) = forests_of(rng, graph, 1)
    forest = forest[: rng.integers(len(forest) + 1)]
    incoming = rng.permutation(len(graph.tails))
    return forest, incoming, graph, np.zeros((len(incoming), len(forest)), dtype=np.bool_)


def pairs_of_forests(rng: RNG) -> tuple[Any, ...]:
    graph = graph_of(rng)
    forests = forests_of(rng, graph, 6)
    return forests[:3].copy(), forests[3:].copy(), graph, np.full_like(forests[:3], -7)


def incidences_of(rng: RNG) -> Incidences:
    """Up to 20 elements and 12 sets, loops and empty sets among them."""
    size, sets = (int(rng.integers(most)) for most in (20, 12))
    elements, homes = np.nonzero(rng.random((size, sets)) < rng.choice([0.1, 0.3]))
    return Incidences(np.searchsorted(elements, np.arange(size + 1)), homes, sets)


def matched(rng: RNG, incidences: Incidences, count: int) -> Elements:
    size = len(incidences.starts) - 1
    orders = np.array([rng.permutation(size) for _ in range(count)], dtype=np.intp).reshape(
        count, size
    )
    bases = np.full((count, incidences.sets), -7)
    kept = match_rows.plain(orders, incidences, bases)
    return bases[:, :kept].copy()


def orders_to_match(rng: RNG) -> tuple[Any, ...]:
    incidences = incidences_of(rng)
    orders = orders_of(rng, len(incidences.starts) - 1)
    return orders, incidences, np.full((len(orders), int(rng.integers(incidences.sets + 1))), -7)


def matched_and_others(rng: RNG) -> tuple[Any, ...]:
    incidences = incidences_of(rng)
    (basis,) = matched(rng, incidences, 1)
    basis = basis[: rng.integers(len(basis) + 1)]
    incoming = rng.permutation(len(incidences.starts) - 1)
    return basis, incoming, incidences, np.zeros((len(incoming), len(basis)), dtype=np.bool_)


def pairs_of_matched(rng: RNG) -> tuple[Any, ...]:
    incidences = incidences_of(rng)
    bases = matched(rng, incidences, 6)
    return bases[:3].copy(), bases[3:].copy(), incidences, np.full_like(bases[:3], -7)


def costs(rng: RNG) -> tuple[Any, ...]:
    count = int(rng.integers(8))
    return (rng.integers(-3, 9, size=(count, count)),)


TABLE: Table = {
    exchange_rows: pairs_of_bases,
    forest_exchange_rows: pairs_of_forests,
    heaviest_in_blocks: weights_and_blocks,
    kruskal_rows: orders_of_edges,
    least_cost: costs,
    match_rows: orders_to_match,
    matching_swaps: matched_and_others,
    path_swaps: forest_and_edges,
    read_blocks: blocks_to_read,
    set_leaves: changes_to_note,
    strong_exchange_rows: pairs_of_matched,
}


@WAYS
@held(TABLE)
def test_all_ways_of_a_kernel_give_the_same_bytes(kernel: Kernel[Any, Any], way: str) -> None:
    hold(kernel, way, TABLE[kernel])


def test_rows_that_are_too_long_to_copy_give_the_same_bytes() -> None:
    rng = np.random.default_rng(0)
    size = COPIED_AT_MOST + 1
    graph = Graph(rng.integers(40, size=size), rng.integers(40, size=size), 40)
    orders, found, expected = rng.permutation(size)[None], *np.full((2, 1, 39), -7)
    assert isinstance(as_lists(graph.tails), memoryview)
    assert (
        kruskal_rows.numpy(orders, graph, found)
        == kruskal_rows.plain(orders, graph, expected)
        == 39
    )
    assert found.tolist() == expected.tolist()


def test_every_kernel_with_a_twin_is_in_the_table() -> None:
    assert kernels_with_twins(*ROOMS) == set(TABLE) - {least_cost}
