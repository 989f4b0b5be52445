"""Sketches as SVG, written as text, or PNG, by matplotlib. Equal sketches give equal bytes."""

from html import escape
from pathlib import Path

from matroidlab.files import write_whole
from matroidlab_atlas.pictures.pixels import drawing_library, png
from matroidlab_atlas.pictures.sketch import DISC, INK, Area, Disc, Label, Points, Sketch, Stroke

FORMATS = (".svg", ".png")


def refuse_picture(path: Path) -> None:
    """Raise an error if a picture cannot be written: wrong format, or matplotlib is missing."""
    if path.suffix not in FORMATS:
        raise ValueError(f"a picture must end in {' or '.join(FORMATS)}, got {path.name!r}")
    if path.suffix == ".png":
        drawing_library()


def save_sketch(sketch: Sketch, path: Path) -> None:
    """Write a sketch as SVG or PNG, by the ending of the path."""
    refuse_picture(path)
    contents = svg(sketch).encode() if path.suffix == ".svg" else png(sketch)
    write_whole(path, lambda file: file.write(contents))


def svg(sketch: Sketch, *, name: str = "picture") -> str:
    """Return a sketch as SVG.

    ``name`` is the prefix of its ids, for pages with several pictures.

    >>> print(svg(Sketch("Nothing", "There is nothing to see.")))
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="-8 -8 16 16" \
role="img" aria-labelledby="picture-title picture-words" font-family="system-ui, sans-serif">
    <title id="picture-title">Nothing</title>
    <desc id="picture-words">There is nothing to see.</desc>
    </svg>
    <BLANKLINE>
    """
    left, top, right, bottom = sketch.box
    size = f'width="{number(right - left)}" height="{number(bottom - top)}"'
    frame = f'viewBox="{number(left)} {number(top)} {number(right - left)} {number(bottom - top)}"'
    named = f'role="img" aria-labelledby="{name}-title {name}-words"'
    font = 'font-family="system-ui, sans-serif"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {frame} {named} {font}>',
        f'<title id="{name}-title">{escape(sketch.title)}</title>',
        f'<desc id="{name}-words">{escape(sketch.description)}</desc>',
        *map(_area, sketch.areas),
        *map(_stroke, sketch.strokes),
        *map(_disc, sketch.discs),
        *map(_label, sketch.labels),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def number(value: float) -> str:
    """Round to a tenth of a pixel.

    A tiny amount is added first, so that halves are rounded alike on all machines.

    >>> number(0.25), number(-0.0), number(12.0)
    ('0.3', '0', '12')
    """
    return f"{round(value + 1e-6, 1) + 0.0:g}"


def _path(points: Points) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points.tolist())


def _area(area: Area) -> str:
    return f'<path d="{_path(area.corners)}Z" fill="{area.colour}" fill-opacity="0.16"/>'


def _stroke(stroke: Stroke) -> str:
    pen = stroke.pen
    dashes = f' stroke-dasharray="{" ".join(map(number, pen.dashes))}"' if pen.dashes else ""
    faint = f' stroke-opacity="{number(pen.opacity)}"' if pen.opacity < 1 else ""
    look = f'fill="none" stroke="{pen.colour}" stroke-width="{number(pen.width)}"{dashes}{faint}'
    return f'<path d="{_path(stroke.points)}" {look}/>'


def _disc(disc: Disc) -> str:
    if disc.reach == disc.radius:
        centre = f'cx="{number(disc.x)}" cy="{number(disc.y)}"'
        return f'<circle {centre} r="{number(disc.radius)}" fill="{DISC}"/>'
    left = number(disc.x - disc.reach)
    top = number(disc.y - disc.radius)
    corner = f'x="{left}" y="{top}" rx="{number(disc.radius)}"'
    size = f'width="{number(2 * disc.reach)}" height="{number(2 * disc.radius)}"'
    return f'<rect {corner} {size} fill="{DISC}"/>'


def _label(label: Label) -> str:
    # In nearly every font the baseline is about a third of the font size below the middle.
    baseline = number(label.y + 0.35 * label.size)
    place = f'x="{number(label.x)}" y="{baseline}" text-anchor="{label.anchor}"'
    kind = ' class="ink"' if label.colour == INK else ""
    look = f'font-size="{number(label.size)}" fill="{label.colour}"'
    return f"<text{kind} {place} {look}>{escape(label.text)}</text>"
