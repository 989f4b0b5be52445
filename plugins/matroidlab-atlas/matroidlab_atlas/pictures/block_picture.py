"""Drawings of direct sums of uniform matroids: a row of elements for each block."""

import numpy as np

from matroidlab.protocol import Matroid, uniform_blocks_of
from matroidlab_atlas.pictures.sketch import (
    DISC,
    INK,
    LETTER,
    Area,
    Label,
    Pen,
    Points,
    Sketch,
    Stroke,
    names_to_show,
)

MOST_ELEMENTS = 60
STEP = 34.0
ROW = 46.0
ROOM = 19.0
GAP = 14.0
"""In pixels: between elements, between blocks, from an element to the edge, and between names."""


def block_sketch(matroid: Matroid) -> Sketch:
    """Draw the blocks of a direct sum of uniform matroids, each with its rank."""
    blocks = uniform_blocks_of(matroid)
    if blocks is None:
        raise ValueError(f"{matroid!r:.200} is not known to be a direct sum of uniform matroids")
    if matroid.size > MOST_ELEMENTS:
        raise ValueError(f"blocks are drawn for at most {MOST_ELEMENTS} elements")
    members = [np.flatnonzero(blocks == block) for block in range(int(blocks.max(initial=-1)) + 1)]
    ranks = [len(matroid.greedy(block)) for block in members]
    names = names_to_show(matroid)
    said = "; ".join(
        f"at most {rank} of {', '.join(names[element] for element in block.tolist())}"
        for block, rank in zip(members, ranks, strict=True)
    )
    blocks_in_words = f"{len(members)} block{'s' if len(members) != 1 else ''}"
    sketch = Sketch(f"{matroid.size} elements in {blocks_in_words}", f"{said}.")
    step = max(STEP, LETTER * 11.0 * max(map(len, names), default=0) + GAP)
    widest = max((len(block) for block in members), default=0)
    for row, (block, rank) in enumerate(zip(members, ranks, strict=True)):
        height = ROW * row
        frame = _frame(step * (len(block) - 1), step / 2, height)
        sketch.areas.append(Area(frame, DISC))
        sketch.strokes.append(Stroke(np.vstack([frame, frame[:1]]), Pen(INK, 1.0)))
        for place, element in enumerate(block.tolist()):
            sketch.disc((step * place, height), names[element])
        sketch.labels.append(
            Label(step * widest, height, f"at most {rank} of {len(block)}", anchor="start")
        )
    return sketch


def _frame(width: float, beside: float, height: float) -> Points:
    left = -max(beside, ROOM)
    right = width + max(beside, ROOM)
    top = height - ROOM
    bottom = height + ROOM
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
