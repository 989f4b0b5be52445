"""Matroids of graphs, their duals, and the whirls."""

from itertools import combinations

from matroidlab import Dual, ExplicitMatroid, GraphicMatroid
from matroidlab_atlas.catalogue.constructions import relaxed
from matroidlab_atlas.catalogue.entry import Source, entry, oxley

PETERSEN = Source("Holton, Sheehan", 1993, link="https://doi.org/10.1017/CBO9780511662058")


def wheel(spokes: int) -> GraphicMatroid:
    """The matroid of a wheel: its spokes come first, then its rim."""
    rim = range(1, spokes + 1)
    return GraphicMatroid(
        [(0, vertex) for vertex in rim] + [(vertex, vertex % spokes + 1) for vertex in rim]
    )


def whirl(spokes: int) -> ExplicitMatroid:
    """The matroid of a wheel in which the rim is a basis too."""
    return relaxed(wheel(spokes), range(spokes, 2 * spokes))


@entry(
    "M(K4) = M(W3)",
    size=6,
    rank=3,
    bases=16,
    source=oxley("640"),
    circuits=7,
    flats=15,
    automorphisms=24,
)
def k4() -> GraphicMatroid:
    """The complete graph on four vertices, which is the wheel with three spokes."""
    return GraphicMatroid(list(combinations(range(4), 2)))


@entry("W^3", size=6, rank=3, bases=17, source=oxley("641"))
def whirl3() -> ExplicitMatroid:
    """The wheel with three spokes, its rim relaxed."""
    return whirl(3)


@entry("M(W4)", size=8, rank=4, bases=45, source=oxley("651-652"), circuits=13)
def wheel4() -> GraphicMatroid:
    """The wheel with four spokes."""
    return wheel(4)


@entry("W^4", size=8, rank=4, bases=46, source=oxley("652"))
def whirl4() -> ExplicitMatroid:
    """The wheel with four spokes, its rim relaxed."""
    return whirl(4)


@entry("M(K3,3)", size=9, rank=5, bases=81, source=oxley("652-653"), circuits=15, automorphisms=72)
def k33() -> GraphicMatroid:
    """The complete bipartite graph on three and three vertices."""
    return GraphicMatroid([(house, well) for house in range(3) for well in range(3, 6)])


@entry("M*(K3,3)", size=9, rank=4, bases=81, source=oxley("652-653"))
def k33_dual() -> Dual:
    """The dual of M(K3,3); an excluded minor of the graphic matroids."""
    return Dual(k33.matroid)


@entry(
    "M(K5)",
    size=10,
    rank=4,
    bases=125,
    source=oxley("656"),
    circuits=37,
    flats=52,
    automorphisms=120,
)
def k5() -> GraphicMatroid:
    """The complete graph on five vertices."""
    return GraphicMatroid(list(combinations(range(5), 2)))


@entry("M*(K5)", size=10, rank=6, bases=125, source=oxley("656"))
def k5_dual() -> Dual:
    """The dual of M(K5); an excluded minor of the graphic matroids."""
    return Dual(k5.matroid)


@entry("M(W5)", size=10, rank=5, bases=121, source=oxley("659-660"), circuits=21)
def wheel5() -> GraphicMatroid:
    """The wheel with five spokes."""
    return wheel(5)


@entry("W^5", size=10, rank=5, bases=122, source=oxley("659-660"))
def whirl5() -> ExplicitMatroid:
    """The wheel with five spokes, its rim relaxed."""
    return whirl(5)


@entry(
    "M(P10) (Petersen)",
    size=15,
    rank=9,
    bases=2000,
    source=PETERSEN,
    circuits=57,
    automorphisms=120,
)
def petersen() -> GraphicMatroid:
    """A pentagon, a pentagram, and five edges that join them corner by corner."""
    return GraphicMatroid(
        [
            edge
            for i in range(5)
            for edge in ((i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5))
        ]
    )
