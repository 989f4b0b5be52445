"""How all our pictures look, and how they are written: the same picture gives the same bytes."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's colours, told apart by everybody."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X")

_STYLE: dict[Any, object] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "legend.fontsize": 8,
    "svg.hashsalt": "matroidlab",
    "svg.fonttype": "none",
}


def write_picture(draw: "Callable[[Figure], None]", path: Path, *, width: float, height: float) -> list[Path]:
    """Let ``draw`` fill a figure of that many inches, write it as SVG and PNG, and return the two paths."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install 'matroidlab[report]'") from error
    vector, pixels = path.with_suffix(".svg"), path.with_suffix(".png")
    path.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        figure.savefig(vector, metadata={"Date": None})
        figure.savefig(pixels, dpi=160, metadata={"Software": None})
    return [vector, pixels]
