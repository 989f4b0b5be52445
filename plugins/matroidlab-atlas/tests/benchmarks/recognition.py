"""Recognition of matroids of hundreds of elements, each answer with its witness.

Each answer must take less than 5 s of processor time, beside other work too, and the check of it
less than 1 s; most take a tenth of that.
"""

import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from time import process_time

import numpy as np
from measuring import Row

from matroidlab.protocol import Matroid
from matroidlab_atlas.structure import (
    Recognition,
    cographic_recognition,
    graphic_recognition,
    regular_recognition,
)
from matroidlab_atlas.structure.large.fundamental import Fundamental
from matroidlab_atlas.structure.large.signing import signed

sys.path.insert(0, str(Path(__file__).parents[1]))

from atlas_support.large import (
    Columns,
    cographic_matrix,
    graphic_matrix,
    shuffled,
    three_sum,
)

MOST = 5.0
MOST_TO_CHECK = 1.0


@cache
def given() -> dict[str, Matroid]:
    """The matroids, given by matrices."""
    rng = np.random.default_rng(1)
    sum_ = three_sum(graphic_matrix(rng, 80, 200), cographic_matrix(rng, 60, 160))
    matrix = shuffled(sum_, rng)
    signs = signed(Fundamental.of_matrix(matrix), matrix.shape[1])
    doubled = signs.copy()
    row, column = np.argwhere(signs != 0)[200]
    doubled[row, column] *= 2
    return {
        "a graph": Columns(shuffled(graphic_matrix(rng, 100, 300), rng)),
        "a dual of a graph": Columns(shuffled(cographic_matrix(rng, 100, 300), rng)),
        "a 3-sum of both": Columns(matrix),
        "random 100 x 300": Columns(rng.integers(0, 2, (100, 300))),
        "the 3-sum over Q": Columns(signs, None),
        "an entry doubled": Columns(doubled, None),
    }


def row(title: str, recognition: Callable[[Matroid], Recognition]) -> Row:
    """Hold the time of one answer, and of its check."""
    matroid = given()[title]
    start = process_time()
    found = recognition(matroid)
    middle = process_time()
    is_right = found.verify(matroid)
    end = process_time()
    answer = found.kind if found.holds else f"not {found.kind}, {found.minor_name}"
    seconds = middle - start
    return Row(
        f"{title}, {matroid.size} elements: {answer}; checked in {end - middle:.2f} s",
        seconds,
        "",
        None,
        seconds,
        f"< {MOST:g} s",
        is_right and seconds < MOST and end - middle < MOST_TO_CHECK,
    )


BENCHMARKS = tuple(
    partial(row, title, recognition)
    for title in (
        "a graph",
        "a dual of a graph",
        "a 3-sum of both",
        "random 100 x 300",
        "the 3-sum over Q",
        "an entry doubled",
    )
    for recognition in (graphic_recognition, cographic_recognition, regular_recognition)
)
