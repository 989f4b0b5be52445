"""Uniform matroids, and matroids of rank 4 and more that are neither graphs nor cubes."""

from matroidlab import ExplicitMatroid, UniformMatroid
from matroidlab_atlas.catalogue.constructions import delta_wye, flats, points, projective, standard
from matroidlab_atlas.catalogue.entry import BRETTELL, MANUAL, Source, entry, oxley
from matroidlab_atlas.catalogue.planes import mac_lane

P9 = Source("Oxley", 1987, "The binary matroids with no 4-wheel minor", MANUAL)
SAGE = Source("SageMath", 2013, link=MANUAL)
TIC_TAC_TOE = Source("Hochstättler", 2025, link="https://arxiv.org/abs/2511.10417")


@entry(
    "U(2,4)", size=4, rank=2, bases=6, source=oxley("639"), circuits=4, flats=6, automorphisms=24
)
def u24() -> UniformMatroid:
    """Four points on a line; the excluded minor of the binary matroids."""
    return UniformMatroid(4, 2)


@entry("U(2,5)", size=5, rank=2, bases=10, source=oxley("640"))
def u25() -> UniformMatroid:
    """Five points on a line; an excluded minor of the ternary matroids."""
    return UniformMatroid(5, 2)


@entry("U(3,5)", size=5, rank=3, bases=10, source=oxley("640"))
def u35() -> UniformMatroid:
    """Five points freely placed in a plane; the dual of U(2,5)."""
    return UniformMatroid(5, 3)


@entry("U(3,6)", size=6, rank=3, bases=20, source=oxley("642"))
def u36() -> UniformMatroid:
    """Six points freely placed in a plane."""
    return UniformMatroid(6, 3)


@entry("Tic-tac-toe", size=9, rank=5, bases=118, source=TIC_TAC_TOE)
def tic_tac_toe() -> ExplicitMatroid:
    """A board of 3 by 3 cells: a row and a column are dependent unless they meet in the middle."""
    rows = [{3 * i, 3 * i + 1, 3 * i + 2} for i in range(3)]
    columns = [{i, i + 3, i + 6} for i in range(3)]
    return flats(9, 5, [row | column for row in rows for column in columns if row & column != {4}])


@entry("P9", size=9, rank=4, bases=80, source=P9, published=False)
def p9() -> ExplicitMatroid:
    """Over GF(2), the wheel with four spokes and the sum of three of its spokes."""
    return standard(2, "10011", "11001", "01101", "00110")


@entry("R9^A", size=9, rank=4, bases=113, source=SAGE)
def r9a() -> ExplicitMatroid:
    """Nine points on thirteen planes of four; over no field, but not by a cross-ratio of 1."""
    planes = "0127 0134 0158 0238 0246 0367 0457 1235 1378 1468 2478 3458 5678"
    return flats(9, 4, [list(map(int, plane)) for plane in planes.split()])


@entry("R9^B", size=9, rank=4, bases=113, source=SAGE)
def r9b() -> ExplicitMatroid:
    """Nine points on thirteen other planes of four; over no field either."""
    planes = "0127 0134 0168 0246 0358 0478 1235 1248 1378 1457 2367 3468 5678"
    return flats(9, 4, [list(map(int, plane)) for plane in planes.split()])


@entry("Block(9,4)", size=9, rank=4, bases=108, source=SAGE)
def block94() -> ExplicitMatroid:
    """Over GF(3); its 18 circuits of four elements have each two points in common three times."""
    return standard(3, "11111", "10122", "11220", "02121")


@entry("Block(10,5)", size=10, rank=5, bases=216, source=SAGE)
def block105() -> ExplicitMatroid:
    """Over GF(3); its 36 circuits of five elements hold each three points three times."""
    return standard(3, "11011", "10122", "11220", "12212", "01112")


@entry("Q10", size=10, rank=5, bases=181, source=SAGE, published=False)
def q10() -> ExplicitMatroid:
    """Over GF(3), the matrix that gives R10 over GF(2)."""
    return standard(3, "11001", "11100", "01110", "00111", "10011")


@entry("N1", size=10, rank=5, bases=184, source=oxley("554"), published=False)
def n1() -> ExplicitMatroid:
    """An excluded minor of the dyadic matroids, by a matrix over GF(3)."""
    return standard(3, "10011", "11002", "01101", "00111", "12110")


@entry("N2", size=12, rank=6, bases=559, source=oxley("554"), published=False)
def n2() -> ExplicitMatroid:
    """Another excluded minor of the dyadic matroids, by a matrix over GF(3)."""
    return standard(3, "100111", "110002", "011001", "001120", "200011", "112202")


@entry("(AG(2,3)\\e)^Y", size=8, rank=4, bases=56, source=BRETTELL, published=False)
def mac_lane_wye() -> ExplicitMatroid:
    """MacLane's matroid after a delta-wye exchange on a line."""
    return delta_wye(mac_lane.matroid, (0, 1, 2))


@entry("R10", size=10, rank=5, bases=162, source=oxley("656-657"), automorphisms=720)
def r10() -> ExplicitMatroid:
    """A regular matroid, neither graphic nor cographic; without any one element it is M(K3,3)."""
    return standard(2, "11001", "11100", "01110", "00111", "10011")


@entry("R12", size=12, rank=6, bases=441, source=oxley("657"))
def r12() -> ExplicitMatroid:
    """A regular matroid, neither graphic nor cographic; as a minor it forces a 3-separation."""
    return standard(2, "111000", "110100", "100010", "010001", "001011", "000111")


@entry("S(5,6,12) (Golay)", size=12, rank=6, bases=792, source=oxley("658"), automorphisms=95040)
def s5612() -> ExplicitMatroid:
    """The extended Golay code over GF(3); its 132 circuits of six elements are a Steiner system."""
    return standard(3, "111220", "112102", "121012", "120121", "102211", "011111")


@entry("T12", size=12, rank=6, bases=492, source=oxley("658-659"), published=False)
def t12() -> ExplicitMatroid:
    """A binary matroid whose 15 circuits of size 4 meet as the edges of the Petersen graph do."""
    return standard(2, "011111", "110001", "111000", "101100", "100110", "100011")


@entry("PG(3,2)", size=15, rank=4, bases=840, source=oxley("660"), flats=67, automorphisms=20160)
def pg32() -> ExplicitMatroid:
    """The projective space over GF(2): fifteen points on fifteen planes."""
    return points(2, projective(2, 4))
