"""Drawings of the lattice of flats, with a row for each rank."""

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab_atlas.pictures.sketch import INK, LETTER, Label, Pen, Sketch, Stroke
from matroidlab_atlas.structure import lattice_of_flats

MOST_FLATS = 300
"""Larger lattices are not drawn, because they are unreadable."""
WIDE = 900.0
"""A row whose labels need more pixels than this is drawn without them."""
TITLE = 48.0
STEP = 76.0
GAP = 12.0
DOT = 3.5
"""In pixels: for the title of a row, between rows, between labels, and the radius of a dot."""


def lattice_sketch(matroid: Matroid) -> Sketch:
    """Draw the lattice of flats, each flat above those that it covers."""
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
    """The width of a row of labels in pixels."""
    return len(names) * (LETTER * 11.0 * max(map(len, names)) + 6 + GAP)


def _place(i: int, count: int, rank: int, width: float) -> tuple[float, float]:
    """The centre of the i-th of ``count`` equal parts of a row, to the right of its title."""
    return TITLE + width * (i + 0.5) / count, -STEP * rank
