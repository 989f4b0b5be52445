"""Series-parallel or not: where K4 is in a graph."""

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import GraphicMatroid
from matroidlab.families.graphic.k4_minor import k4_subdivision
from matroidlab.families.graphic.series_parallel import has_k4_minor, paired_trees

GRAPHS = {
    "cycle": (nx.cycle_graph(9), False),
    "tree": (nx.balanced_tree(2, 4), False),
    "ladder": (nx.ladder_graph(8), False),
    "K2,5": (nx.complete_bipartite_graph(2, 5), False),
    "friendship": (nx.windmill_graph(4, 3), False),
    "empty": (nx.empty_graph(3), False),
    "K4": (nx.complete_graph(4), True),
    "K3,3": (nx.complete_bipartite_graph(3, 3), True),
    "grid": (nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 3)), True),
    "wheel": (nx.wheel_graph(12), True),
    "prism": (nx.circular_ladder_graph(3), True),
    "Petersen": (nx.petersen_graph(), True),
    "two K4 in a row": (nx.windmill_graph(2, 4), True),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_has_a_k4_minor_or_not(name: str) -> None:
    graph, expected = GRAPHS[name]
    assert has_k4_minor(graph.edges) == expected
    assert (k4_subdivision(list(graph.edges)) is not None) == expected


@given(st.integers(4, 12), st.integers(0, 30), st.integers(0, 1000))
def test_what_is_found_is_a_subdivided_k4(vertices: int, edges: int, seed: int) -> None:
    ends = np.random.default_rng(seed).integers(0, vertices, (edges, 2)).tolist()
    found = k4_subdivision(ends)
    assert (found is not None) == has_k4_minor(ends)
    if found is not None:
        degrees = Counter(end for edge in found for end in ends[edge])
        assert Counter(degrees.values())[3] == 4
        assert set(degrees.values()) <= {2, 3}
        assert nx.is_connected(nx.MultiGraph([ends[edge] for edge in found]))
        assert has_k4_minor(ends[edge] for edge in found)


def test_reduction_is_stuck_on_the_hamilton_paths_of_k4() -> None:
    edges = list(nx.complete_graph(4).edges)
    assert paired_trees(edges, [0, 3, 5], [1, 2, 4]) is None


def test_vertices_may_be_any_integers() -> None:
    far = [(10**30, -5), (10**30, 7), (10**30, 8), (-5, 7), (-5, 8), (7, 8)]
    graph = GraphicMatroid([*far, (8, 9), (9, 9)])
    violation = graph.orderability().violation
    assert violation is not None
    assert sorted(np.concatenate(violation).tolist()) == [0, 1, 2, 3, 4, 5, 6, 6]


def test_forests_of_several_components_are_paired_within_components() -> None:
    edges = [(0, 1), (0, 1), (2, 3), (3, 4), (4, 2), (2, 3)]
    assert paired_trees(edges, [0, 2, 3], [1, 4, 5]) == {0: 1, 2: 5, 3: 4}
