"""The picture of a matroid: points and lines, a graph, a solid, or the lattice of flats."""

from collections.abc import Callable
from pathlib import Path

from matroidlab.protocol import Matroid, graph_edges_of, uniform_blocks_of
from matroidlab_atlas.pictures.block_picture import MOST_ELEMENTS, block_sketch
from matroidlab_atlas.pictures.flat_lattice import lattice_sketch
from matroidlab_atlas.pictures.graph_picture import edges_of, graph_sketch
from matroidlab_atlas.pictures.picture_files import refuse_picture, save_sketch
from matroidlab_atlas.pictures.points_and_lines import points_sketch
from matroidlab_atlas.pictures.sketch import Sketch
from matroidlab_atlas.pictures.solid_picture import solid_sketch
from matroidlab_atlas.pictures.textbook import SPACE, in_the_book

DRAWINGS: dict[str, tuple[str, Callable[[Matroid], Sketch]]] = {
    "points": ("points and lines", points_sketch),
    "graph": ("graph", graph_sketch),
    "solid": ("points in space", solid_sketch),
    "blocks": ("blocks", block_sketch),
    "lattice": ("lattice of flats", lattice_sketch),
}


def save_matroid_picture(matroid: Matroid, path: Path, kind: str | None = None) -> str:
    """Draw a matroid to a file, as SVG or PNG by its ending, and return what was drawn.

    The same matroid gives the same bytes.

    Parameters
    ----------
    matroid
        The matroid to draw.
    path
        The file; ``.svg`` needs nothing else, ``.png`` needs matplotlib.
    kind
        ``graph`` (of a graphic matroid), ``points`` (rank 2 or 3), ``blocks`` (of a direct sum of
        uniform matroids), ``solid`` (cubes and prisms of rank 4) or ``lattice``; unless given, the
        first of these that fits.
    """
    refuse_picture(path)
    name, draw = DRAWINGS[fitting_kind(matroid) if kind is None else kind]
    save_sketch(draw(matroid), path)
    return name


def fitting_kind(matroid: Matroid) -> str:
    """Return the kind of picture that suits a matroid best."""
    blocks = uniform_blocks_of(matroid) if matroid.size <= MOST_ELEMENTS else None
    if blocks is not None and blocks.any() and graph_edges_of(matroid) is None:
        return "blocks"  # a partition matroid may be graphic too, but is not thought of as a graph
    if edges_of(matroid) is not None:
        return "graph"
    if matroid.rank in (2, 3):
        return "points"
    if blocks is not None:
        return "blocks"
    return "solid" if matroid.rank == 4 and in_the_book(matroid, SPACE) else "lattice"
