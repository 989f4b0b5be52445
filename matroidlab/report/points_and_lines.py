"""A matroid of rank 3 as points and lines: lines are straight where a layout can be found, else bent."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Matroid
from matroidlab.report.straight_lines import straightened
from matroidlab.structure import flats, loops, parallel_classes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Points = NDArray[np.float64]

MOST_POINTS = 40
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
"""Okabe and Ito's, in turn."""

LARGE = 0.75
"""The radius from which on a circle through three points is too large to draw all of it."""

STRAIGHT = 0.02
"""A line is drawn straight if its points are no farther from it than this; the picture is about 2 wide."""


def draw_points_and_lines(matroid: Matroid, figure: "Figure") -> None:
    """Draw a matroid of rank 3; parallel elements share a point, and loops are written below."""
    if matroid.rank != 3:
        raise ValueError(f"points and lines are drawn of rank 3, got rank {matroid.rank}")
    classes = parallel_classes(matroid)
    if len(classes) > MOST_POINTS:
        raise ValueError(f"points and lines are drawn for at most {MOST_POINTS} points, got {len(classes)}")
    lines = long_lines(matroid)
    places = straightened(len(classes), lines)
    axes = figure.add_subplot()
    for number, line in enumerate(lines):
        axes.plot(*curve(places[line]).T, color=COLOURS[number % len(COLOURS)], linewidth=1.6, zorder=1)
    for point, place in zip(classes, places, strict=True):
        x, y = place
        axes.scatter(x, y, s=300 if len(point) == 1 else 480, color="white", edgecolors="black", zorder=2)
        axes.text(x, y, ",".join(map(str, point)), ha="center", va="center", fontsize=9, zorder=3)
    missing = loops(matroid)
    if missing:
        axes.set_title(f"loops: {', '.join(map(str, missing))}", y=-0.04, fontsize=9)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.margins(0.1)


def long_lines(matroid: Matroid) -> list[list[int]]:
    """Return the lines of three points or more, each as the places of its points among the parallel classes."""
    classes = parallel_classes(matroid)
    lines = [[i for i, point in enumerate(classes) if set(point) <= set(flat)] for flat in flats(matroid, 2)]
    return [line for line in lines if len(line) > 2]


def curve(points: Points) -> Points:
    """Return a line through points, in the order in which they lie along it; straight where they nearly are."""
    middle = points.mean(axis=0)
    along, across = np.linalg.svd(points - middle)[2]
    reach = (points - middle) @ along
    if np.abs((points - middle) @ across).max() < STRAIGHT:
        straight: Points = middle + np.outer([reach.min() - 0.12, reach.max() + 0.12], along)
        return straight
    circle = _circle(points) if len(points) == 3 else None
    return _spline(points[np.argsort(reach)]) if circle is None else circle


def _circle(points: Points) -> Points | None:
    """The circle through three points, unless it is large: the seventh line of the Fano plane, as it is drawn."""
    first, *others = points
    sides = np.array([other - first for other in others])
    centre = first + np.linalg.solve(2 * sides, (sides**2).sum(axis=1))
    radius = float(np.linalg.norm(centre - first))
    turns = np.linspace(0, 2 * np.pi, 97)
    return centre + radius * np.column_stack([np.cos(turns), np.sin(turns)]) if radius < LARGE else None


def _spline(points: Points) -> Points:
    """A smooth curve through points, each piece a cubic whose ends have the direction of their neighbours."""
    ends = [2 * points[0] - points[1], *points, 2 * points[-1] - points[-2]]
    times = np.linspace(0, 1, 24)[:, None]
    pieces = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        start, end = (c - a) / 2, (d - b) / 2
        bend = 2 * b - 2 * c + start + end
        pieces.append(b + times * (start + times * (3 * (c - b) - 2 * start - end + times * bend)))
    return np.concatenate(pieces)
