"""Matroids with one element more, and with one circuit less."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import InvalidElementsError, TooLargeError
from matroidlab.families import ExplicitMatroid
from matroidlab.protocol import Matroid
from matroidlab.subsets import Progress, RankTable, parts_of, rank_table, ranks_of
from matroidlab.types import Booleans, ElementsLike, as_elements
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.isomorphism import Masks, form_of, renumbered, searched
from matroidlab_atlas.structure.linear_subclasses import (
    linear_subclasses,
    listed_linear_subclasses,
    random_linear_subclass,
)
from matroidlab_atlas.structure.orbits import orbit_representatives
from matroidlab_atlas.structure.set_list import as_tuples
from matroidlab_atlas.structure.sets import flat_masks

MOST_COMPARED = 50_000
"""As many extensions as are held in memory at once, to leave out those that symmetry repeats."""

MOST_SUBCLASSES = 1 << 22
"""The same where only sets of hyperplanes are held, and no extension."""


@takes_matroids
def single_element_extensions(
    matroid: Matroid, *, up_to_isomorphism: bool = False, progress: Progress | None = None
) -> Iterator[ExplicitMatroid]:
    """Yield all matroids that, without their last element, are the matroid.

    >>> from matroidlab import UniformMatroid
    >>> [extended.rank for extended in single_element_extensions(UniformMatroid(size=2, rank=1))]
    [2, 1, 1]

    The new element is a coloop, or it is put into the flats of a modular cut, one extension for each: modular cuts
    are told by their hyperplanes, sets of which are such if no flat of rank two less is on some but not all, and on
    more than one, of its hyperplanes (Crapo 1965; Oxley 2011, 7.2).
    """
    table, found = rank_table(matroid, progress=progress), set[bytes]()
    for rank, masks in extension_masks(table, distinct=up_to_isomorphism):
        code = form_of(masks, table.size + 1, rank).code if up_to_isomorphism else b""
        if code not in found:
            found |= {code} if up_to_isomorphism else set()
            yield _explicit(masks, table.size + 1)


def extension_masks(table: RankTable, *, distinct: bool = False) -> Iterator[tuple[int, Masks]]:
    """Yield the rank and the masks of the bases of each extension by one element; the coloop comes first.

    With ``distinct``, only one of those that automorphisms of the matroid take to each other; some that are left may
    be isomorphic all the same.
    """
    bases, new = table.bases, 1 << table.size
    yield table.rank + 1, bases | new
    hyperplanes = flat_masks(table, table.rank - 1)
    spanning, of = spanning_parts(table, hyperplanes)
    for subclass in (
        distinct_subclasses(table, hyperplanes)
        if distinct
        else linear_subclasses(hyperplanes, flat_masks(table, table.rank - 2))
    ):
        yield table.rank, np.concatenate([bases, spanning[~subclass[of]] | new])


def distinct_subclasses(table: RankTable, hyperplanes: Masks, *, most: int = MOST_COMPARED) -> Booleans:
    """Return one linear subclass of each orbit under the automorphisms, a row each that marks hyperplanes."""
    rows = listed_linear_subclasses(hyperplanes, flat_masks(table, table.rank - 2), most=most)
    if len(rows) > most:
        raise TooLargeError(
            f"extensions are compared where there are at most {most}, and there are more: "
            "take them one by one, without `up_to_isomorphism`"
        )
    generators = searched(table.bases, table.size, table.rank).generators
    images = [np.searchsorted(hyperplanes, renumbered(hyperplanes, np.array(known))) for known in generators]
    codes = _codes(rows)
    order = np.argsort(codes)
    moved = (np.searchsorted(codes, _codes(rows[:, np.argsort(image)]), sorter=order) for image in images)
    return rows[orbit_representatives(len(rows), (order[places] for places in moved))]


def _codes(rows: Booleans) -> NDArray[np.bytes_]:
    """A word for each row that says which places are marked."""
    ended = np.column_stack([rows, np.ones(len(rows), dtype=np.bool_)])  # words must not end in zeros
    packed = np.ascontiguousarray(np.packbits(ended, axis=1))
    return packed.view(f"S{packed.shape[1]}").ravel()


def random_extension(table: RankTable, rng: np.random.Generator) -> RankTable:
    """Return the table of a random extension by one element that leaves the rank as it is."""
    hyperplanes = flat_masks(table, table.rank - 1)
    spanning, of = spanning_parts(table, hyperplanes)
    subclass = random_linear_subclass(hyperplanes, flat_masks(table, table.rank - 2), rng)
    masks = np.concatenate([table.bases, spanning[~subclass[of]] | (1 << table.size)])
    return RankTable(table.size + 1, ranks_of(parts_of(masks, table.size + 1)))


def spanning_parts(table: RankTable, hyperplanes: Masks) -> tuple[Masks, Masks]:
    """Return the bases of all hyperplanes, and which hyperplane each of them spans."""
    parts = np.flatnonzero(table.independent & (table.ranks == table.rank - 1)) if table.rank else np.empty(0, np.int64)
    of = np.zeros(len(parts), dtype=np.int64)
    for number, hyperplane in enumerate(hyperplanes.tolist()):
        of[parts & ~hyperplane == 0] = number
    return parts, of


def _explicit(masks: Masks, size: int) -> ExplicitMatroid:
    return ExplicitMatroid(size, as_tuples(masks, size))


@takes_matroids
def principal_extension(matroid: Matroid, elements: ElementsLike) -> ExplicitMatroid:
    """Return the matroid with a last element that is placed freely on the closure of ``elements``.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab_atlas.structure import circuits
    >>> list(circuits(principal_extension(UniformMatroid(size=4, rank=3), [0, 1])))
    [(0, 1, 2, 3), (0, 1, 4), (0, 2, 3, 4), (1, 2, 3, 4)]

    An independent set with the new element is independent unless it spans all of ``elements``.
    """
    chosen, table = as_elements(elements, size=matroid.size), rank_table(matroid)
    mask = sum(1 << element for element in chosen.tolist())
    parts, _ = spanning_parts(table, np.empty(0, dtype=np.int64))
    raised = parts[table.ranks[parts | mask] > table.ranks[parts]]
    return _explicit(np.concatenate([table.bases, raised | 1 << matroid.size]), matroid.size + 1)


@takes_matroids
def free_extension(matroid: Matroid) -> ExplicitMatroid:
    """Return the matroid with a last element that is placed freely: only what spans everything spans it.

    >>> from matroidlab import UniformMatroid
    >>> free_extension(UniformMatroid(size=2, rank=1)).bases
    ((0,), (1,), (2,))
    """
    return principal_extension(matroid, range(matroid.size))


@takes_matroids
def relaxation(matroid: Matroid, circuit_hyperplane: ElementsLike) -> ExplicitMatroid:
    """Return the matroid in which a set that is both a circuit and a hyperplane is a basis as well.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> fano = catalogue["fano"].matroid
    >>> len(relaxation(fano, [0, 1, 2]).bases)
    29
    >>> relaxation(fano, [0, 1, 3])
    Traceback (most recent call last):
    matroidlab.errors.InvalidElementsError: a set that is relaxed must be a circuit and a hyperplane, but [0, 1, 3] ...
    """
    chosen, table = sorted(as_elements(circuit_hyperplane, size=matroid.size).tolist()), rank_table(matroid)
    mask = sum(1 << element for element in chosen)
    for kind, found in (("circuit", table.circuits), ("hyperplane", flat_masks(table, table.rank - 1))):
        if mask not in found:
            raise InvalidElementsError(
                f"a set that is relaxed must be a circuit and a hyperplane, but {chosen} is no {kind}"
            )
    return _explicit(np.append(table.bases, mask), matroid.size)
