"""How all our pictures look, and how they are written: the same picture gives the same bytes."""

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matroidlab.files import write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Draw = Callable[["Figure"], None]

SERIES_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's colours, told apart by everybody."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", (0, (5, 2)), (0, (5, 2, 1, 2)), (0, (1.5, 1.5)))

INK, FAINT, BLANK = "#24292f", "#d8dee4", "#ffffff"
"""Text and axes, lines of the grid, and the background."""

WIDTH, HEIGHT = 4.0, 3.1
"""In inches: as wide as a phone, so that text keeps its size there."""

_STYLE: dict[Any, object] = {
    "font.size": 9,
    "text.color": INK,
    "text.parse_math": False,  # a dollar in a label is a dollar
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "savefig.facecolor": BLANK,
    "svg.hashsalt": "matroidlab",
    "svg.fonttype": "none",
}


@dataclass(frozen=True)
class Look:
    """What one series is told apart by, with and without colours."""

    colour: str
    marker: str
    dashes: Any


def look(i: int) -> Look:
    """Return the look of the i-th series; after 28 they repeat."""
    return Look(SERIES_COLOURS[i % 7], MARKERS[i % 7], DASHES[i % 4])


def write_picture(draw: Draw, path: Path, *, width: float = WIDTH, height: float = HEIGHT) -> list[Path]:
    """Let ``draw`` fill a figure of that many inches, write it as SVG and PNG, and return the two paths."""
    # Experiments have names with dots, which `with_suffix` would cut off.
    vector, pixels = path.with_name(f"{path.name}.svg"), path.with_name(f"{path.name}.png")
    drawn = rendered(draw, width=width, height=height)
    for target, contents in zip((vector, pixels), drawn, strict=True):
        write_whole(target, lambda file, contents=contents: file.write(contents))  # type: ignore[misc]
    return [vector, pixels]


def rendered(draw: Draw, *, width: float = WIDTH, height: float = HEIGHT) -> tuple[bytes, bytes]:
    """Let ``draw`` fill a figure of that many inches, and return it as SVG and as PNG."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install 'matroidlab[report]'") from error
    vector, pixels = io.BytesIO(), io.BytesIO()
    with mpl.rc_context(), warnings.catch_warnings():
        # A label may be in any script: browsers have the letters that the font of the PNG has not.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        mpl.rcdefaults()  # whatever somebody's matplotlibrc says, the same results give the same bytes
        mpl.rcParams.update(_STYLE)
        layout = ConstrainedLayoutEngine()
        figure = Figure(figsize=(width, height), layout=layout)
        draw(figure)
        layout.execute(figure)  # which need not be done for each file again
        figure.set_layout_engine(None)
        figure.savefig(vector, format="svg", metadata={"Date": None, "Creator": None})
        figure.savefig(pixels, format="png", dpi=200, metadata={"Software": None})
    return vector.getvalue(), pixels.getvalue()
