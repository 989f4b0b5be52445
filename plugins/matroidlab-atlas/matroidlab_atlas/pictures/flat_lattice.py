"""The lattice of flats, rank above rank."""

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab_atlas.pictures.sketch import INK, LETTER, Label, Pen, Sketch, Stroke
from matroidlab_atlas.structure import lattice_of_flats

MOST_FLATS = 300
"""More flats than these are nothing to look at."""
WIDE = 900.0
"""A row whose names need more pixels than these is drawn without them."""
TITLE, STEP, GAP, DOT = 48.0, 76.0, 12.0, 3.5
"""Pixels: for the title of a row, between rows, between names, and the radius of a dot."""


def lattice_sketch(matroid: Matroid) -> Sketch:
    """Draw the lattice of flats: each flat above those that it covers."""
    lattice = lattice_of_flats(matroid)
    if len(lattice) > MOST_FLATS:
        raise ValueError(
            f"the lattice of flats is drawn for at most {MOST_FLATS} flats, got {len(lattice)}"
        )
    rows: dict[int, list[tuple[int, ...]]] = {}
    for flat in sorted(lattice):
        rows.setdefault(lattice.nodes[flat]["rank"], []).append(flat)
    names = {flat: lattice.nodes[flat]["label"] for flat in lattice}
    needed = {rank: _needed([names[flat] for flat in row]) for rank, row in rows.items()}
    width = max(
        [
            260.0,
            *(2 * GAP * len(row) for row in rows.values()),
            *(n for n in needed.values() if n <= WIDE),
        ]
    )
    counts = ", ".join(f"{len(row)} of rank {rank}" for rank, row in sorted(rows.items()))
    sketch = Sketch(
        f"The lattice of {len(lattice)} flats", f"Flats by rank, the lowest below: {counts}."
    )
    places = {
        flat: _place(i, len(row), rank, width)
        for rank, row in rows.items()
        for i, flat in enumerate(row)
    }
    pen = Pen(INK, 0.8, opacity=0.6)
    sketch.strokes += [
        Stroke(np.array([places[low], places[high]]), pen) for low, high in lattice.edges
    ]
    for rank, row in rows.items():
        sketch.labels.append(Label(0.0, -STEP * rank, f"rank {rank}", anchor="start"))
        for flat in row:
            sketch.disc(places[flat], *((names[flat], 9.0) if needed[rank] <= width else ("", DOT)))
    return sketch


def _needed(names: list[str]) -> float:
    """How many pixels a row of names takes."""
    return len(names) * (LETTER * 11.0 * max(map(len, names)) + 6 + GAP)


def _place(i: int, count: int, rank: int, width: float) -> tuple[float, float]:
    """The middle of the i-th of as many equal parts of a row, to the right of its title."""
    return TITLE + width * (i + 0.5) / count, -STEP * rank
