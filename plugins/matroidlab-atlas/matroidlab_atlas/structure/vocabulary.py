"""Words of matroid theory that follow from the table of ranks in a line or two."""

from collections.abc import Callable

import numpy as np

from matroidlab.algorithms import as_mask
from matroidlab.protocol import Matroid, labels_of
from matroidlab.subsets import RankTable, rank_table, set_sizes
from matroidlab.types import ElementsLike, Masks
from matroidlab_atlas.structure.arguments import check_matroid, takes_matroids
from matroidlab_atlas.structure.set_list import Set, SetList

SMALL = 13
"""The most elements of which a table of all ranks is made for a question about one set."""


@takes_matroids
def corank(matroid: Matroid, elements: ElementsLike) -> int:
    """Return the rank of a set in the dual. The matroid may have any size.

    >>> from matroidlab import UniformMatroid
    >>> corank(UniformMatroid(size=5, rank=2), [0, 1, 2, 3])
    3
    """
    rank = _rank_of_mask(matroid)
    mask = as_mask(elements, size=matroid.size)
    every = (1 << matroid.size) - 1
    return mask.bit_count() - rank(every) + rank(every ^ mask)


@takes_matroids
def coclosure(matroid: Matroid, elements: ElementsLike) -> Set:
    """Return the closure of a set in the dual. The matroid may have any size.

    >>> from matroidlab import GraphicMatroid
    >>> coclosure(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)]), [0])
    (0, 1, 2, 3)
    >>> coclosure(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)]), [])
    (3,)
    """
    rank = _rank_of_mask(matroid)
    mask = as_mask(elements, size=matroid.size)
    rest = (1 << matroid.size) - 1 ^ mask
    most = rank(rest)
    # An element outside belongs to it if the other elements outside do not span it.
    return tuple([e for e in range(matroid.size) if mask >> e & 1 or rank(rest & ~(1 << e)) < most])


@takes_matroids
def connectivity(matroid: Matroid, elements: ElementsLike) -> int:
    """Return r(X) + r(E - X) - r(E), the connectivity function of a set X, for any size.

    >>> from matroidlab import UniformMatroid
    >>> connectivity(UniformMatroid(size=4, rank=2), [0, 1])
    2
    """
    rank = _rank_of_mask(matroid)
    mask = as_mask(elements, size=matroid.size)
    every = (1 << matroid.size) - 1
    return rank(mask) + rank(every ^ mask) - rank(every)


def _rank_of_mask(matroid: Matroid) -> Callable[[int], int]:
    """Look ranks up in the table of a small matroid, and ask any other one."""
    if matroid.size <= SMALL:
        return rank_table(matroid).lookup.__getitem__

    def rank(mask: int) -> int:
        chosen = [element for element in range(matroid.size) if mask >> element & 1]
        return len(matroid.greedy(np.array(chosen, dtype=np.intp)))

    return rank


@takes_matroids
def f_vector(matroid: Matroid) -> list[int]:
    """Return the number of independent sets of each size, from 0 to the rank.

    >>> from matroidlab import UniformMatroid
    >>> f_vector(UniformMatroid(size=4, rank=2))
    [1, 4, 6]
    """
    table = rank_table(matroid)
    counts: list[int] = np.bincount(table.ranks[table.independent]).tolist()
    return counts


@takes_matroids
def nonbases(matroid: Matroid) -> SetList:
    """Return the sets of ``rank`` elements that are not bases.

    >>> from matroidlab import GraphicMatroid
    >>> list(nonbases(GraphicMatroid([(0, 1), (0, 1), (1, 2)])))
    [(0, 1)]
    """
    table = rank_table(matroid)
    chosen = (set_sizes(table.size) == table.rank) & ~table.independent
    return SetList.of(matroid, np.flatnonzero(chosen))


@takes_matroids
def broken_circuits(matroid: Matroid) -> SetList:
    """Return the circuits without their smallest elements, each once.

    >>> from matroidlab import UniformMatroid
    >>> list(broken_circuits(UniformMatroid(size=4, rank=2)))
    [(1, 2), (1, 3), (2, 3)]
    """
    return SetList.of(matroid, _broken(rank_table(matroid)))


@takes_matroids
def nbc_sets(matroid: Matroid) -> SetList:
    """Return the sets that contain no broken circuit.

    >>> from matroidlab import UniformMatroid
    >>> list(nbc_sets(UniformMatroid(size=3, rank=2)))
    [(), (0,), (0, 1), (0, 2), (1,), (2,)]

    Those of each size are as many as the absolute Whitney number of the first kind (Whitney 1932);
    with a loop there are none.
    """
    table = rank_table(matroid)
    masks = np.flatnonzero(table.independent)
    for broken in _broken(table).tolist():
        masks = masks[masks & broken != broken]
    return SetList.of(matroid, masks)


def _broken(table: RankTable) -> Masks:
    masks = table.circuits
    return np.unique(masks & (masks - 1))


@takes_matroids
def cyclic_flats(matroid: Matroid) -> SetList:
    """Return the flats that are unions of circuits; with their ranks they determine the matroid.

    >>> from matroidlab import GraphicMatroid
    >>> list(cyclic_flats(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)])))
    [(), (0, 1, 2)]
    """
    table = rank_table(matroid)
    masks = table.flats
    for element in range(table.size):
        bit = 1 << element
        # A union of circuits has no element without which its rank falls.
        masks = masks[(masks & bit == 0) | (table.ranks[masks & ~bit] == table.ranks[masks])]
    return SetList.of(matroid, masks)


def equals(first: Matroid, second: Matroid) -> bool:
    """Whether two matroids have the same independent sets, however they are described.

    >>> from matroidlab import ExplicitMatroid, GraphicMatroid, Labelled, UniformMatroid
    >>> equals(GraphicMatroid([(0, 1), (1, 2), (0, 2)]), UniformMatroid(size=3, rank=2))
    True
    >>> one = ExplicitMatroid(3, [[0], [1]])
    >>> equals(Labelled(one, "abc"), Labelled(ExplicitMatroid(3, [[1], [2]]), "cab"))
    True

    Where both matroids have names, elements of the same name are compared.
    """
    check_matroid(first, "first")
    check_matroid(second, "second")
    if (first.size, first.rank) != (second.size, second.rank):
        return False
    ours = labels_of(first)
    theirs = labels_of(second)
    if ours is None or theirs is None or ours == theirs:
        return rank_table(first).lookup == rank_table(second).lookup
    if set(ours) != set(theirs):
        return False
    return rank_table(first).lookup == rank_table(second).minor(theirs.numbers(ours)).lookup
