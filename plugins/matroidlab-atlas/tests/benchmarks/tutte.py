"""Tutte polynomials of matroids of more than 22 elements, each in less than a second."""

from collections.abc import Callable
from functools import partial
from time import process_time

import networkx as nx
import numpy as np
from measuring import Row

from matroidlab import GraphicMatroid, Matroid
from matroidlab_atlas.parametric import ProjectiveGeometry
from matroidlab_atlas.structure import tutte_polynomial
from matroidlab_linear import LinearMatroid

MOST = 1.0


def binary(rows: int, columns: int) -> Matroid:
    """A random matrix over GF(2)."""
    return LinearMatroid(np.random.default_rng(1).integers(0, 2, (rows, columns)).tolist(), 2)


MATROIDS: dict[str, Callable[[], Matroid]] = {
    "grid of 5 x 5 vertices": lambda: GraphicMatroid.from_networkx(nx.grid_2d_graph(5, 5)),
    "PG(4, 2)": lambda: ProjectiveGeometry(4, 2),
    "PG(5, 2)": lambda: ProjectiveGeometry(5, 2),
    **{
        f"random binary {rows} x {columns}": partial(binary, rows, columns)
        for rows, columns in ((6, 30), (8, 40), (14, 28), (20, 28), (12, 30))
    },
}


def row(title: str) -> Row:
    """Hold one polynomial to a second; at (2, 2) it counts all sets."""
    matroid = MATROIDS[title]()
    start = process_time()
    found = tutte_polynomial(matroid)
    seconds = process_time() - start
    is_right = found(2, 2) == 2**matroid.size
    what = f"{title}, {matroid.size} elements"
    return Row(what, seconds, "", None, seconds, f"< {MOST:g} s", is_right and seconds < MOST)


BENCHMARKS = tuple(partial(row, title) for title in MATROIDS)
