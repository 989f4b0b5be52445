"""Uniform matroids, and matroids of rank 4 and more that are neither graphs nor cubes."""

from matroidlab import ExplicitMatroid, UniformMatroid
from matroidlab_atlas.catalogue.constructions import flats, points, projective, standard
from matroidlab_atlas.catalogue.entry import Source, entry, oxley

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


@entry("R10", size=10, rank=5, bases=162, source=oxley("656-657"), automorphisms=720)
def r10() -> ExplicitMatroid:
    """A regular matroid, neither graphic nor cographic; without any one element it is M(K3,3)."""
    return standard(2, "11001", "11100", "01110", "00111", "10011")


@entry("R12", size=12, rank=6, bases=441, source=oxley("657"))
def r12() -> ExplicitMatroid:
    """A regular matroid, neither graphic nor cographic; as a minor it forces a 3-separation."""
    return standard(2, "111000", "110100", "100010", "010001", "001011", "000111")


@entry("S(5,6,12), Golay", size=12, rank=6, bases=792, source=oxley("658"), automorphisms=95040)
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
