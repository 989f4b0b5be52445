"""Pictures of matroids are right: straight lines, graphs without crossings, readable labels."""

from io import BytesIO
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import GraphicMatroid, Labelled, Matroid, PartitionMatroid, UniformMatroid
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.pictures.graph_layout import crossings, layout
from matroidlab_atlas.pictures.graph_picture import edges_of, graph_sketch
from matroidlab_atlas.pictures.matroid_picture import DRAWINGS, fitting_kind, save_matroid_picture
from matroidlab_atlas.pictures.picture_files import svg
from matroidlab_atlas.pictures.pixels import png
from matroidlab_atlas.pictures.points_and_lines import long_lines, point_places
from matroidlab_atlas.pictures.sketch import Disc, Sketch, collisions
from matroidlab_atlas.pictures.straight_lines import straightened
from matroidlab_atlas.pictures.textbook import PLANE, SPACE, in_the_book
from matroidlab_atlas.structure import isomorphism

BENT = {"fano": 1, "mac-lane": 3, "ag23": 4, "r9": 1, "pg23": 9}
"""Lines that no picture can have straight, or that textbooks bend."""


def bent(places: np.ndarray, lines: list[list[int]], most: float) -> int:
    off = [np.linalg.svd(places[line] - places[line].mean(axis=0))[1][-1] for line in lines]
    return sum(value > most for value in off)


@pytest.mark.parametrize("name", ["pappus", "desargues", "non-fano", "fano", "o7"])
def test_lines_are_straight_where_they_can_be(name: str) -> None:
    matroid = catalogue[name].matroid
    lines = long_lines(matroid)
    places = straightened(matroid.size, lines)
    assert bent(places, lines, 1e-4) == BENT.get(name, 0)
    gaps = [
        float(np.linalg.norm(places[a] - places[b]))
        for a, b in combinations(range(matroid.size), 2)
    ]
    assert min(gaps) > 0.1


@pytest.mark.parametrize("name", PLANE)
def test_lines_of_the_book_are_straight_but_for_those_that_are_known(name: str) -> None:
    matroid = catalogue[name].matroid
    assert bent(np.array(PLANE[name]), long_lines(matroid), 0.005) == BENT.get(name, 0)


def test_a_matroid_in_the_book_is_drawn_as_there_whatever_its_elements_are_called() -> None:
    turned = catalogue["fano"].matroid.bases  # type: ignore[attr-defined]
    from matroidlab import ExplicitMatroid

    other = ExplicitMatroid(
        7, [tuple(sorted((3 * element + 1) % 7 for element in basis)) for basis in turned]
    )
    lines = long_lines(other)
    assert lines != long_lines(catalogue["fano"].matroid)
    assert bent(point_places(other, lines), lines, 1e-9) == 1
    known = in_the_book(other, PLANE)
    assert known is not None
    assert known.name == "fano"


@pytest.mark.parametrize(
    "graph",
    [
        nx.complete_graph(4),
        nx.wheel_graph(7),
        nx.cubical_graph(),
        nx.dodecahedral_graph(),
        nx.path_graph(6),
        nx.ladder_graph(4),
        nx.balanced_tree(2, 3),
    ],
)
def test_planar_graphs_are_drawn_without_crossings(graph: "nx.Graph[int]") -> None:
    edges = list(graph.edges)
    assert crossings(edges, layout(edges)) == 0


@pytest.mark.parametrize(
    ("name", "fewest"), [("k33", 3), ("k5", 5), ("petersen", 5), ("wheel4", 0), ("wheel5", 0)]
)
def test_named_graphs_are_drawn_as_everybody_does(name: str, fewest: int) -> None:
    edges = edges_of(catalogue[name].matroid)
    assert edges is not None
    assert crossings(edges, layout(edges)) == fewest


def unreadable(sketch: Sketch) -> list[tuple[int, int]]:
    """Labels on labels; and numbers on vertices, whose letters are where the disc is."""
    letters = {(disc.x, disc.y) for disc in sketch.discs}
    numbers = [label for label in sketch.labels if (label.x, label.y) not in letters]
    return collisions([*(disc.box for disc in sketch.discs), *(label.box for label in numbers)])


@pytest.mark.parametrize("name", catalogue)
def test_no_label_of_a_named_matroid_is_on_another(name: str) -> None:
    matroid = catalogue[name].matroid
    kind = fitting_kind(matroid)
    if kind != "lattice":
        assert unreadable(DRAWINGS[kind][1](matroid)) == []


@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=22))
def test_no_label_of_a_graph_is_on_another_and_none_is_missing(
    edges: list[tuple[int, int]],
) -> None:
    sketch = graph_sketch(GraphicMatroid(edges))
    assert unreadable(sketch) == []
    vertices = {vertex for edge in edges for vertex in edge}
    assert len(sketch.labels) == len(edges) + len(vertices)


