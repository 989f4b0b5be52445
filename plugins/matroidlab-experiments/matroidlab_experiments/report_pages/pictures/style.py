"""The style of all pictures, and how they are written: the same picture gives the same bytes."""

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
"""The colours of Okabe and Ito, which colour-blind readers can distinguish."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", (0, (5, 2)), (0, (5, 2, 1, 2)), (0, (1.5, 1.5)))

INK = "#24292f"
"""The colour of text and axes."""

FAINT = "#d8dee4"
"""The colour of the grid."""

BLANK = "#ffffff"
"""The background."""

WIDTH = 4.0
HEIGHT = 3.1
"""The size in inches: as wide as a phone, so that text keeps its size there."""

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
    """The look of one series, which can be recognised with and without colours."""

    colour: str
    marker: str
    dashes: Any


def look(i: int) -> Look:
    """Return the look of the i-th series; after 28 they repeat."""
    return Look(SERIES_COLOURS[i % 7], MARKERS[i % 7], DASHES[i % 4])


def write_picture(
    draw: Draw, path: Path, *, width: float = WIDTH, height: float = HEIGHT
) -> list[Path]:
    """Draw a figure, write it as SVG and PNG, and return the two paths; sizes are in inches."""
    # Experiments may have names with dots, which `with_suffix` would cut off.
    vector = path.with_name(f"{path.name}.svg")
    pixels = path.with_name(f"{path.name}.png")
    drawn = rendered(draw, width=width, height=height)
    for target, contents in zip((vector, pixels), drawn, strict=True):
        _write(target, contents)
    return [vector, pixels]


def _write(path: Path, contents: bytes) -> None:
    write_whole(path, lambda file: file.write(contents))


def rendered(draw: Draw, *, width: float = WIDTH, height: float = HEIGHT) -> tuple[bytes, bytes]:
    """Draw a figure, and return it as SVG and as PNG; sizes are in inches."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(
            "pictures need matplotlib: pip install 'matroidlab-experiments[report]'"
        ) from error
    vector = io.BytesIO()
    pixels = io.BytesIO()
    with mpl.rc_context(), warnings.catch_warnings():
        # A label may be in any script; browsers have glyphs that the font of the PNG lacks.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        mpl.rcdefaults()  # a matplotlibrc file must not change the bytes
        mpl.rcParams.update(_STYLE)
        layout = ConstrainedLayoutEngine()
        figure = Figure(figsize=(width, height), layout=layout)
        draw(figure)
        layout.execute(figure)  # once, not again for each file
        figure.set_layout_engine(None)
        figure.savefig(vector, format="svg", metadata={"Date": None, "Creator": None})
        figure.savefig(pixels, format="png", dpi=200, metadata={"Software": None})
    return vector.getvalue(), pixels.getvalue()
