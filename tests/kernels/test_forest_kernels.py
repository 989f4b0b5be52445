"""Forest kernels, compiled and plain, against the definitions, with loops, parallel edges and several components."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import GraphicMatroid
from matroidlab.kernels import Kernel
from matroidlab.kernels.forests import forest_exchange_rows, forest_space, kruskal, path_swaps
from matroidlab.types import Elements

WAYS = ("plain", "compiled")
few = settings(max_examples=80, deadline=None)
VERTICES = 5
edge_lists = st.lists(st.tuples(st.integers(0, VERTICES - 1), st.integers(0, VERTICES - 1)), max_size=9)


def way_of(kernel: Kernel[Any, Any], way: str) -> Callable[..., Any]:
    return getattr(kernel, way)  # type: ignore[no-any-return]


def is_forest(edges: list[tuple[int, int]]) -> bool:
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    graph.add_nodes_from(range(VERTICES))
    graph.add_edges_from(edges)
    return nx.is_forest(graph)


def arrays(edges: list[tuple[int, int]]) -> tuple[Elements, Elements]:
    tails, heads = np.array(edges, dtype=np.intp).reshape(-1, 2).T
    return tails.copy(), heads.copy()


def forest_of(edges: list[tuple[int, int]], order: list[int]) -> list[int]:
    kept: list[int] = []
    for edge in order:
        if is_forest([edges[e] for e in [*kept, edge]]):
            kept.append(edge)
    return kept


@pytest.mark.parametrize("way", WAYS)
@given(edges=edge_lists, data=st.data())
@few
def test_kruskal_keeps_what_closes_no_cycle(way: str, edges: list[tuple[int, int]], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(edges))))
    out = np.empty(len(edges), dtype=np.intp)
    kept = way_of(kruskal, way)(np.array(order, dtype=np.intp), *arrays(edges), np.empty(VERTICES, dtype=np.intp), out)
    assert out[:kept].tolist() == forest_of(edges, order)


@pytest.mark.parametrize("way", WAYS)
@given(edges=edge_lists, data=st.data())
@few
def test_path_swaps_leave_forests(way: str, edges: list[tuple[int, int]], data: st.DataObject) -> None:
    forest = forest_of(edges, data.draw(st.permutations(range(len(edges)))))[: data.draw(st.integers(0, 4))]
    incoming = [edge for edge in range(len(edges)) if edge not in forest]
    allowed = np.empty((len(incoming), len(forest)), dtype=np.bool_)
    ends = arrays(edges)
    way_of(path_swaps, way)(
        np.array(forest, dtype=np.intp),
        np.array(incoming, dtype=np.intp),
        *ends,
        VERTICES,
        forest_space(len(edges), VERTICES),
        allowed,
    )
    for i, entering in enumerate(incoming):
        for j in range(len(forest)):
            swapped = [*forest[:j], entering, *forest[j + 1 :]]
            assert allowed[i, j] == is_forest([edges[e] for e in swapped])


@pytest.mark.parametrize("way", WAYS)
@given(edges=edge_lists, data=st.data())
@few
def test_forest_exchanges_are_exchange_bijections(way: str, edges: list[tuple[int, int]], data: st.DataObject) -> None:
    orders = [data.draw(st.permutations(range(len(edges)))) for _ in range(4)]
    source, target = (
        np.array([forest_of(edges, order) for order in pair], dtype=np.intp) for pair in (orders[:2], orders[2:])
    )
    out = np.empty_like(source)
    way_of(forest_exchange_rows, way)(source, target, *arrays(edges), VERTICES, forest_space(len(edges), VERTICES), out)
    for old, new, partners in zip(source.tolist(), target.tolist(), out.tolist(), strict=True):
        assert sorted(partners) == sorted(new)
        for i, partner in enumerate(partners):
            assert partner == old[i] or old[i] not in new
            assert is_forest([edges[e] for e in [*old[:i], partner, *old[i + 1 :]]])


@given(seed=st.integers(0, 2**32 - 1))
@few
def test_large_trees_are_matched_alike_compiled_and_plain(seed: int) -> None:
    """Trees that share little, so that places have to be handed on; plain on lists, as it runs without numba."""
    rng = np.random.default_rng(seed)
    graph = GraphicMatroid([pair for pair in combinations(range(14), 2) if rng.random() < 0.5])
    source, target = (np.array([graph.greedy(rng.permutation(graph.size)) for _ in range(3)]) for _ in range(2))
    ends, space = graph._arrays, forest_space(graph.size, graph._ends[2])
    compiled, plain = np.empty_like(source), source.tolist()
    forest_exchange_rows.compiled(source, target, *ends, space, compiled)
    forest_exchange_rows.plain(source.tolist(), target.tolist(), *graph._ends, space.tolist(), plain)  # type: ignore[arg-type]
    assert compiled.tolist() == plain
    for old, new, partners in zip(source, target, compiled, strict=True):
        assert sorted(partners) == sorted(new)
        assert graph.swaps(old, partners).diagonal().all()
