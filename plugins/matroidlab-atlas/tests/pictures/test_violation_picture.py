"""Pictures of counterexamples: loops, parallel edges, and graphs of any size."""

from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab_atlas.pictures.sketch import collisions
from matroidlab_atlas.pictures.violation import Counterexample, counterexample_sketch, save_picture


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
    save_picture(
        Counterexample(edges, frozenset({0}), frozenset({1}), frozenset({0})), tmp_path / "it.svg"
    )
    assert (tmp_path / "it.svg").read_text().rstrip().endswith("</svg>")


def test_edges_are_drawn_by_what_they_belong_to(tmp_path: Path) -> None:
    triangle = Counterexample(
        [(0, 1), (1, 2), (0, 2), (2, 3)], frozenset({0, 3}), frozenset({1, 3}), caption="Why not"
    )
    assert [triangle.style(edge).name for edge in range(4)] == [
        "first basis",
        "second basis",
        "in neither",
        "in both",
    ]
    save_picture(triangle, tmp_path / "it.svg")
    text = (tmp_path / "it.svg").read_text()
    assert "Why not" in text
    assert "in both" in text
    assert "cannot all be matched" not in text


@settings(max_examples=15)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=24), st.data()
)
def test_no_label_is_on_another(edges: list[tuple[int, int]], data: st.DataObject) -> None:
    some = st.frozensets(st.integers(0, len(edges) - 1))
    caption = "{0, 3, 5} and {1, 2, 4} have no strong bijection, because "
    caption += "0 and 5 can each be exchanged symmetrically only for 2"
    sketch = counterexample_sketch(
        Counterexample(edges, data.draw(some), data.draw(some), data.draw(some), caption)
    )
    assert collisions(label.box for label in sketch.labels) == []


def test_a_large_graph_has_the_numbers_of_the_edges_that_differ() -> None:
    edges = edges_of(nx.complete_graph(20))
    sketch = counterexample_sketch(
        Counterexample(edges, frozenset({0, 1, 2}), frozenset({2, 50, 99}))
    )
    numbers = {label.text for label in sketch.labels if label.text.isdecimal()}
    assert numbers == {"0", "1", "50", "99"}


def test_it_is_said_in_words_too() -> None:
    sketch = counterexample_sketch(
        Counterexample([(4, 7), (7, 9)], frozenset({0}), frozenset({1}), caption="Why not")
    )
    assert sketch.title
    assert sketch.description == (
        "Why not. The first basis is {0}, the second {1}. "
        "edge 0 joins A and B; edge 1 joins B and C"
    )
