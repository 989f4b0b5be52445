"""Drawings of direct sums of uniform matroids: a row of elements for each block."""

import numpy as np

from matroidlab.protocol import Matroid, uniform_blocks_of
from matroidlab_atlas.pictures.sketch import (
    DISC,
    INK,
    Area,
    Label,
    Pen,
    Points,
    Sketch,
    Stroke,
)

MOST_ELEMENTS = 60
STEP = 34.0
ROW = 46.0
ROOM = 19.0
"""In pixels: between elements, between blocks, and from an element to the edge of its block."""


def block_sketch(matroid: Matroid) -> Sketch:
    """Draw the blocks of a direct sum of uniform matroids, each with its rank."""
    blocks = uniform_blocks_of(matroid)
    if blocks is None:
        raise ValueError(f"{matroid!r:.200} is not known to be a direct sum of uniform matroids")
    if matroid.size > MOST_ELEMENTS:
        raise ValueError(f"blocks are drawn for at most {MOST_ELEMENTS} elements")
    members = [np.flatnonzero(blocks == block) for block in range(int(blocks.max(initial=-1)) + 1)]
    ranks = [len(matroid.greedy(block)) for block in members]
    said = "; ".join(
        f"at most {rank} of {', '.join(map(str, block.tolist()))}"
        for block, rank in zip(members, ranks, strict=True)
    )
    blocks_in_words = f"{len(members)} block{'s' if len(members) != 1 else ''}"
    sketch = Sketch(f"{matroid.size} elements in {blocks_in_words}", f"{said}.")
    widest = max((len(block) for block in members), default=0)
    for row, (block, rank) in enumerate(zip(members, ranks, strict=True)):
        height = ROW * row
        frame = _frame(len(block), height)
        sketch.areas.append(Area(frame, DISC))
        sketch.strokes.append(Stroke(np.vstack([frame, frame[:1]]), Pen(INK, 1.0)))
        for place, element in enumerate(block.tolist()):
            sketch.disc((STEP * place, height), str(element))
        sketch.labels.append(
            Label(STEP * widest, height, f"at most {rank} of {len(block)}", anchor="start")
        )
    return sketch


def _frame(count: int, height: float) -> Points:
    left = -ROOM
    right = STEP * (count - 1) + ROOM
    top = height - ROOM
    bottom = height + ROOM
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
