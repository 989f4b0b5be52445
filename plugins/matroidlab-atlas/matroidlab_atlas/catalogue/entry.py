from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from matroidlab.protocol import Matroid


@dataclass(frozen=True)
class Source:
    """Where a matroid is described.

    >>> print(Source("Oxley", 2011, place="p. 643"))
    Oxley 2011, p. 643
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


@dataclass(frozen=True)
class Entry:
    """A matroid with a name, and what is said of it.

    Attributes
    ----------
    name
        What plain data and the command line call it.
    title
        What the literature calls it.
    size
        The number of elements.
    rank
        The number of elements of each basis.
    bases
        The number of bases.
    source
        Where it is described.
    published
        Whether a publication prints the number of bases or what it follows from: a Tutte polynomial, the number of
        lines, all dependent sets of ``rank`` elements. Else it is computed, from the description alone.
    description
        What it is, in a sentence.
    circuits, flats, automorphisms
        How many there are, where a publication says so or a theorem does: flats of projective spaces are counted by
        Gaussian binomials, those of complete graphs by Bell numbers.
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

    @cached_property
    def matroid(self) -> Matroid:
        """The matroid, of the family in which it is easiest to describe; built when it is first asked for."""
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
    """Make an entry of a function without arguments: it has the function's name, and its docstring describes it."""

    def made(build: Callable[[], Matroid]) -> Entry:
        name = build.__name__.replace("_", "-")
        facts = (name, title, size, rank, bases, source, published, build.__doc__ or "", build)
        return Entry(*facts, circuits, flats, automorphisms)

    return made
