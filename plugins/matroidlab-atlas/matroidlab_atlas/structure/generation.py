"""Generation of all matroids of a size and rank, one of each isomorphism class.

Every matroid of rank r on n elements that is not a set of coloops is an extension by one element of
one of rank r on n - 1. An extension is kept only if its last element is the one that would be
deleted from it: of the elements that are not coloops, the largest by numbers that do not depend on
labels, up to automorphisms. So each class is met once, and earlier matroids need not be remembered
(McKay, *Isomorph-free exhaustive generation*, 1998).
"""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from matroidlab import ExplicitMatroid
from matroidlab.errors import TooLargeError
from matroidlab.subsets import LIMIT, table_of
from matroidlab.types import Booleans, Masks, as_count
from matroidlab_atlas.structure.extensions import (
    MOST_SUBCLASSES,
    distinct_subclasses,
    spanning_parts,
)
from matroidlab_atlas.structure.isomorphisms import search_of
from matroidlab_atlas.structure.labelling import Orbits
from matroidlab_atlas.structure.sets import flat_masks

LARGEST = {0: LIMIT, 1: LIMIT, 2: LIMIT, 3: 12}
"""The largest size that is generated, by the smaller of rank and corank; from 4 on it is `MOST`."""

MOST = 9
"""There are 190,214 matroids of rank 4 on 9 elements, 4,886,380,924 on 10 (Mayhew, Royle 2008)."""

COUNTED: dict[int, tuple[int, ...]] = {
    0: (1,),
    1: (1, 1),
    2: (1, 2, 1),
    3: (1, 3, 3, 1),
    4: (1, 4, 7, 4, 1),
    5: (1, 5, 13, 13, 5, 1),
    6: (1, 6, 23, 38, 23, 6, 1),
    7: (1, 7, 37, 108, 108, 37, 7, 1),
    8: (1, 8, 58, 325, 940, 325, 58, 8, 1),
    9: (1, 9, 87, 1275, 190214, 190214, 1275, 87, 9, 1),
}
"""The numbers of isomorphism classes by size and rank, as published (OEIS A053534): up to size 8 by
Blackburn, Crapo and Higgs 1973, for size 9 by Mayhew and Royle 2008."""


def all_matroids(size: int, rank: int | None = None) -> Iterator[ExplicitMatroid]:
    """Yield one matroid of each isomorphism class on ``size`` elements, of any rank or of ``rank``.

    >>> [sum(1 for matroid in all_matroids(size)) for size in range(6)]
    [1, 2, 4, 8, 17, 38]
    >>> [matroid.bases for matroid in all_matroids(3, 2)]
    [((0, 1), (0, 2), (1, 2)), ((0, 1), (1, 2)), ((1, 2),)]

    Up to 9 elements, where there are 383,172, and more for ranks and coranks of at most 3. Always
    in the same order and with the same labels. Without its last element, each is one of those with
    an element less, or the dual of one.

    Parameters
    ----------
    size
        The number of elements.
    rank
        The rank; None yields all ranks.

    Yields
    ------
    ExplicitMatroid
        The matroids, by rank.

    Raises
    ------
    TooLargeError
        If there are too many of this size and rank.

    See Also
    --------
    NamedMatroid, single_element_extensions
    """
    count = as_count(size, name="size")
    ranks = range(count + 1) if rank is None else [as_count(rank, name="rank", most=count)]
    for one in ranks:
        refuse_if_too_many(count, one)
    found = chain.from_iterable(all_basis_masks(count, one) for one in ranks)
    return (ExplicitMatroid.known(count, masks) for masks in found)


def refuse_if_too_many(size: int, rank: int) -> None:
    """Raise an error if there are too many matroids of a size and rank to generate them all.

    >>> refuse_if_too_many(10, 5)
    Traceback (most recent call last):
    matroidlab.errors.TooLargeError: all matroids of rank 5 are generated on at most 9 elements, ...
    """
    most = max(LARGEST.get(min(rank, size - rank), MOST), MOST)
    if size > most:
        raise TooLargeError(
            f"all matroids of rank {rank} are generated on at most {most} elements, got {size}"
        )


def all_basis_masks(size: int, rank: int) -> Iterator[Masks]:
    """Yield the masks of the bases of one matroid of each class, ascending."""
    if 2 * rank > size:
        return (dual_masks(masks, size) for masks in all_basis_masks(size, size - rank))
    if rank == size:
        return iter([np.zeros(1, dtype=np.int64)])
    return chain.from_iterable(
        children(masks, size - 1, rank) for masks in by_extension(size - 1, rank)
    )


def by_extension(size: int, rank: int) -> Iterator[Masks]:
    """The same as `all_basis_masks`, but always by extensions and never by duals."""
    if rank == size:
        return iter([np.array([(1 << size) - 1], dtype=np.int64)])
    return chain.from_iterable(
        children(masks, size - 1, rank) for masks in by_extension(size - 1, rank)
    )


def dual_masks(masks: Masks, size: int) -> Masks:
    """Return the masks of the bases of the dual, ascending.

    >>> dual_masks(np.array([0b001, 0b010]), 3)
    array([5, 6])
    """
    complements: Masks = ((1 << size) - 1 - masks)[::-1]
    return complements


def children(masks: Masks, size: int, rank: int) -> Iterator[Masks]:
    """Yield the extensions whose new element is the one that `all_matroids` would delete again."""
    table = table_of(masks, size)
    hyperplanes = flat_masks(table, rank - 1)
    spanning, of = spanning_parts(table, hyperplanes)
    subclasses = distinct_subclasses(table, hyperplanes, most=MOST_SUBCLASSES)
    counts = _basis_counts(masks, spanning, of, ~subclasses, size)
    total = len(masks) + counts[:, -1]
    scores = np.where(counts < total[:, None], counts, -1)
    best = scores == scores.max(axis=1, keepdims=True)
    for row in np.flatnonzero(best[:, -1]).tolist():
        extended = np.concatenate([masks, spanning[~subclasses[row][of]] | (1 << size)])
        if best[row].sum() == 1 or _is_last(extended, size + 1, rank, best[row]):
            yield extended


def _basis_counts(masks: Masks, spanning: Masks, of: Masks, kept: Booleans, size: int) -> Masks:
    """The number of bases of each extension that contain each element, the new element last.

    ``kept`` marks the hyperplanes that do not contain the new element.
    """
    held = np.zeros((kept.shape[1], size + 1), dtype=np.int64)
    np.add.at(held, of, ((spanning | (1 << size))[:, None] >> np.arange(size + 1)) & 1)
    before = ((masks[:, None] >> np.arange(size + 1)) & 1).sum(axis=0)
    added = kept.astype(np.float64) @ held  # exact, and floats are multiplied faster than integers
    counts: Masks = (before + added).astype(np.int64)
    return counts


def _is_last(masks: Masks, size: int, rank: int, candidates: Booleans) -> bool:
    """Whether the last element is, up to automorphisms, the last candidate in canonical order."""
    search = search_of(masks, size, rank)
    colours = np.where(candidates, search.colours, -1)
    if colours[-1] < colours.max():
        return False
    if (colours == colours[-1]).sum() == 1:
        return True
    best = search.run().best
    assert best is not None
    chosen = int(np.where(candidates, best.numbering, -1).argmax())
    return not Orbits(size, search.generators).isdisjoint_from(size - 1, [chosen])
