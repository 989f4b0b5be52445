"""Sketches as PNG, drawn by matplotlib."""

import io
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from matroidlab_atlas.pictures.sketch import DISC, Area, Disc, Label, Sketch, Stroke

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIDES = {"start": "left", "middle": "center", "end": "right"}


def drawing_library() -> ModuleType:
    """Return matplotlib; an error says how to install it."""
    try:
        return import_module("matplotlib")
    except ImportError as error:
        way_out = "pip install 'matroidlab-atlas[png]'; SVG needs nothing else"
        raise ImportError(f"pictures in PNG need matplotlib: {way_out}") from error


def png(sketch: Sketch) -> bytes:
    """Return a sketch as PNG on white, two pixels of the file for each pixel of the sketch."""
    matplotlib = drawing_library()
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    left, top, right, bottom = sketch.box
    written = io.BytesIO()
    with matplotlib.rc_context():
        # The user's matplotlibrc must not change the bytes of a picture.
        matplotlib.rcdefaults()
        matplotlib.rcParams["text.parse_math"] = False
        figure = Figure(figsize=((right - left) / 72, (bottom - top) / 72))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.axis("off")
        axes.set_xlim(left, right)
        axes.set_ylim(bottom, top)
        _draw(sketch, axes)
        figure.savefig(written, format="png", dpi=144, metadata={"Software": None})
    return written.getvalue()


def _draw(sketch: Sketch, axes: "Axes") -> None:
    for area in sketch.areas:
        _area(area, axes)
    for stroke in sketch.strokes:
        _stroke(stroke, axes)
    for disc in sketch.discs:
        _disc(disc, axes)
    for label in sketch.labels:
        _label(label, axes)


def _area(area: Area, axes: "Axes") -> None:
    from matplotlib.patches import Polygon  # noqa: PLC0415 - an extra

    axes.add_patch(Polygon(area.corners, color=area.colour, alpha=0.16, linewidth=0))


def _stroke(stroke: Stroke, axes: "Axes") -> None:
    pen = stroke.pen
    look: dict[str, Any] = {"color": pen.colour, "linewidth": pen.width, "alpha": pen.opacity}
    if pen.dashes:
        look["dashes"] = [length / pen.width for length in pen.dashes]
    axes.plot(*stroke.points.T, solid_capstyle="butt", **look)


def _disc(disc: Disc, axes: "Axes") -> None:
    from matplotlib.patches import Circle, Rectangle  # noqa: PLC0415 - an extra

    side = disc.reach - disc.radius
    look = {"color": DISC, "linewidth": 0.0, "zorder": 3.0}
    corner = (disc.x - side, disc.y - disc.radius)
    axes.add_patch(Rectangle(corner, 2 * side, 2 * disc.radius, **look))  # type: ignore[arg-type]
    for x in (disc.x - side, disc.x + side):
        axes.add_patch(Circle((x, disc.y), disc.radius, **look))


def _label(label: Label, axes: "Axes") -> None:
    look: dict[str, Any] = {"ha": SIDES[label.anchor], "va": "center_baseline", "zorder": 4}
    axes.text(label.x, label.y, label.text, fontsize=label.size, color=label.colour, **look)
