"""Bases, circuits, flats and other sets of a matroid."""

import networkx as nx
import numpy as np

from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import (
    Progress,
    RankTable,
    basis_masks,
    rank_table,
    ready_table,
    refuse_if_too_large,
)
from matroidlab.types import as_count
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import Set, SetList, as_tuples, named


@takes_matroids
def bases(matroid: Matroid, *, progress: Progress | None = None) -> SetList:
    """Return the bases: the maximal independent sets.

    >>> from matroidlab import GraphicMatroid
    >>> triangle = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    >>> list(bases(triangle))
    [(0, 1), (0, 2), (1, 2)]
    >>> print(bases(triangle))
    {0-1, 1-2}, {0-1, 0-2}, {1-2, 0-2}
    """
    refuse_if_too_large(matroid.size)
    table = ready_table(matroid)
    masks = basis_masks(matroid, progress=progress) if table is None else table.bases
    return SetList.of(matroid, masks)


@takes_matroids
def independent_sets(
    matroid: Matroid, size: int | None = None, *, progress: Progress | None = None
) -> SetList:
    """Return all independent sets, or those of one size.

    >>> from matroidlab import UniformMatroid
    >>> list(independent_sets(UniformMatroid(size=2, rank=1)))
    [(), (0,), (1,)]

    Parameters
    ----------
    matroid
        The matroid.
    size
        The number of elements of the sets; None is any number.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    table = rank_table(matroid, progress=progress)
    chosen = (
        table.independent
        if size is None
        else table.independent & (table.ranks == as_count(size, name="size"))
    )
    return SetList.of(matroid, np.flatnonzero(chosen))


@takes_matroids
def circuits(matroid: Matroid, *, progress: Progress | None = None) -> SetList:
    """Return the circuits: the minimal dependent sets.

    >>> from matroidlab import GraphicMatroid
    >>> list(circuits(GraphicMatroid([(0, 1), (0, 1), (1, 2), (0, 2), (3, 3)])))
    [(0, 1), (0, 2, 3), (1, 2, 3), (4,)]
    """
    return SetList.of(matroid, rank_table(matroid, progress=progress).circuits)


@takes_matroids
def cocircuits(matroid: Matroid, *, progress: Progress | None = None) -> SetList:
    """Return the circuits of the dual: the minimal sets that meet every basis.

    >>> from matroidlab import GraphicMatroid
    >>> list(cocircuits(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)])))
    [(0, 1), (0, 2), (1, 2), (3,)]
    """
    return SetList.of(matroid, cocircuit_masks(rank_table(matroid, progress=progress)))


def cocircuit_masks(table: RankTable) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return the masks of the complements of hyperplanes, ascending."""
    return ((1 << table.size) - 1 - flat_masks(table, table.rank - 1))[::-1]


@takes_matroids
def flats(
    matroid: Matroid, rank: int | None = None, *, progress: Progress | None = None
) -> SetList:
    """Return the sets that are their own closure, or those of one rank.

    >>> from matroidlab import UniformMatroid
    >>> list(flats(UniformMatroid(size=3, rank=2)))
    [(), (0,), (0, 1, 2), (1,), (2,)]

    Parameters
    ----------
    matroid
        The matroid.
    rank
        The rank of the flats; None is any rank.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    wanted = None if rank is None else as_count(rank, name="rank")
    return SetList.of(matroid, flat_masks(rank_table(matroid, progress=progress), wanted))


def flat_masks(
    table: RankTable, rank: int | None = None
) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return the masks of the flats, or of those of one rank."""
    masks = table.flats
    return masks if rank is None else masks[table.ranks[masks] == rank]


@takes_matroids
def hyperplanes(matroid: Matroid, *, progress: Progress | None = None) -> SetList:
    """Return the flats of one rank less than the matroid: the maximal sets that contain no basis.

    >>> from matroidlab import UniformMatroid
    >>> list(hyperplanes(UniformMatroid(size=3, rank=2)))
    [(0,), (1,), (2,)]
    """
    return SetList.of(matroid, flat_masks(rank_table(matroid, progress=progress), matroid.rank - 1))


@takes_matroids
def lattice_of_flats(matroid: Matroid, *, progress: Progress | None = None) -> "nx.DiGraph[Set]":
    """Return the flats as a graph, with edges to the flats that cover them.

    Nodes have the attributes ``rank`` and ``label``.

    >>> from matroidlab import UniformMatroid
    >>> lattice = lattice_of_flats(UniformMatroid(size=3, rank=2))
    >>> sorted(lattice.successors(()))
    [(0,), (1,), (2,)]
    >>> lattice.nodes[0, 1, 2]
    {'rank': 2, 'label': '{0, 1, 2}'}
    """
    table = rank_table(matroid, progress=progress)
    names = element_names_of(matroid)
    lattice: nx.DiGraph[Set] = nx.DiGraph()
    below: list[tuple[int, Set]] = []
    for rank in range(table.rank + 1):
        masks = flat_masks(table, rank)
        sets = as_tuples(masks, table.size)
        lattice.add_nodes_from(
            (chosen, {"rank": rank, "label": named(chosen, names)}) for chosen in sets
        )
        for mask, part in below:
            lattice.add_edges_from(
                (part, sets[place]) for place in np.flatnonzero(mask & ~masks == 0)
            )
        below = list(zip(masks.tolist(), sets, strict=True))
    return lattice
