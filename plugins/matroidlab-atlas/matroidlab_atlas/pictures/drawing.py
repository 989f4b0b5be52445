"""Pictures of matroids in a session: a notebook shows them, and `Drawing.save` writes a file."""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from matroidlab.protocol import Matroid, uniform_blocks_of
from matroidlab_atlas.pictures.block_picture import MOST_ELEMENTS
from matroidlab_atlas.pictures.matroid_picture import DRAWINGS, fitting_kind
from matroidlab_atlas.pictures.picture_files import save_sketch, svg
from matroidlab_atlas.pictures.sketch import Sketch

MOST_EDGES = 60
"""Notebooks show graphs of at most this many edges by themselves."""
MOST_POINTS = 16
"""Notebooks show other matroids of at most this many elements by themselves."""

_NUMBERS = count()
"""Ids in a page must differ, and a notebook is one page."""


@dataclass(frozen=True, eq=False, repr=False)
class Drawing:
    """A picture of a matroid: notebooks show it, and `save` writes it as SVG or PNG."""

    kind: str
    """The kind of picture: "graph", "points and lines", "points in space", "lattice of flats"."""
    sketch: Sketch

    def __repr__(self) -> str:
        return f"Drawing({self.kind}: {self.sketch.title})"

    def _repr_svg_(self) -> str:
        return svg(self.sketch, name=f"drawing-{next(_NUMBERS)}")

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, as SVG or, with matplotlib, PNG by the ending."""
        save_sketch(self.sketch, Path(path))


def draw(matroid: Matroid, kind: str | None = None) -> Drawing:
    """Draw a matroid; a notebook shows the picture.

    >>> from matroidlab_atlas import NamedMatroid
    >>> draw(NamedMatroid("fano"))
    Drawing(points and lines: 7 points, 7 lines of three or more)

    Parameters
    ----------
    matroid
        The matroid to draw.
    kind
        ``"graph"`` (of a graphic matroid), ``"points"`` (rank 2 or 3), ``"solid"`` (cubes and
        prisms of rank 4), ``"blocks"`` (of a direct sum of uniform matroids) or ``"lattice"``. By
        default the first of these that fits.

    Returns
    -------
    Drawing
        ``drawing.save("fano.svg")`` writes it to a file.

    Raises
    ------
    ValueError
        If the matroid has no picture of that kind, or one that would be too large to read.

    See Also
    --------
    save_matroid_picture
    """
    chosen = fitting_kind(matroid) if kind is None else kind
    if chosen not in DRAWINGS:
        raise ValueError(f"kind must be one of {', '.join(DRAWINGS)}, got {kind!r}")
    name, sketch_of = DRAWINGS[chosen]
    return Drawing(name, sketch_of(matroid))


def notebook_svg(matroid: Matroid) -> str | None:
    """Return the picture that a notebook shows by itself, or None.

    Only pictures that are small and soon drawn: a graph that the matroid comes from, blocks of a
    few elements, points and lines, and the cubes and prisms of rank 4. `draw` has the others.
    """
    try:
        if not _is_quick(matroid):
            return None
        kind = fitting_kind(matroid)
        return None if kind == "lattice" else draw(matroid, kind)._repr_svg_()
    except ValueError:  # too large for a picture, or for the tables that it needs
        return None


def _is_quick(matroid: Matroid) -> bool:
    edges = getattr(matroid, "graph_edges", None)
    if edges is not None and edges() is not None:
        return matroid.size <= MOST_EDGES
    if uniform_blocks_of(matroid) is not None:
        return matroid.size <= MOST_ELEMENTS
    return matroid.size <= MOST_POINTS and matroid.rank <= 4
