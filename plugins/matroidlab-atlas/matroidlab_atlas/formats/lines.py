"""Matroids as a line of text: stars, graphs, sets and matrices."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from matroidlab import ExplicitMatroid, GraphicMatroid, TransversalMatroid
from matroidlab.errors import FormatError
from matroidlab.protocol import Matroid
from matroidlab_atlas.formats.matrices import matrix_of, matroid_of_columns
from matroidlab_atlas.formats.strings import bases_string, matroid_of_string
from matroidlab_atlas.structure import (
    graphic_recognition,
    transversal_presentation,
    transversal_violation,
)

EMPTY = "empty"
"""A graph without edges; an empty line would be skipped."""

MOST_VERTICES = 1 << 31
MOST_ELEMENTS = 100_000
"""Bounds on graphs and sets that a line describes."""


@dataclass(frozen=True)
class Stars:
    """``SIZE RANK STARS``, or the stars alone where size and rank are known for a whole file."""

    order: str
    size: int | None = None
    rank: int | None = None

    def read(self, line: str) -> ExplicitMatroid:
        """Return the matroid of a line."""
        words = line.split()
        if len(words) == 1 and self.size is not None and self.rank is not None:
            return matroid_of_string(words[0], self.size, self.rank, self.order)
        if len(words) == 3 and all(
            word.isascii() and word.isdecimal() and len(word) < 4 for word in words[:2]
        ):
            return matroid_of_string(words[2], int(words[0]), int(words[1]), self.order)
        expected = (
            "SIZE RANK STARS, as in 4 2 0*****, or stars alone where a size and rank are given"
        )
        raise FormatError(f"expected {expected}, got {line.strip()!r:.40}")

    def write(self, matroid: Matroid) -> str:
        """Return the line of a matroid."""
        return f"{matroid.size} {matroid.rank} {bases_string(matroid, self.order)}"


def read_graph(line: str) -> GraphicMatroid:
    """Return the matroid of a graph by its edges.

    >>> read_graph("0-1 1-2 0-2")
    GraphicMatroid(edges=((0, 1), (1, 2), (0, 2)))
    """
    edges = list[tuple[int, int]]()
    if line.strip() == EMPTY:
        return GraphicMatroid(edges)
    for number, word in enumerate(line.split(), start=1):
        ends = re.fullmatch(r"([0-9]{1,10})-([0-9]{1,10})", word)
        if ends is None or max(int(ends[1]), int(ends[2])) >= MOST_VERTICES:
            raise FormatError(
                f"expected two vertices as edge {number}, as in 0-1, got {word!r:.40}"
            )
        edges.append((int(ends[1]), int(ends[2])))
    return GraphicMatroid(edges)


def write_graph(matroid: Matroid) -> str:
    """Return the edges of a graph with the matroid; an error explains why there is none."""
    found = graphic_recognition(matroid)
    if found.graph is None:
        raise FormatError(f"expected a graphic matroid; it is {found}")
    return " ".join(f"{u}-{v}" for u, v in found.graph.edges) or EMPTY


def read_sets(line: str) -> TransversalMatroid:
    """Return the transversal matroid of sets: the number of elements, then each set.

    >>> read_sets("4: 0 1; 1 2 3")
    TransversalMatroid(size=4, sets=((0, 1), (1, 2, 3)))
    """
    head, colon, rest = line.partition(":")
    size = (
        _whole(head.strip(), "the number of elements before a colon", MOST_ELEMENTS)
        if colon
        else None
    )
    if size is None:
        raise FormatError(
            f"expected SIZE: SET; SET; ..., as in 4: 0 1; 1 2 3, got {line.strip()!r:.40}"
        )
    parts = rest.split(";") if rest.strip() or ";" in rest else []
    sets = [
        [_whole(word, f"elements in set {i}", size - 1) for word in part.split()]
        for i, part in enumerate(parts, 1)
    ]
    return TransversalMatroid(size, sets)


def write_sets(matroid: Matroid) -> str:
    """Return sets whose transversals are the bases; an error explains why there are none."""
    found = transversal_presentation(matroid)
    if found is None:
        raise FormatError(f"expected a transversal matroid; {transversal_violation(matroid)}")
    return f"{found.size}: " + "; ".join(" ".join(map(str, sorted(one))) for one in found.sets)


def read_matrix(line: str) -> ExplicitMatroid:
    """Return the matroid of the columns of a matrix over a field that is stated.

    >>> read_matrix("GF(3): 1 0 1 1; 0 1 1 2").bases
    ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    """
    stated = re.fullmatch(r"GF\(([0-9]{1,3})\)\s*:(.*)", line.strip())
    if stated is None:
        raise FormatError(
            "expected GF(PRIME): ROW; ROW; ..., as in GF(2): 1 0 1; 0 1 1, "
            f"got {line.strip()!r:.40}"
        )
    rows = [
        [
            _whole(word.removeprefix("-"), f"numbers in row {i}", MOST_VERTICES)
            * (-1) ** word.startswith("-")
            for word in row.split()
        ]
        for i, row in enumerate(stated[2].split(";"), start=1)
    ]
    wrong = next((i for i, row in enumerate(rows) if len(row) != len(rows[0])), None)
    if wrong is not None:
        raise FormatError(
            f"expected {len(rows[0])} numbers in row {wrong + 1}, as in row 1, "
            f"got {len(rows[wrong])}"
        )
    return matroid_of_columns(np.array(rows, dtype=np.int64).reshape(len(rows), -1), int(stated[1]))


def write_matrix(matroid: Matroid) -> str:
    """Return a matrix over GF(2) or GF(3) with the matroid; an error explains why there is none."""
    prime, rows = matrix_of(matroid)
    if not len(rows):  # a row of zeros keeps the number of columns
        rows = np.zeros((1, matroid.size), dtype=np.int64)
    return f"GF({prime}): " + "; ".join(" ".join(map(str, row)) for row in rows.tolist())


def _whole(word: str, what: str, most: int) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 10 and int(word) <= most):
        raise FormatError(f"expected {what} from 0 to {most}, got {word!r:.40}")
    return int(word)


Reader = Callable[[str], Matroid]
Writer = Callable[[Matroid], str]
