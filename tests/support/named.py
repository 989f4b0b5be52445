"""Named matroids, with their published size, rank and number of bases."""

from dataclasses import dataclass
from itertools import combinations

from matroidlab import ExplicitMatroid

Rows = tuple[tuple[int, ...], ...]

FANO_LINES: Rows = ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5))
K4_TRIANGLES: Rows = ((0, 1, 3), (0, 2, 4), (1, 2, 5), (3, 4, 5))
K4_EDGES = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
VAMOS_PLANES: Rows = ((0, 1, 2, 3), (0, 1, 4, 5), (2, 3, 4, 5), (2, 3, 6, 7), (4, 5, 6, 7))
AG32_PLANES: Rows = tuple(
    four for four in combinations(range(8), 4) if four[0] ^ four[1] ^ four[2] ^ four[3] == 0
)
P8_PLANES: Rows = (
    (0, 1, 2, 7),
    (0, 1, 3, 6),
    (0, 2, 3, 5),
    (0, 3, 4, 7),
    (0, 4, 5, 6),
    (1, 2, 3, 4),
    (1, 2, 5, 6),
    (1, 4, 5, 7),
    (2, 4, 6, 7),
    (3, 5, 6, 7),
)
P8_COLUMNS: Rows = (
    (1, 0, 0, 0),
    (0, 1, 0, 0),
    (0, 0, 1, 0),
    (0, 0, 0, 1),
    (0, 1, 1, -1),
    (1, 0, 1, 1),
    (1, 1, 0, 1),
    (-1, 1, 1, 0),
)
"""Oxley's representation of P8 over GF(3)."""


@dataclass(frozen=True)
class Named:
    """A paving matroid: all sets of ``rank`` elements are bases but the few that are listed."""

    name: str
    size: int
    rank: int
    base_count: int
    dependent: Rows

    @property
    def bases(self) -> Rows:
        return tuple(
            basis
            for basis in combinations(range(self.size), self.rank)
            if basis not in self.dependent
        )

    @property
    def matroid(self) -> ExplicitMatroid:
        return ExplicitMatroid(self.size, self.bases)


NAMED = (
    Named("M(K4)", 6, 3, 16, K4_TRIANGLES),
    Named("Fano", 7, 3, 28, FANO_LINES),
    Named("Vamos", 8, 4, 65, VAMOS_PLANES),
    Named("AG(3,2)", 8, 4, 56, AG32_PLANES),
    Named("P8", 8, 4, 60, P8_PLANES),
)
