"""Places for points that make given lines straight, and no other three points nearly collinear."""

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

STARTS = 32
STEPS = 300
NEWTON_STEPS = 12
GIVEN_UP = 3
"""The number of lines that may stay bent so that the others are straight."""
APART = 0.30
"""The wanted distance between points and from points to other lines; a picture is about 2 wide."""


def straightened(count: int, lines: list[list[int]]) -> Points:
    """Return places for ``count`` points on which as many lines as possible are straight.

    From many starts at once, points walk downhill: to the line that fits those of their line best,
    away from other points and from lines that do not hold them. The start that ends lowest is
    shown. The same input gives the same places.
    """
    return settled(_starts(count), lines)


def settled(starts: Points, lines: list[list[int]]) -> Points:
    """Return the places at which the best of the ``(starts, points, 2)`` ends."""
    places = starts
    count = starts.shape[1]
    if lines and count > 3:
        held = np.zeros((len(lines), count), dtype=np.bool_)
        for number, line in enumerate(lines):
            held[number, line] = True
        for step in range(STEPS):
            sharpness = min(1.0, step / (0.7 * STEPS))
            places = places - (0.08 * (1 - 0.9 * step / STEPS)) * _slope(places, held, sharpness)
            places = _framed(places)
        places = np.stack([polished(start, lines) for start in places])
        # Rounded, because starts often end in mirror images of one picture. Their faults differ
        # in the last bits only, which depend on the processor.
        places = places[np.round(_faults(_framed(places), held), 6).argmin()][None]
    return _turned(_framed(places)[0] if count > 3 else places[0])


def polished(places: Points, lines: list[list[int]]) -> Points:
    """Make lines exactly straight by Newton's method, giving up the worst ones if necessary."""
    kept = list(lines)
    for _ in range(GIVEN_UP + 1):
        triples = np.array(
            [line[i : i + 3] for line in kept for i in range(len(line) - 2)], dtype=np.intp
        )
        found = _collinear(places, triples.reshape(-1, 3))
        if (
            np.abs(_areas(found, triples.reshape(-1, 3))).max(initial=0) < 1e-7
            and _smallest_gap(found) > 0.12
        ):
            return found
        if not kept:
            break
        worst = np.abs(_areas(places, triples)).argmax()
        kept = [line for line in kept if not set(triples[worst].tolist()) <= set(line)]
    return places


def _areas(places: Points, triples: NDArray[np.intp]) -> Points:
    """Twice the area of each triangle."""
    a, b, c = (places[triples[:, i]] for i in range(3))
    area: Points = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    return area


def _collinear(places: Points, triples: NDArray[np.intp]) -> Points:
    """Move points by the smallest steps until all triangles have area 0."""
    found = places.copy()
    rows = np.arange(len(triples))
    for _ in range(NEWTON_STEPS):
        slopes = np.zeros((len(triples), len(places), 2))
        for i in range(3):
            side = found[triples[:, (i + 2) % 3]] - found[triples[:, (i + 1) % 3]]
            slopes[rows, triples[:, i]] = np.column_stack([-side[:, 1], side[:, 0]])
        step = np.linalg.lstsq(
            slopes.reshape(len(triples), -1), _areas(found, triples), rcond=1e-4
        )[0]
        found -= np.clip(step.reshape(found.shape), -0.2, 0.2)
    return found


def _smallest_gap(places: Points) -> float:
    return float((np.linalg.norm(places[:, None] - places, axis=2) + 9 * np.eye(len(places))).min())


def _starts(count: int) -> Points:
    """A ring, and random places around it."""
    turns = -np.pi / 2 + 2 * np.pi * np.arange(count) / max(count, 1)
    ring = np.column_stack([np.cos(turns), np.sin(turns)])
    noise = (
        np.random.default_rng(0).normal(size=(STARTS, count, 2))
        * np.linspace(0.0, 1.0, STARTS)[:, None, None]
    )
    return ring + noise


def _fits(places: Points, held: NDArray[np.bool_]) -> tuple[Points, Points]:
    """The distance of each point from each line, and the normal of each line, for all starts."""
    weights = held / held.sum(axis=1, keepdims=True)
    middle = np.einsum("lp,spx->slx", weights, places)
    from_middle = places[:, None] - middle[:, :, None]
    spread = np.einsum("lp,slpx,slpy->slxy", weights, from_middle, from_middle)
    across = np.linalg.eigh(spread)[1][..., 0]
    off: Points = np.einsum("slpx,slx->slp", from_middle, across)
    return off, across


def _slope(places: Points, held: NDArray[np.bool_], sharpness: float) -> Points:
    off, across = _fits(places, held)
    pull = np.where(held, off, 0.0)
    near = np.where(held, 0.0, np.clip(APART - np.abs(off), 0, None) * -np.sign(off)) * sharpness
    towards_lines = np.einsum("slp,slx->spx", 2.0 * pull + 0.5 * near, across)
    between = places[:, :, None] - places[:, None]
    distance = np.linalg.norm(between, axis=3) + 1e-9
    push = np.clip(2 * APART - distance, 0, None) / distance
    slope: Points = towards_lines - 0.8 * np.einsum("spq,spqx->spx", push, between)
    return slope


def _faults(places: Points, held: NDArray[np.bool_]) -> Points:
    """The faults of each picture: bent lines, and points too close to each other or other lines."""
    off, _ = _fits(places, held)
    bent = np.where(held, np.abs(off), 0.0).max(axis=2)
    distance = np.linalg.norm(places[:, :, None] - places[:, None], axis=3) + 9 * np.eye(
        places.shape[1]
    )
    crowded = np.clip(APART - distance.min(axis=(1, 2)), 0, None)
    touched = np.where(held, 0.0, np.clip(0.5 * APART - np.abs(off), 0, None)).sum(axis=(1, 2))
    faults: Points = (bent > 0.02).sum(axis=1) + bent.sum(axis=1) + 12 * crowded + 2 * touched
    return faults


def _framed(places: Points) -> Points:
    """The same in a frame of about 2 by 2, so that pictures neither shrink nor grow."""
    centred = places - places.mean(axis=1, keepdims=True)
    spread = np.einsum("spx,spy->sxy", centred, centred) / places.shape[1]
    values, vectors = np.linalg.eigh(spread)
    gentle = np.clip(0.6 / np.sqrt(values + 1e-9), 0.9, 1.1)
    framed: Points = np.einsum("spx,sxk,sk,syk->spy", centred, vectors, gentle, vectors)
    return framed


def _turned(places: Points) -> Points:
    """Scaled to fill the frame."""
    centred = places - (places.max(axis=0) + places.min(axis=0)) / 2
    reach = np.abs(centred).max() if len(places) > 1 else 1.0
    filled: Points = centred / (reach or 1.0)
    return filled
