from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from matroidlab.protocol import Matroid


@dataclass(frozen=True)
class Source:
    """Where a matroid is described.

    >>> print(Source("Oxley", 2011, place="p. 643"))
    Oxley 2011, p. 643

    Attributes
    ----------
    author
        Who described it.
    year
        The year of the publication.
    place
        The page, table or theorem.
    link
        An address, or nothing.
    """

    author: str
    year: int
    place: str = ""
    link: str = ""

    def __str__(self) -> str:
        return f"{self.author} {self.year}" + (f", {self.place}" if self.place else "")


def oxley(pages: str) -> Source:
    """Pages of Oxley, *Matroid Theory*, second edition, as SageMath's manual gives them."""
    return Source(
        "Oxley", 2011, f"p. {pages}", "https://doi.org/10.1093/acprof:oso/9780198566946.001.0001"
    )


MANUAL = "https://doc.sagemath.org/html/en/reference/matroids/"
"""SageMath's manual, which describes many matroids that are hard to find elsewhere."""
BRETTELL = Source("SageMath", 2024, "Brettell's collection", MANUAL)
"""Where SageMath's manual lists excluded minors of partial fields."""


@dataclass(frozen=True)
class Entry:
    """A named matroid and the published facts about it.

    Attributes
    ----------
    name
        The name in plain data and on the command line.
    title
        The name in the literature.
    size
        The number of elements.
    rank
        The number of elements of each basis.
    bases
        The number of bases.
    source
        Where it is described.
    published
        Whether a publication prints the number of bases or what it follows from: a Tutte
        polynomial, the number of lines, all dependent sets of ``rank`` elements. Else it is
        computed, from the description alone.
    description
        A sentence that defines it.
    build
        The function that builds the matroid.
    circuits
        The number of circuits, where a publication or a theorem gives it.
    flats
        The number of flats, where it is given: those of projective spaces are counted by Gaussian
        binomials, those of complete graphs by Bell numbers.
    automorphisms
        The number of automorphisms, where a publication or a theorem gives it.
    """

    name: str
    title: str
    size: int
    rank: int
    bases: int
    source: Source
    published: bool
    description: str
    build: Callable[[], Matroid] = field(repr=False, compare=False)
    circuits: int | None = None
    flats: int | None = None
    automorphisms: int | None = None

    def __repr__(self) -> str:
        counts = f"{self.size} elements, rank {self.rank}, {self.bases} bases"
        return f"Entry({self.name}: {self.title}; {counts}; {self.source})"

    @cached_property
    def matroid(self) -> Matroid:
        """The matroid, in the family that describes it best; built on first use."""
        return self.build()


def entry(
    title: str,
    *,
    size: int,
    rank: int,
    bases: int,
    source: Source,
    published: bool = True,
    circuits: int | None = None,
    flats: int | None = None,
    automorphisms: int | None = None,
) -> Callable[[Callable[[], Matroid]], Entry]:
    """Make an entry of a function that builds the matroid.

    The entry has the function's name, and the function's docstring describes it.
    """

    def made(build: Callable[[], Matroid]) -> Entry:
        name = build.__name__.replace("_", "-")
        facts = (name, title, size, rank, bases, source, published, build.__doc__ or "", build)
        return Entry(*facts, circuits, flats, automorphisms)

    return made
