"""The places of points in textbook pictures of well-known matroids, up to isomorphism."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Matroid
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.structure import isomorphism

Points = NDArray[np.float64]
Table = Mapping[str, Sequence[tuple[float, ...]]]


def _around(count: int, radius: float = 1.0, start: float = -pi / 2) -> list[tuple[float, ...]]:
    turns = [start + 2 * pi * i / count for i in range(count)]
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns]


def _square(side: float) -> list[tuple[float, ...]]:
    return [(side * (x - 1), side * (y - 1)) for x in range(3) for y in range(3)]


TOP = _around(3)[0]
LEFT = _around(3)[2]
RIGHT = _around(3)[1]


def _between(first: tuple[float, ...], second: tuple[float, ...]) -> tuple[float, ...]:
    return ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)


FANO = [
    TOP,
    LEFT,
    _between(TOP, LEFT),
    RIGHT,
    _between(TOP, RIGHT),
    _between(LEFT, RIGHT),
    (0.0, 0.0),
]
FOUR_LINES: list[tuple[float, ...]] = [
    (0, -1),
    (-0.45, -0.1),
    (0.9, 0.8),
    (-0.9, 0.8),
    (0.45, -0.1),
    (0, 0.2),
]
PAPPUS: list[tuple[float, ...]] = [
    (-0.851, -0.996), (-0.992, 0.823), (0.429, 0.093), (-0.247, -0.997), (0.140, 0.924),
    (-0.051, -0.129), (0.810, -1.000), (0.992, 1.000), (-0.515, -0.344),
]  # fmt: skip
DESARGUES: list[tuple[float, ...]] = [
    (-1.000, 0.841), (-0.966, -0.903), (0.360, -0.965), (0.288, 0.939), (-0.983, -0.004),
    (0.021, -0.514), (1.000, 0.993), (0.963, -0.993), (-0.026, 0.477), (0.325, -0.045),
]  # fmt: skip

PLANE: Table = {
    "p6": [(-1, 0.7), (0, 0.7), (1, 0.7), (-0.8, -0.2), (0, -0.7), (0.8, -0.2)],
    "q6": [(-1, 0), (0, -0.45), (1, -0.9), (0, 0.45), (1, 0.9), (0.55, 0)],
    "r6": [(-1, -0.5), (0, -0.5), (1, -0.5), (-1, 0.5), (0, 0.5), (1, 0.5)],
    "k4": FOUR_LINES,
    "whirl3": [TOP, LEFT, RIGHT, _between(TOP, LEFT), _between(LEFT, RIGHT), _between(TOP, RIGHT)],
    "fano": FANO,
    "non-fano": FANO,
    "o7": [*FOUR_LINES, (-0.225, -0.55)],
    "p7": [(-1, 0), (0, -0.45), (0, 0), (0.9, 0.855), (0.9, -0.855), (0.9, 0), (0, 0.45)],
    "mac-lane": _square(0.75)[:-1],
    "ag23": _square(0.75),
    "dowling3": [
        (0.066, 0.550), (-0.636, 0.213), (-0.063, -0.998), (-0.189, 0.427), (1.000, 0.998),
        (0.103, 0.991), (0.043, 0.269), (-1.000, 0.982), (-0.476, -0.126),
    ],
    "r9": [
        (0.482, 0.976), (-0.131, 0.294), (0.717, 0.088), (-1.0, -0.671), (0.806, -0.244),
        (0.428, -0.334), (1.0, -0.976), (0.44, -0.034), (0.095, 0.546),
    ],
    "pappus": PAPPUS,
    "non-pappus": PAPPUS,
    "desargues": DESARGUES,
    "non-desargues": DESARGUES,
    "pg23": [
        (1.15, -0.4), (-0.4, 1.15), (0.85, 0.85), (-1.4, 0.6),
        *((0.6 * x - 1, 0.6 * y - 1) for y in range(3) for x in range(3)),
    ],
    "betsy-ross": [*_around(5), *_around(5, (3 - 5**0.5) / 2, pi / 2), (0, 0)],
}  # fmt: skip
"""Points of the plane, by the elements of the catalogue. The vertical axis points down."""

CUBE = [(float(corner & 1), float(corner >> 1 & 1), float(corner >> 2)) for corner in range(8)]
PRISM = [
    (x, up, away)
    for x, away in ((0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0))
    for up in (0.0, 1.0)
]
TURNED = [
    *((0.5 + x / 2, 0.0, 0.5 + y / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))),
    *((0.5 + x * 2**-0.5, 1.0, 0.5 + y * 2**-0.5) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))),
]
P8 = [TURNED[corner] for corner in (0, 5, 7, 2, 1, 4, 6, 3)]

SPACE: Table = {
    **dict.fromkeys(("ag32", "ag32-relaxed", "r8", "f8", "q8", "l8"), CUBE),
    **dict.fromkeys(("vamos", "non-vamos"), PRISM),
    **dict.fromkeys(("p8", "p8-relaxed"), P8),
}
"""Points in space, by the elements of the catalogue: to the right, up, and away."""


class TextbookPicture(NamedTuple):
    """An isomorphic matroid of the catalogue, and the places of the points of its picture."""

    name: str
    images: tuple[int, ...]
    """The element of the catalogue's matroid for each element."""
    places: Points


def in_the_book(matroid: Matroid, table: Table) -> TextbookPicture | None:
    """Return the picture in a table of a matroid that is isomorphic to this one, or None.

    >>> from matroidlab_atlas import NamedMatroid
    >>> found = in_the_book(NamedMatroid("vamos"), SPACE)
    >>> found.name, found.places[0].tolist()
    ('vamos', [0.0, 0.0, 0.0])
    """
    for name, places in table.items():
        entry = catalogue[name]
        if (entry.size, entry.rank) == (matroid.size, matroid.rank):
            images = isomorphism(matroid, entry.matroid)
            if images is not None:
                return TextbookPicture(
                    name, tuple(images.tolist()), np.array(places, dtype=np.float64)[images]
                )
    return None
