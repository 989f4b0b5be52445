"""Matroids of rank 4 on eight elements, many of them the corners of a cube.

Corner ``x + 2 y + 4 z`` of the cube is at (x, y, z). Twelve planes contain four corners: six faces
and six diagonal planes. Over GF(2) there are two more, the tetrahedra of the corners with x + y + z
even, and of those with it odd.
"""

from itertools import combinations

from matroidlab import ExplicitMatroid
from matroidlab_atlas.catalogue.constructions import flats, points, relaxed, standard
from matroidlab_atlas.catalogue.entry import BRETTELL, entry, oxley

EVEN = (0, 3, 5, 6)
ODD = (1, 2, 4, 7)
FACES = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 4, 5), (2, 3, 6, 7), (0, 2, 4, 6), (1, 3, 5, 7))
DIAGONALS = ((0, 1, 6, 7), (2, 3, 4, 5), (0, 2, 5, 7), (1, 3, 4, 6), (0, 3, 4, 7), (1, 2, 5, 6))

PAIRS = ((0, 1), (2, 3), (4, 5), (6, 7))
TWO_PAIRS = tuple(first + second for first, second in combinations(PAIRS, 2))


@entry(
    "AG(3,2)",
    size=8,
    rank=4,
    bases=56,
    source=oxley("645"),
    circuits=14,
    flats=52,
    automorphisms=1344,
)
def ag32() -> ExplicitMatroid:
    """The affine space over GF(2): eight points on fourteen planes."""
    return points(2, [(1, corner & 1, corner >> 1 & 1, corner >> 2) for corner in range(8)])


@entry("AG(3,2)'", size=8, rank=4, bases=57, source=oxley("646"))
def ag32_relaxed() -> ExplicitMatroid:
    """AG(3,2) with a plane relaxed; no field represents it."""
    return relaxed(ag32.matroid, EVEN)


@entry("R8 (real cube)", size=8, rank=4, bases=58, source=oxley("646"))
def r8() -> ExplicitMatroid:
    """The corners of a cube in real space; AG(3,2) with two disjoint planes relaxed."""
    return flats(8, 4, FACES + DIAGONALS)


@entry("F8", size=8, rank=4, bases=58, source=oxley("647"))
def f8() -> ExplicitMatroid:
    """AG(3,2) with two planes relaxed that share two points; no field represents it."""
    return relaxed(ag32.matroid, EVEN, DIAGONALS[0])


@entry("Q8", size=8, rank=4, bases=59, source=oxley("647"))
def q8() -> ExplicitMatroid:
    """The real cube with a plane relaxed; no field represents it."""
    return relaxed(r8.matroid, DIAGONALS[0])


@entry("L8", size=8, rank=4, bases=62, source=oxley("648"))
def l8() -> ExplicitMatroid:
    """A cube whose only planes are its six faces and its two tetrahedra."""
    return flats(8, 4, (*FACES, EVEN, ODD))


@entry("S8", size=8, rank=4, bases=48, source=oxley("648"), published=False)
def s8() -> ExplicitMatroid:
    """The spike of rank 4 over GF(2), without an element other than its tip."""
    return standard(2, "0111", "1011", "1101", "1111")


@entry("V8 (Vamos)", size=8, rank=4, bases=65, source=oxley("649"), circuits=41)
def vamos() -> ExplicitMatroid:
    """Four pairs; any two are coplanar, with one exception. No division ring represents it."""
    return flats(8, 4, TWO_PAIRS[:-1])


@entry("V8^+ (non-Vamos)", size=8, rank=4, bases=64, source=oxley("72, 84"), automorphisms=384)
def non_vamos() -> ExplicitMatroid:
    """Four pairs; any two are coplanar."""
    return flats(8, 4, TWO_PAIRS)


@entry("T8", size=8, rank=4, bases=59, source=oxley("649"), published=False)
def t8() -> ExplicitMatroid:
    """Over GF(3), the unit vectors and the vectors with one 0 and three 1."""
    return standard(3, "0111", "1011", "1101", "1110")


@entry("J", size=8, rank=4, bases=50, source=oxley("650"), published=False)
def j() -> ExplicitMatroid:
    """Over GF(3): four unit vectors, the first plus each other one, and the sum of the others."""
    return standard(3, "0111", "1100", "1010", "1001")


@entry("P8", size=8, rank=4, bases=60, source=oxley("650-651"))
def p8() -> ExplicitMatroid:
    """The corners of a cube with its upper face turned by 45 degrees: 8 points on 10 planes."""
    return standard(3, "0112", "1011", "1101", "2110")


@entry("P8^-", size=8, rank=4, bases=61, source=BRETTELL)
def p8_relaxed_once() -> ExplicitMatroid:
    """P8 with one of its two disjoint planes relaxed."""
    return relaxed(p8.matroid, (0, 3, 4, 7))


@entry("P8^=", size=8, rank=4, bases=62, source=oxley("651"))
def p8_relaxed() -> ExplicitMatroid:
    """P8 with its two disjoint planes relaxed; an excluded minor of the matroids over GF(4)."""
    return relaxed(p8.matroid, (0, 3, 4, 7), (1, 2, 5, 6))
