"""Matroids of rank 3, given by points and lines of three or more points; some of their duals."""

from matroidlab import Dual, ExplicitMatroid, Restriction, Truncation
from matroidlab_atlas.catalogue.constructions import flats, points, projective, relaxed, standard
from matroidlab_atlas.catalogue.entry import BRETTELL, MANUAL, Source, entry, oxley
from matroidlab_atlas.catalogue.graphs import k5

BETSY_ROSS = Source("SageMath", 2013, link=MANUAL)


@entry("Q6", size=6, rank=3, bases=18, source=oxley("641"))
def q6() -> ExplicitMatroid:
    """Six points on two lines that share a point; the whirl W^3 with a line relaxed."""
    return flats(6, 3, [{0, 1, 2}, {0, 3, 4}])


@entry("P6", size=6, rank=3, bases=19, source=oxley("641-642"))
def p6() -> ExplicitMatroid:
    """Six points, three of them on a line; an excluded minor of the matroids over GF(4)."""
    return flats(6, 3, [{0, 1, 2}])


@entry("R6", size=6, rank=3, bases=18, source=oxley("642"))
def r6() -> ExplicitMatroid:
    """Six points on two disjoint lines; the 2-sum of two copies of U(2,4)."""
    return flats(6, 3, [{0, 1, 2}, {3, 4, 5}])


@entry(
    "F7 (Fano)",
    size=7,
    rank=3,
    bases=28,
    source=oxley("643"),
    circuits=14,
    flats=16,
    automorphisms=168,
)
def fano() -> ExplicitMatroid:
    """The projective plane over GF(2): seven points on seven lines."""
    return points(2, projective(2, 3))


@entry("F7*", size=7, rank=4, bases=28, source=oxley("643"))
def fano_dual() -> Dual:
    """The dual of the Fano plane."""
    return Dual(fano.matroid)


@entry("F7^- (non-Fano)", size=7, rank=3, bases=29, source=oxley("643-644"))
def non_fano() -> ExplicitMatroid:
    """The Fano plane with a line relaxed."""
    return relaxed(fano.matroid, (2, 4, 5))


@entry("(F7^-)*", size=7, rank=4, bases=29, source=oxley("643-644"))
def non_fano_dual() -> Dual:
    """The dual of the non-Fano matroid."""
    return Dual(non_fano.matroid)


@entry("O7", size=7, rank=3, bases=28, source=oxley("644"))
def o7() -> ExplicitMatroid:
    """M(K4) with a point added freely to one of its lines."""
    return flats(7, 3, [{0, 1, 3, 6}, {0, 2, 4}, {1, 2, 5}, {3, 4, 5}])


@entry("P7", size=7, rank=3, bases=30, source=oxley("644-645"))
def p7() -> ExplicitMatroid:
    """A spike over GF(3): three lines through a tip, and two disjoint lines across them."""
    return standard(3, "2110", "1101", "1011")


@entry("F7^= (relaxed non-Fano)", size=7, rank=3, bases=30, source=BRETTELL)
def non_fano_relaxed() -> ExplicitMatroid:
    """The Fano plane with two lines relaxed."""
    return relaxed(non_fano.matroid, (0, 1, 2))


@entry("Tipped free 3-spike", size=7, rank=3, bases=32, source=BRETTELL)
def tipped_free_spike3() -> ExplicitMatroid:
    """Three lines through a point, with two more points each, which are free."""
    return flats(7, 3, [{0, 3, 6}, {1, 4, 6}, {2, 5, 6}])


@entry("AG(2,3)\\e (MacLane)", size=8, rank=3, bases=48, source=oxley("653"), automorphisms=48)
def mac_lane() -> ExplicitMatroid:
    """The affine plane over GF(3) without a point: eight points on eight lines."""
    return points(3, [(1, x, y) for x in range(3) for y in range(3)][:-1])


@entry("AG(2,3)", size=9, rank=3, bases=72, source=oxley("653"), flats=23, automorphisms=432)
def ag23() -> ExplicitMatroid:
    """The affine plane over GF(3): nine points on twelve lines."""
    return points(3, [(1, x, y) for x in range(3) for y in range(3)])


@entry("Q3(GF(3)*)", size=9, rank=3, bases=68, source=oxley("654"), published=False)
def dowling3() -> ExplicitMatroid:
    """Over GF(3), the three unit vectors, and the sum and the difference of each two of them."""
    units = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    return points(3, [*units, (1, 1, 0), (1, 2, 0), (1, 0, 1), (1, 0, 2), (0, 1, 1), (0, 1, 2)])


@entry("R9 (Reid)", size=9, rank=3, bases=69, source=oxley("654"))
def r9() -> ExplicitMatroid:
    """The projective plane over GF(3) without three points of a line and one point beside it."""
    missing = {(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0)}
    return points(3, [point for point in projective(3, 3) if point not in missing])


@entry("Pappus", size=9, rank=3, bases=75, source=oxley("655"), automorphisms=108)
def pappus() -> ExplicitMatroid:
    """The nine points and nine lines of Pappus's theorem; AG(2,3) with a parallel class relaxed."""
    return relaxed(ag23.matroid, (0, 1, 2), (3, 4, 5), (6, 7, 8))


@entry("Non-Pappus", size=9, rank=3, bases=76, source=oxley("655"))
def non_pappus() -> ExplicitMatroid:
    """The Pappus matroid with a line relaxed; no field represents it."""
    return relaxed(pappus.matroid, (0, 3, 6))


@entry("Desargues", size=10, rank=3, bases=110, source=oxley("656-657"), automorphisms=120)
def desargues() -> Truncation:
    """The ten points and ten lines of Desargues's theorem: edges and triangles of K5."""
    return Truncation(k5.matroid, 3)


@entry("Non-Desargues", size=10, rank=3, bases=111, source=oxley("657"))
def non_desargues() -> ExplicitMatroid:
    """The Desargues matroid with a line relaxed; no division ring represents it."""
    return relaxed(desargues.matroid, (0, 1, 4))


@entry("Betsy Ross", size=11, rank=3, bases=140, source=BETSY_ROSS)
def betsy_ross() -> ExplicitMatroid:
    """The tips of a five-pointed star, the corners of the pentagon within, and its centre."""
    sides = [{(i + 1) % 5, (i - 1) % 5, 5 + (i + 2) % 5, 5 + (i - 2) % 5} for i in range(5)]
    return flats(11, 3, [*sides, *({i, 5 + i, 10} for i in range(5))])


@entry("BB9", size=9, rank=3, bases=72, source=BRETTELL, published=False)
def bb9() -> Restriction:
    """The Betsy Ross matroid without a tip of the star and the corner opposite to it."""
    return Restriction(betsy_ross.matroid, [i for i in range(11) if i not in (0, 5)])


@entry("PG(2,3)", size=13, rank=3, bases=234, source=oxley("659"), flats=28, automorphisms=5616)
def pg23() -> ExplicitMatroid:
    """The projective plane over GF(3): thirteen points on thirteen lines."""
    return points(3, projective(3, 3))
