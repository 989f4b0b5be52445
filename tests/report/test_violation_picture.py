"""Pictures of counterexamples: loops, parallel edges, and graphs of any size."""

from pathlib import Path

import networkx as nx
import pytest

from matroidlab.report.violation import Counterexample, save_picture


def edges_of(graph: "nx.Graph[int]") -> list[tuple[int, int]]:
    return [(int(u), int(v)) for u, v in graph.edges]


@pytest.mark.parametrize(
    "edges",
    [
        [],
        [(0, 0)],
        [(0, 0), (0, 0), (0, 1), (1, 0), (0, 1)],
        [(-5, 7), (7, 10**12)],
        edges_of(nx.cycle_graph(9)),
        edges_of(nx.path_graph(502)),
    ],
)
def test_every_graph_can_be_drawn(edges: list[tuple[int, int]], tmp_path: Path) -> None:
    save_picture(Counterexample(edges, frozenset({0}), frozenset({1}), frozenset({0})), tmp_path / "it.svg")
    assert (tmp_path / "it.svg").read_text().rstrip().endswith("</svg>")


def test_edges_are_drawn_by_what_they_belong_to(tmp_path: Path) -> None:
    triangle = Counterexample([(0, 1), (1, 2), (0, 2), (2, 3)], frozenset({0, 3}), frozenset({1, 3}), caption="Why not")
    assert [triangle.style(edge).name for edge in range(4)] == ["first basis", "second basis", "in neither", "in both"]
    save_picture(triangle, tmp_path / "it.svg")
    text = (tmp_path / "it.svg").read_text()
    assert "Why not" in text
    assert "in both" in text
    assert "cannot all be matched" not in text
