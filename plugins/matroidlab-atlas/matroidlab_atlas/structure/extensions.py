"""Extensions by one element, and relaxations."""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from matroidlab import ExplicitMatroid
from matroidlab.errors import InvalidElementsError, TooLargeError
from matroidlab.protocol import Matroid
from matroidlab.subsets import Progress, RankTable, rank_table, table_of
from matroidlab.types import Booleans, ElementsLike, Masks, as_elements
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.isomorphisms import form_of, renumbered, searched
from matroidlab_atlas.structure.orbits import orbit_representatives
from matroidlab_atlas.structure.sets import flat_masks
from matroidlab_atlas.structure.subclass_listing import (
    WORD,
    linear_subclasses,
    listed_linear_subclasses,
    random_linear_subclass,
)

MOST_COMPARED = 50_000
"""The largest number of extensions that are compared, in memory, to leave out isomorphic ones."""

MOST_SUBCLASSES = 1 << 22
"""The same where only sets of hyperplanes are in memory, not the extensions."""


@takes_matroids
def single_element_extensions(
    matroid: Matroid, *, up_to_isomorphism: bool = False, progress: Progress | None = None
) -> Iterator[ExplicitMatroid]:
    """Yield all matroids that become this one when their last element is deleted.

    >>> from matroidlab import UniformMatroid
    >>> [extended.rank for extended in single_element_extensions(UniformMatroid(size=2, rank=1))]
    [2, 1, 1]

    The first extension is by a coloop. The others correspond to modular cuts, which are determined
    by their hyperplanes. A set of hyperplanes belongs to a modular cut if it contains none, one or
    all of the hyperplanes above each flat of corank 2 (Crapo 1965; Oxley 2011, 7.2).

    Parameters
    ----------
    matroid
        The matroid.
    up_to_isomorphism
        Whether to yield one matroid of each isomorphism class.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    table = rank_table(matroid, progress=progress)
    found: set[bytes] = set()
    for rank, masks in extension_masks(table, distinct=up_to_isomorphism):
        code = form_of(masks, table.size + 1, rank).code if up_to_isomorphism else b""
        if code not in found:
            found |= {code} if up_to_isomorphism else set()
            yield ExplicitMatroid.known(table.size + 1, masks)


def extension_masks(table: RankTable, *, distinct: bool = False) -> Iterator[tuple[int, Masks]]:
    """Yield the rank and the masks of the bases, ascending, of each extension; first by a coloop.

    With ``distinct``, only one extension of each orbit under the automorphisms of the matroid is
    yielded; some of these may still be isomorphic.
    """
    bases = table.bases
    new = 1 << table.size
    yield table.rank + 1, bases | new
    hyperplanes = flat_masks(table, table.rank - 1)
    spanning, of = spanning_parts(table, hyperplanes)
    added = spanning | new
    for subclass in (
        distinct_subclasses(table, hyperplanes) if distinct else _subclasses(table, hyperplanes)
    ):
        yield table.rank, np.concatenate([bases, added[~subclass[of]]])


def _subclasses(table: RankTable, hyperplanes: Masks) -> Iterable[Booleans]:
    """All linear subclasses: listed at once, in a fifth of the time, if they are not too many."""
    colines = flat_masks(table, table.rank - 2)
    if len(hyperplanes) <= WORD:
        rows = listed_linear_subclasses(hyperplanes, colines, most=MOST_COMPARED)
        if len(rows) <= MOST_COMPARED:
            return rows
    return linear_subclasses(hyperplanes, colines)


def distinct_subclasses(
    table: RankTable, hyperplanes: Masks, *, most: int = MOST_COMPARED
) -> Booleans:
    """Return one linear subclass of each orbit under the automorphisms, as rows of booleans."""
    rows = listed_linear_subclasses(hyperplanes, flat_masks(table, table.rank - 2), most=most)
    if len(rows) > most:
        raise TooLargeError(
            f"at most {most} extensions can be compared, and there are more: "
            "take all of them, without `up_to_isomorphism`"
        )
    generators = searched(table.bases, table.size, table.rank).generators
    images = [
        np.searchsorted(hyperplanes, renumbered(hyperplanes, np.array(known)))
        for known in generators
    ]
    codes = _codes(rows)
    order = np.argsort(codes)
    moved = (
        np.searchsorted(codes, _codes(rows[:, np.argsort(image)]), sorter=order) for image in images
    )
    return rows[orbit_representatives(len(rows), (order[places] for places in moved))]


def _codes(rows: Booleans) -> NDArray[np.bytes_]:
    """Rows of booleans as words that can be sorted and compared."""
    # Numpy ignores zero bytes at the end of words.
    ended = np.column_stack([rows, np.ones(len(rows), dtype=np.bool_)])
    packed = np.ascontiguousarray(np.packbits(ended, axis=1))
    return packed.view(f"S{packed.shape[1]}").ravel()


def random_extension(table: RankTable, rng: np.random.Generator) -> RankTable:
    """Return the table of a random extension by one element that leaves the rank as it is."""
    hyperplanes = flat_masks(table, table.rank - 1)
    spanning, of = spanning_parts(table, hyperplanes)
    subclass = random_linear_subclass(hyperplanes, flat_masks(table, table.rank - 2), rng)
    masks = np.concatenate([table.bases, spanning[~subclass[of]] | (1 << table.size)])
    return table_of(masks, table.size + 1)


def spanning_parts(table: RankTable, hyperplanes: Masks) -> tuple[Masks, Masks]:
    """Return the bases of all hyperplanes, and the number of the hyperplane that each spans."""
    parts = (
        np.flatnonzero(table.independent & (table.ranks == table.rank - 1))
        if table.rank
        else np.empty(0, np.int64)
    )
    of = np.zeros(len(parts), dtype=np.int64)
    for number, hyperplane in enumerate(hyperplanes.tolist()):
        of[parts & ~hyperplane == 0] = number
    return parts, of


def _explicit(masks: Masks, size: int) -> ExplicitMatroid:
    return ExplicitMatroid.known(size, np.sort(masks))


@takes_matroids
def principal_extension(matroid: Matroid, elements: ElementsLike) -> ExplicitMatroid:
    """Return the extension by an element that is placed freely on the closure of ``elements``.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab_atlas.structure import circuits
    >>> list(circuits(principal_extension(UniformMatroid(size=4, rank=3), [0, 1])))
    [(0, 1, 2, 3), (0, 1, 4), (0, 2, 3, 4), (1, 2, 3, 4)]

    An independent set with the new element is independent unless it spans all of ``elements``.
    """
    chosen = as_elements(elements, size=matroid.size)
    table = rank_table(matroid)
    mask = sum(1 << element for element in chosen.tolist())
    parts, _ = spanning_parts(table, np.empty(0, dtype=np.int64))
    raised = parts[table.ranks[parts | mask] > table.ranks[parts]]
    return _explicit(np.concatenate([table.bases, raised | 1 << matroid.size]), matroid.size + 1)


@takes_matroids
def free_extension(matroid: Matroid) -> ExplicitMatroid:
    """Return the extension by an element in general position.

    >>> from matroidlab import UniformMatroid
    >>> free_extension(UniformMatroid(size=2, rank=1)).bases
    ((0,), (1,), (2,))
    """
    return principal_extension(matroid, range(matroid.size))


@takes_matroids
def relaxation(matroid: Matroid, circuit_hyperplane: ElementsLike) -> ExplicitMatroid:
    """Return the matroid in which a circuit-hyperplane is a basis as well.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> fano = catalogue["fano"].matroid
    >>> len(relaxation(fano, [0, 1, 2]).bases)
    29
    >>> relaxation(fano, [0, 1, 3])
    Traceback (most recent call last):
    matroidlab.errors.InvalidElementsError: only circuit-hyperplanes can be relaxed, ...
    """
    chosen = sorted(as_elements(circuit_hyperplane, size=matroid.size).tolist())
    table = rank_table(matroid)
    mask = sum(1 << element for element in chosen)
    for kind, found in (
        ("circuit", table.circuits),
        ("hyperplane", flat_masks(table, table.rank - 1)),
    ):
        if mask not in found:
            raise InvalidElementsError(
                f"only circuit-hyperplanes can be relaxed, and {chosen} is not a {kind}"
            )
    return _explicit(np.append(table.bases, mask), matroid.size)
