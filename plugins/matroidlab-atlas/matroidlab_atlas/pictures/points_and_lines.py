"""Drawings of matroids of rank 3 as points and lines, as in textbooks where there is a picture."""

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Matroid
from matroidlab_atlas.pictures.sketch import MIDDLE_TONES, Label, Pen, Sketch, Stroke, collisions
from matroidlab_atlas.pictures.straight_lines import straightened
from matroidlab_atlas.pictures.textbook import PLANE, in_the_book
from matroidlab_atlas.structure import flats, loops, parallel_classes, simplification

Points = NDArray[np.float64]

MOST_POINTS = 40
SCALES = (92.0, 124.0, 168.0, 226.0, 305.0)
"""Pixels per unit of a layout, which is about 2 wide; the first scale without overlaps is used."""

LARGE = 0.95
"""Circles through three points of at least this radius are not drawn as circles."""

STRAIGHT = 0.02
"""The largest distance of points from a straight line; the picture is about 2 wide."""


def points_sketch(matroid: Matroid) -> Sketch:
    """Draw a matroid of rank 3; parallel elements share a point, and loops are written below."""
    if matroid.rank not in (2, 3):
        raise ValueError(f"points and lines are drawn for rank 2 or 3, got rank {matroid.rank}")
    classes = parallel_classes(matroid)
    if len(classes) > MOST_POINTS:
        raise ValueError(
            f"points and lines are drawn for at most {MOST_POINTS} points, got {len(classes)}"
        )
    lines = long_lines(matroid)
    places = point_places(matroid, lines)
    for scale in SCALES:
        sketch = Sketch(
            f"{len(classes)} points, {counted(lines)} of three or more", described(matroid, lines)
        )
        for point, place in zip(classes, scale * places, strict=True):
            sketch.disc(place, ",".join(map(str, point)))
        if not collisions(disc.box for disc in sketch.discs):
            break
    sketch.strokes += [
        Stroke(scale * curve(places[line]), pen(number)) for number, line in enumerate(lines)
    ]
    _write_loops(sketch, loops(matroid))
    return sketch


def point_places(matroid: Matroid, lines: list[list[int]]) -> Points:
    """Return the places of the points: on a line in rank 2, as in textbooks, or straightened."""
    count = len(parallel_classes(matroid))
    if matroid.rank == 2:
        return np.column_stack([np.linspace(-1, 1, count), np.zeros(count)])
    known = in_the_book(simplification(matroid), PLANE)
    return straightened(count, lines) if known is None else known.places


def counted(lines: list[list[int]]) -> str:
    """Return the number of lines in words.

    >>> counted([]), counted([[0, 1, 2]])
    ('no line', '1 line')
    """
    return "no line" if not lines else f"{len(lines)} line{'s' if len(lines) > 1 else ''}"


def described(matroid: Matroid, lines: list[list[int]]) -> str:
    """Describe the lines in words."""
    classes = parallel_classes(matroid)
    named = [", ".join(str(element) for i in line for element in classes[i]) for line in lines]
    return "Lines: " + "; ".join(named) if named else "No three points are on a line."


def pen(number: int) -> Pen:
    """Return the pen of a line; colours repeat."""
    return Pen(MIDDLE_TONES[number % len(MIDDLE_TONES)], 1.8)


def _write_loops(sketch: Sketch, missing: tuple[int, ...]) -> None:
    if missing:
        left, _, right, bottom = sketch.box
        sketch.labels.append(
            Label((left + right) / 2, bottom + 8, f"loops: {', '.join(map(str, missing))}")
        )


def long_lines(matroid: Matroid) -> list[list[int]]:
    """Return the lines of three points or more; a point is the number of its parallel class."""
    classes = parallel_classes(matroid)
    lines = [
        [i for i, point in enumerate(classes) if set(point) <= set(flat)]
        for flat in flats(matroid, 2)
    ]
    return [line for line in lines if len(line) > 2]


def curve(points: Points) -> Points:
    """Return a curve through points in the order along it, straight if they nearly are."""
    middle = points.mean(axis=0)
    along, across = np.linalg.svd(points - middle)[2]
    reach = (points - middle) @ along
    if np.abs((points - middle) @ across).max() < STRAIGHT:
        straight: Points = middle + np.outer([reach.min(), reach.max()], along)
        return straight
    circle = _circle(points) if len(points) == 3 else None
    return _spline(_shortest(points)) if circle is None else circle


def _shortest(points: Points) -> Points:
    """The points in an order with a short path: from each point on to the nearest one left."""
    ways = []
    for start in range(len(points)):
        order = [start]
        left = set(range(len(points))) - {start}
        while left:
            order.append(
                min(
                    left,
                    key=lambda i: (
                        round(float(np.linalg.norm(points[order[-1]] - points[i])), 9),
                        i,
                    ),
                )
            )
            left.remove(order[-1])
        ways.append(points[order])
    return min(
        ways, key=lambda way: round(float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum()), 9)
    )


def _circle(points: Points) -> Points | None:
    """The circle through three points, unless it is large; as in pictures of the Fano plane."""
    first, *others = points
    sides = np.array([other - first for other in others])
    centre = first + np.linalg.solve(2 * sides, (sides**2).sum(axis=1))
    radius = float(np.linalg.norm(centre - first))
    turns = np.linspace(0, 2 * np.pi, 97)
    return (
        centre + radius * np.column_stack([np.cos(turns), np.sin(turns)])
        if radius < LARGE
        else None
    )


def _spline(points: Points) -> Points:
    """A smooth curve through points, made of cubic pieces (a Catmull-Rom spline)."""
    ends = [2 * points[0] - points[1], *points, 2 * points[-1] - points[-2]]
    times = np.linspace(0, 1, 24)[:, None]
    pieces = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        start = (c - a) / 2
        end = (d - b) / 2
        bend = 2 * b - 2 * c + start + end
        pieces.append(b + times * (start + times * (3 * (c - b) - 2 * start - end + times * bend)))
    return np.concatenate(pieces)
