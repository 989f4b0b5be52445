"""A matroid to look at: points and lines, a graph, or the lattice of flats."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from matroidlab.protocol import Matroid
from matroidlab.report.flat_lattice import draw_lattice
from matroidlab.report.graph_picture import draw_graph, edges_of
from matroidlab.report.points_and_lines import draw_points_and_lines
from matroidlab.report.violation import drawing_library, refuse_format

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Drawing = Callable[[Matroid, "Figure"], None]

DRAWINGS: dict[str, tuple[str, Drawing]] = {
    "points": ("points and lines", draw_points_and_lines),
    "graph": ("graph", draw_graph),
    "lattice": ("lattice of flats", draw_lattice),
}


def refuse_picture(path: Path) -> None:
    """Raise an error for a picture that cannot be written: its format, or no library to draw it."""
    refuse_format(path)
    drawing_library()


def save_matroid_picture(matroid: Matroid, path: Path, kind: str | None = None) -> str:
    """Draw a matroid to a file, as SVG or PNG by its ending, and return what was drawn.

    ``kind`` is ``graph`` (of a graphic matroid), ``points`` (rank 3) or ``lattice``; unless given, the first of these
    that fits. The same matroid gives the same bytes.
    """
    refuse_picture(path)
    matplotlib = drawing_library()
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    chosen = fitting_kind(matroid) if kind is None else kind
    with matplotlib.rc_context({"svg.hashsalt": "matroidlab", "svg.fonttype": "none", "font.size": 10}):
        figure = Figure(figsize=(6.4, 6.0), layout="constrained")
        DRAWINGS[chosen][1](matroid, figure)
        figure.savefig(path, dpi=160, metadata={"Date": None} if path.suffix == ".svg" else {"Software": None})
    return DRAWINGS[chosen][0]


def fitting_kind(matroid: Matroid) -> str:
    """Return what suits a matroid best."""
    if edges_of(matroid) is not None:
        return "graph"
    return "points" if matroid.rank == 3 else "lattice"
