"""Pictures of matroids show what is there: lines that are straight, graphs that do not cross, flats by rank."""

from itertools import combinations
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from matroidlab import GraphicMatroid, UniformMatroid
from matroidlab.catalogue import catalogue
from matroidlab.report.graph_picture import edges_of, layout
from matroidlab.report.matroid_picture import fitting_kind, save_matroid_picture
from matroidlab.report.points_and_lines import long_lines
from matroidlab.report.straight_lines import straightened
from matroidlab.structure import isomorphism


@pytest.mark.parametrize(("name", "bent"), [("pappus", 0), ("desargues", 0), ("non-fano", 0), ("fano", 1), ("o7", 0)])
def test_lines_are_straight_where_they_can_be(name: str, bent: int) -> None:
    matroid = catalogue[name].matroid
    lines = long_lines(matroid)
    places = straightened(matroid.size, lines)
    off = [np.linalg.svd(places[line] - places[line].mean(axis=0))[1][-1] for line in lines]
    assert sum(value > 1e-4 for value in off) == bent
    gaps = [float(np.linalg.norm(places[a] - places[b])) for a, b in combinations(range(matroid.size), 2)]
    assert min(gaps) > 0.1


def crossings(edges: list[tuple[int, int]], places: dict[int, np.ndarray]) -> int:
    def side(a: int, b: int, c: int) -> float:
        first, second = places[b] - places[a], places[c] - places[a]
        return float(first[0] * second[1] - first[1] * second[0])

    return sum(
        side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9
        for (a, b), (c, d) in combinations(edges, 2)
        if not {a, b} & {c, d}
    )


@pytest.mark.parametrize(
    "graph",
    [
        nx.complete_graph(4),
        nx.wheel_graph(7),
        nx.cubical_graph(),
        nx.dodecahedral_graph(),
        nx.path_graph(6),
        nx.ladder_graph(4),
    ],
)
def test_planar_graphs_are_drawn_without_crossings(graph: "nx.Graph[int]") -> None:
    edges = list(graph.edges)
    assert crossings(edges, layout(edges)) == 0


def test_any_graphic_matroid_is_drawn_as_a_graph() -> None:
    found = edges_of(catalogue["k4"].matroid)
    assert found is not None
    assert isomorphism(GraphicMatroid(found), catalogue["k4"].matroid) is not None
    explicit = edges_of(UniformMatroid(4, 3))
    assert explicit is not None
    assert isomorphism(GraphicMatroid(explicit), UniformMatroid(4, 3)) is not None
    assert edges_of(catalogue["fano"].matroid) is None


def test_what_fits_is_drawn() -> None:
    kinds = {name: fitting_kind(catalogue[name].matroid) for name in ("k4", "fano", "vamos")}
    assert kinds == {"k4": "graph", "fano": "points", "vamos": "lattice"}


@pytest.mark.parametrize("name", ["k4", "fano", "u24"])
def test_the_same_picture_has_the_same_bytes(tmp_path: Path, name: str) -> None:
    first, second = tmp_path / "first.svg", tmp_path / "second.svg"
    save_matroid_picture(catalogue[name].matroid, first)
    save_matroid_picture(catalogue[name].matroid, second)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    "matroid",
    [
        GraphicMatroid([(0, 0), (0, 0), (1, 2), (1, 2)]),
        GraphicMatroid([]),
        UniformMatroid(3, 3),
        UniformMatroid(1, 0),
        GraphicMatroid([(0, 1), (0, 1), (1, 2), (2, 3), (3, 3)]),
    ],
)
def test_corners_are_drawn(tmp_path: Path, matroid: GraphicMatroid) -> None:
    for kind in (None, "lattice", *(["points"] if matroid.rank == 3 else [])):
        save_matroid_picture(matroid, tmp_path / "corner.svg", kind)


def test_too_many_flats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at most 300 flats, got 4018"):
        save_matroid_picture(UniformMatroid(12, 10), tmp_path / "x.svg", "lattice")
