"""Drawings of well-known matroids of rank 4 as points in space: cubes and the prism of Vamos."""

from itertools import combinations

import numpy as np

from matroidlab.protocol import Matroid, unlabelled
from matroidlab_atlas.pictures.sketch import (
    INK,
    MIDDLE_TONES,
    Area,
    Label,
    Pen,
    Points,
    Sketch,
    Stroke,
    names_to_show,
)
from matroidlab_atlas.pictures.textbook import SPACE, in_the_book
from matroidlab_atlas.structure import flats

SCALE = 118.0
SHADED = 6
"""The largest number of planes that are shaded; more would hide each other."""
MARKED = 2
"""The largest number of twisted or relaxed planes that are drawn; more are only written."""
BELOW = 30.0
LINE = 18.0
"""In pixels: from the solid to the first line of text, and from one line to the next."""
TO_THE_RIGHT = (1.0, 0.08)
UP = (0.0, -1.0)
AWAY = (0.52, -0.36)
"""The three directions of space in the picture."""


def solid_sketch(matroid: Matroid) -> Sketch:
    """Draw a matroid of rank 4 for which there is a textbook picture."""
    known = in_the_book(matroid, SPACE) if matroid.rank == 4 else None
    if known is None:
        raise ValueError(
            f"solids are drawn for {', '.join(SPACE)}, and {matroid!r} is not one of them"
        )
    planes = [flat for flat in flats(unlabelled(matroid), 3) if len(flat) > 3]
    names = names_to_show(matroid)
    named = "; ".join(", ".join(names[element] for element in plane) for plane in planes)
    sketch = Sketch(
        f"{matroid.size} points in space, {len(planes)} planes of four or more", f"Planes: {named}"
    )
    flat = SCALE * known.places @ np.array([TO_THE_RIGHT, UP, AWAY])
    if len(planes) <= SHADED:
        sketch.areas += [
            Area(_in_turn(flat[list(plane)]), MIDDLE_TONES[i]) for i, plane in enumerate(planes)
        ]
    else:
        _mark_differences(sketch, known.places, flat, [set(plane) for plane in planes])
    sketch.strokes += [
        Stroke(flat[list(pair)], Pen(INK, 1.4)) for pair in edges_of_the_solid(known.places)
    ]
    for element, place in enumerate(flat.tolist()):
        sketch.disc(place, names[element])
    return sketch


def _mark_differences(sketch: Sketch, places: Points, flat: Points, planes: list[set[int]]) -> None:
    """Mark where the matroid is not the solid of the picture.

    Four points that are coplanar although they do not look so are joined by dashed lines; four that
    look coplanar and are not are shaded. Both are written below the picture.
    """
    seen = _planes_in_space(places)
    twisted = [plane for plane in planes if not any(plane <= face for face in seen)]
    relaxed = [face for face in seen if not any(face <= plane for plane in planes)]
    for i, plane in enumerate(twisted[:MARKED]):
        pen = Pen(MIDDLE_TONES[2 * i], 1.6, dashes=((6.0, 4.0), (2.0, 4.0))[i])
        sketch.strokes += [Stroke(flat[list(pair)], pen) for pair in combinations(sorted(plane), 2)]
    for i, face in enumerate(relaxed[:MARKED] if len(relaxed) <= MARKED else []):
        corners = _in_turn(flat[sorted(face)])
        sketch.areas.append(Area(corners, MIDDLE_TONES[1 + 2 * i]))
    below = float(flat[:, 1].max()) + BELOW
    left = float(flat[:, 0].min())
    for text in (*_written("a plane, dashed", twisted), *_written("not a plane, shaded", relaxed)):
        sketch.labels.append(Label(left, below, text, anchor="start"))
        below += LINE


def _planes_in_space(places: Points) -> list[set[int]]:
    """The sets of four or more points of the picture that lie in a plane."""
    found = {
        frozenset(np.flatnonzero(np.abs(_heights(places, three)) < 1e-9).tolist())
        for three in combinations(range(len(places)), 3)
    }
    return [set(plane) for plane in sorted(map(sorted, found)) if len(plane) > 3]


def _written(head: str, sets: list[set[int]]) -> list[str]:
    """Sets of points below a picture, three to a line."""
    if len(sets) > MARKED:
        head = head.split(",", maxsplit=1)[0]
    named = [" ".join(map(str, sorted(one))) for one in sets]
    lines = [", ".join(named[start : start + 3]) for start in range(0, len(named), 3)]
    return [f"{head}: {line}" if i == 0 else line for i, line in enumerate(lines)]


def edges_of_the_solid(places: Points) -> list[tuple[int, int]]:
    """Return the edges of the convex hull: pairs of corners with two common faces."""
    faces = [face for face in combinations(range(len(places)), 3) if _is_outside(places, face)]
    full = {
        frozenset(np.flatnonzero(np.abs(_heights(places, face)) < 1e-9).tolist()) for face in faces
    }
    return [
        pair
        for pair in combinations(range(len(places)), 2)
        if sum(set(pair) <= face for face in full) == 2
    ]


def _heights(places: Points, face: tuple[int, ...]) -> Points:
    a, b, c = places[list(face)]
    heights: Points = (places - a) @ np.cross(b - a, c - a)
    return heights


def _is_outside(places: Points, face: tuple[int, ...]) -> bool:
    heights = _heights(places, face)
    return bool(np.abs(heights).max() > 1e-9 and (heights.min() > -1e-9 or heights.max() < 1e-9))


def _in_turn(corners: Points) -> Points:
    """The corners of a convex polygon in the order around it."""
    across = corners - corners.mean(axis=0)
    return corners[np.argsort(np.arctan2(across[:, 1], across[:, 0]), kind="stable")]
