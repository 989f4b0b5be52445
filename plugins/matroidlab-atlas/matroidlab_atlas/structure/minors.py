from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from matroidlab import Restriction
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import Progress, RankTable, elements_of, rank_table
from matroidlab.types import are_elements
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.classes import parallel_classes
from matroidlab_atlas.structure.isomorphisms import searched
from matroidlab_atlas.structure.large.given_matrices import small_minor
from matroidlab_atlas.structure.minor_search import MinorSearch
from matroidlab_atlas.structure.orbits import set_representatives
from matroidlab_atlas.structure.set_list import Set, named
from matroidlab_atlas.structure.sets import flat_masks


@dataclass(frozen=True)
class MinorWitness:
    """A minor of a matroid: the elements to delete, to contract, and to keep.

    Attributes
    ----------
    deleted
        The elements of the larger matroid to delete.
    contracted
        The elements of the larger matroid to contract.
    images
        For each element of the smaller matroid, its element of the larger one.
    names
        The names of the elements, for printing.
    """

    deleted: Set
    contracted: Set
    images: Set
    names: Sequence[str] = field(repr=False, compare=False, default=())

    def __repr__(self) -> str:
        return f"MinorWitness({self})"

    def __str__(self) -> str:
        parts = {"delete": self.deleted, "contract": self.contracted}
        steps = [f"{verb} {named(part, self.names)}" for verb, part in parts.items() if part]
        if not steps:
            return "nothing to delete or contract"
        return f"{' and '.join(steps)}; {named(self.images, self.names)} remain"

    @property
    def is_whole(self) -> bool:
        """Whether nothing is deleted or contracted: the minor is the matroid itself."""
        return not self.deleted and not self.contracted

    def verify(self, matroid: Matroid, pattern: Matroid) -> bool:
        """Whether the minor is the pattern, by the ranks of all its subsets."""
        whole = (*self.deleted, *self.contracted, *self.images)
        if not are_elements([whole], matroid.size) or len(whole) != matroid.size:
            return False
        if len(self.images) != pattern.size:
            return False
        # Only the minor needs a table, so the matroid may have any size.
        left = sorted(self.images)
        small = rank_table(small_minor(matroid, self.deleted, self.contracted))
        minor = small.minor([left.index(element) for element in self.images])
        return np.array_equal(minor.ranks, rank_table(pattern).ranks)


TRIED_FIRST = 24
"""The number of flats that are tried before the automorphisms of the matroid are found."""


@takes_matroids
def has_minor(
    matroid: Matroid, pattern: Matroid, *, progress: Progress | None = None
) -> MinorWitness | None:
    """Return how to delete and contract to get ``pattern``, or None if it is not a minor.

    >>> from matroidlab import GraphicMatroid, UniformMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> print(has_minor(k4, UniformMatroid(3, 2)))
    delete {1-2, 1-3} and contract {0-1}; {0-2, 0-3, 2-3} remain
    >>> has_minor(k4, UniformMatroid(4, 2)) is None
    True

    Every minor can be obtained by contracting an independent set, of which only the closure
    matters, and deleting a set that does not lower the rank. So all flats of the right rank are
    contracted in turn, and the elements of the pattern are placed one after the other such that
    all sets of placed elements have the right rank. If the dual has fewer such flats, the same is
    done there.

    Parameters
    ----------
    matroid
        The larger matroid.
    pattern
        The matroid to look for.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    table = rank_table(matroid, progress=progress)
    wanted = rank_table(pattern)
    if table.rank < wanted.rank or table.dual.rank < wanted.dual.rank:
        return None
    ways = [
        (flat_masks(table, table.rank - wanted.rank), table, wanted),
        (flat_masks(table.dual, table.dual.rank - wanted.dual.rank), table.dual, wanted.dual),
    ]
    # The minors of the dual are the duals of the minors.
    flats, here, there = min(ways, key=lambda way: len(way[0]))
    search = MinorSearch.of(here, there)
    for done, flat in enumerate(_contractible(here, flats)):
        found = search.placed(flat)
        if found is not None:
            contracted, deleted = _left_over(here, flat, found)
            parts = (deleted, contracted) if here is table else (contracted, deleted)
            return MinorWitness(*parts, tuple(found), element_names_of(matroid))
        if progress is not None:
            progress(done + 1, len(flats))
    return None


def _contractible(table: RankTable, flats: NDArray[np.int64]) -> Iterator[int]:
    """Some of the flats, and then of the others one of each orbit under the automorphisms.

    Most minors are found in the first flats, in less time than the automorphisms take.
    """
    first = flats[:TRIED_FIRST].tolist()
    yield from first
    if len(flats) > TRIED_FIRST:
        generators = searched(table.bases, table.size, table.rank).generators
        # Each orbit is represented by its smallest set.
        yield from np.setdiff1d(set_representatives(flats, generators), first).tolist()


def _left_over(table: RankTable, flat: int, images: list[int]) -> tuple[Set, Set]:
    """The elements to contract, a basis of the flat without images of loops, and to delete."""
    contracted = 0
    for element in elements_of(flat).tolist():
        if (
            element not in images
            and table.ranks[contracted | 1 << element] > table.ranks[contracted]
        ):
            contracted |= 1 << element
    taken = tuple(elements_of(contracted).tolist())
    return taken, tuple(
        element for element in range(table.size) if element not in (*images, *taken)
    )


@takes_matroids
def simplification(matroid: Matroid) -> Restriction:
    """Return the restriction to the first element of each parallel class, for any size.

    >>> from matroidlab import GraphicMatroid
    >>> simplification(GraphicMatroid([(0, 0), (0, 1), (1, 0), (1, 2)])).kept
    (1, 3)
    """
    return Restriction(matroid, [known[0] for known in parallel_classes(matroid)])