def test_colliding_labels_are_found() -> None:
    sketch = Sketch("", "")
    sketch.disc((0, 0), "A")
    sketch.disc((15, 0), "B")
    assert unreadable(sketch) == [(0, 1)]


def test_any_graphic_matroid_is_drawn_as_a_graph() -> None:
    found = edges_of(catalogue["k4"].matroid)
    assert found is not None
    assert isomorphism(GraphicMatroid(found), catalogue["k4"].matroid) is not None
    explicit = edges_of(UniformMatroid(4, 3))
    assert explicit is not None
    assert isomorphism(GraphicMatroid(explicit), UniformMatroid(4, 3)) is not None
    assert edges_of(catalogue["fano"].matroid) is None


def test_what_fits_is_drawn() -> None:
    kinds = {
        name: fitting_kind(catalogue[name].matroid) for name in ("k4", "fano", "u24", "vamos", "s8")
    }
    assert kinds == {
        "k4": "graph",
        "fano": "points",
        "u24": "points",
        "vamos": "solid",
        "s8": "lattice",
    }


@pytest.mark.parametrize("name", ["vamos", "non-vamos"])
def test_the_planes_of_a_prism_are_shaded(name: str) -> None:
    assert (
        len(DRAWINGS["solid"][1](catalogue[name].matroid).areas)
        == {"vamos": 5, "non-vamos": 6}[name]
    )


@pytest.mark.parametrize("name", SPACE)
def test_planes_of_a_solid_are_flat_but_for_those_that_no_solid_can_have(name: str) -> None:
    flat = [
        plane
        for plane in combinations(range(8), 4)
        if abs(np.linalg.det(np.column_stack([np.array(SPACE[name])[list(plane)], np.ones(4)])))
        < 1e-9
    ]
    dependent = [
        plane
        for plane in combinations(range(8), 4)
        if not catalogue[name].matroid.is_independent(np.array(plane))
    ]
    bent_planes = {"ag32": 2, "ag32-relaxed": 1, "f8": 1, "l8": 2}.get(name, 0)
    assert len(set(dependent) - set(flat)) == bent_planes


@pytest.mark.parametrize("kind", ["points", "graph", "solid", "lattice"])
def test_a_picture_has_a_title_and_says_in_words_what_is_seen(kind: str) -> None:
    matroid: Matroid = catalogue["vamos" if kind == "solid" else "k4"].matroid
    root = ET.fromstring(svg(DRAWINGS[kind][1](matroid), name="it"))
    title = root[0]
    words = root[1]
    assert (title.tag.rpartition("}")[2], words.tag.rpartition("}")[2]) == ("title", "desc")
    assert title.text
    assert words.text
    assert root.get("aria-labelledby") == f"{title.get('id')} {words.get('id')}"


@pytest.mark.parametrize("reach", [10.0, 30.0])
def test_discs_are_round_in_pixels_too(reach: float) -> None:
    from matplotlib.image import imread

    sketch = Sketch("", "", discs=[Disc(0.0, 0.0, 10.0, reach)])
    pixels = imread(BytesIO(png(sketch)))[..., :3]
    filled = (np.abs(pixels - np.array([0x58, 0x6A, 0x7C]) / 255) < 0.02).all(axis=2)
    area = 4 * (np.pi * 10**2 + 2 * (reach - 10) * 20)  # two pixels for one, in both directions
    assert filled.sum() == pytest.approx(area, rel=0.08)


@pytest.mark.parametrize("name", ["k4", "fano", "u24", "vamos"])
@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_same_picture_has_the_same_bytes(tmp_path: Path, name: str, ending: str) -> None:
    first = tmp_path / f"first.{ending}"
    second = tmp_path / f"second.{ending}"
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
        save_matroid_picture(matroid, tmp_path / "corner.png", kind)


def test_too_many_flats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at most 300 flats, got 4018"):
        save_matroid_picture(UniformMatroid(12, 10), tmp_path / "x.svg", "lattice")


@pytest.mark.parametrize(
    ("matroid", "kind"),
    [
        (GraphicMatroid([(0, 1), (1, 2), (0, 2)]), "graph"),
        (PartitionMatroid([[0, 1], [2, 3]]), "blocks"),
        (NamedMatroid("fano"), "points"),
        (NamedMatroid("vamos"), "solid"),
        (NamedMatroid("tq8"), "lattice"),
    ],
)
def test_every_kind_of_picture_shows_the_names_of_elements(matroid: Matroid, kind: str) -> None:
    names = ["ash", "birch", "cedar", "dogwood", "elm", "fir", "gum", "hazel"][: matroid.size]
    named = Labelled(matroid, names)
    assert fitting_kind(matroid) == fitting_kind(named) == kind
    texts = {label.text for label in DRAWINGS[kind][1](named).labels}
    if kind == "lattice":  # of the flats, those of low rank have room
        assert any("ash" in text for text in texts)
    else:
        assert texts.issuperset(names)
