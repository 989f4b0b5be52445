"""Bases, circuits and flats one at a time, for matroids of any size.

Each iterator begins at once. Bases and circuits need memory for one set; flats for those of a rank.
"""

from collections.abc import Iterator

import numpy as np

from matroidlab.algorithms import closure
from matroidlab.protocol import Matroid
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import Set


@takes_matroids
def each_basis(matroid: Matroid) -> Iterator[Set]:
    """Yield every basis, in lexicographic order. The matroid may have any size.

    >>> from itertools import islice
    >>> from matroidlab import UniformMatroid
    >>> list(islice(each_basis(UniformMatroid(size=100, rank=2)), 3))
    [(0, 1), (0, 2), (0, 3)]

    At most ``rank * size`` calls of ``greedy`` and ``is_independent`` between two bases.
    """
    yield from _bases_from(matroid, (), 0)


def _bases_from(matroid: Matroid, chosen: Set, start: int) -> Iterator[Set]:
    if len(chosen) == matroid.rank:
        yield chosen
        return
    for element in range(start, matroid.size):
        # Without enough elements to complete the set, there is no basis here or later.
        rest = np.array([*chosen, *range(element, matroid.size)], dtype=np.intp)
        if len(matroid.greedy(rest)) < matroid.rank:
            return
        longer = (*chosen, element)
        if matroid.is_independent(np.array(longer, dtype=np.intp)):
            yield from _bases_from(matroid, longer, element + 1)


@takes_matroids
def each_circuit(matroid: Matroid) -> Iterator[Set]:
    """Yield every circuit, in lexicographic order. The matroid may have any size.

    >>> from itertools import islice
    >>> from matroidlab import UniformMatroid
    >>> list(islice(each_circuit(UniformMatroid(size=100, rank=2)), 2))
    [(0, 1, 2), (0, 1, 3)]

    Every independent set is met on the way, so that all circuits of a matroid with many independent
    sets take long; the first come at once.
    """
    yield from _circuits_from(matroid, ())


def _circuits_from(matroid: Matroid, chosen: Set) -> Iterator[Set]:
    start = chosen[-1] + 1 if chosen else 0
    for element in range(start, matroid.size):
        longer = (*chosen, element)
        if matroid.is_independent(np.array(longer, dtype=np.intp)):
            yield from _circuits_from(matroid, longer)
        elif _is_minimal(matroid, longer):
            yield longer


def _is_minimal(matroid: Matroid, dependent: Set) -> bool:
    parts = (dependent[:i] + dependent[i + 1 :] for i in range(len(dependent)))
    return all(matroid.is_independent(np.array(part, dtype=np.intp)) for part in parts)


@takes_matroids
def each_flat(matroid: Matroid) -> Iterator[Set]:
    """Yield every flat, by rank and then in lexicographic order. The matroid may have any size.

    >>> from itertools import islice
    >>> from matroidlab import UniformMatroid
    >>> list(islice(each_flat(UniformMatroid(size=100, rank=50)), 3))
    [(), (0,), (1,)]

    The flats of a rank are the closures of those below with one more element.
    """
    level = [tuple(closure(matroid, ()).tolist())]
    for rank in range(matroid.rank + 1):
        yield from level
        if rank < matroid.rank:
            level = sorted({cover for flat in level for cover in _covers(matroid, flat)})


def _covers(matroid: Matroid, flat: Set) -> Iterator[Set]:
    left = set(range(matroid.size)) - set(flat)
    while left:
        cover = tuple(closure(matroid, (*flat, min(left))).tolist())
        left -= set(cover)
        yield cover
