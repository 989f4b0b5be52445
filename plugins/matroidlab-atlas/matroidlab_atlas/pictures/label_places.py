"""Places for the numbers of edges: on the edge, clear of vertices, numbers and other edges."""

from collections.abc import Mapping, Sequence

import numpy as np

from matroidlab_atlas.pictures.sketch import Box, Label, Points, overlap

TRIED = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8)
"""Positions along an edge that are tried for its number, the best first."""
CROWDED = tuple(share for step in range(1, 23) for share in (0.5 - 0.02 * step, 0.5 + 0.02 * step))
"""Positions that are tried where none of these is free."""
CLEAR = 1.0
"""Pixels around a number that are kept free of other numbers."""
AWAY = 5.0
"""Pixels around a number that should be free of other edges."""


def number_places(
    curves: Sequence[Points], texts: Mapping[int, str], taken: Sequence[Box]
) -> dict[int, Label]:
    """Return labels for the curves that have a text, except where there is no room.

    Short curves choose first.
    No label overlaps another or one of the boxes that are taken. Of the places that are left, the
    one is chosen that the fewest other curves cross, and of these the one nearest to the middle.
    """
    labels: dict[int, Label] = {}
    blocked = list(taken)
    dense = [evenly(curve, 60) for curve in curves]
    for i in sorted(
        texts, key=lambda i: float(np.linalg.norm(np.diff(dense[i], axis=0), axis=1).sum().round(6))
    ):
        others = np.concatenate(
            [np.empty((0, 2)), *(dense[j] for j in range(len(curves)) if j != i)]
        )
        free = _free(curves[i], texts[i], TRIED, blocked)
        free = free or _free(curves[i], texts[i], CROWDED, blocked)
        if free:
            crossed = [_crossed(label.box, others) for label in free]
            labels[i] = free[crossed.index(min(crossed))]
            blocked.append(_wider(labels[i].box))
    return labels


def evenly(curve: Points, count: int) -> Points:
    """Return points at even distances along a curve."""
    steps = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(curve, axis=0), axis=1))])
    wanted = np.linspace(0, steps[-1], count)
    return np.column_stack([np.interp(wanted, steps, curve[:, axis]) for axis in (0, 1)])


def cut(curve: Points, box: Box) -> list[Points]:
    """Return the pieces of a curve outside a box, so that a label in the box needs no background.

    >>> line = np.array([[0.0, 0.0], [10.0, 0.0]])
    >>> [piece.tolist() for piece in cut(line, (4.0, -1.0, 6.0, 1.0))]
    [[[0.0, 0.0], [4.0, 0.0]], [[6.0, 0.0], [10.0, 0.0]]]
    """
    fine = evenly(curve, 241)
    inside = (
        (fine[:, 0] > box[0])
        & (fine[:, 0] < box[2])
        & (fine[:, 1] > box[1])
        & (fine[:, 1] < box[3])
    )
    if not inside.any():
        return [curve]
    first = int(inside.argmax())
    last = len(fine) - 1 - int(inside[::-1].argmax())
    pieces = [fine[:first], fine[last + 1 :]]
    return [_thin(piece, straight=len(curve) == 2) for piece in pieces if len(piece) > 1]


def _thin(piece: Points, *, straight: bool) -> Points:
    """The same line with fewer points, two if it is straight."""
    return piece[[0, -1]] if straight else np.concatenate([piece[:-1:8], piece[-1:]])


def _free(
    curve: Points, text: str, positions: Sequence[float], blocked: Sequence[Box]
) -> list[Label]:
    return [label for label in _candidates(curve, text, positions) if not _hits(label, blocked)]


def _candidates(curve: Points, text: str, positions: Sequence[float]) -> list[Label]:
    along = evenly(curve, 101)
    return [
        Label(x, y, text, 11.0)
        for x, y in along[[round(100 * share) for share in positions]].tolist()
    ]


def _wider(box: Box) -> Box:
    return box[0] - CLEAR, box[1] - CLEAR, box[2] + CLEAR, box[3] + CLEAR


def _hits(label: Label, blocked: Sequence[Box]) -> bool:
    return any(overlap(label.box, box) for box in blocked)


def _crossed(box: Box, points: Points) -> int:
    x, y = points.T
    near = (x > box[0] - AWAY) & (x < box[2] + AWAY) & (y > box[1] - AWAY) & (y < box[3] + AWAY)
    return int(np.count_nonzero(near))
