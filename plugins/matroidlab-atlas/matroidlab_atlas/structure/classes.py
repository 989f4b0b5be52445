"""Loops, classes of parallel and of series elements, and components, for matroids of any size.

All follow from one basis and from which of its elements every other element can replace. A small
matroid whose ranks are at hand is read from its table instead.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from matroidlab import Dual
from matroidlab.algorithms import component_of
from matroidlab.protocol import Matroid, uniform_blocks_of
from matroidlab.subsets import ready_table
from matroidlab.types import Booleans, Elements
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import Set


@dataclass(frozen=True)
class Exchanges:
    """A basis, the other elements, and ``[i, j]``: whether other i can replace basis element j."""

    basis: Elements
    others: Elements
    swaps: Booleans

    @classmethod
    def of(cls, matroid: Matroid) -> "Exchanges":
        """Return those of the first basis in lexicographic order."""
        ground = np.arange(matroid.size)
        basis = np.sort(matroid.greedy(ground))
        others = np.setdiff1d(ground, basis, assume_unique=True)
        return cls(basis, others, matroid.swaps(basis, others))

    @property
    def dual(self) -> "Exchanges":
        """Those of the complement in the dual."""
        return Exchanges(self.others, self.basis, self.swaps.T)

    def alike(self) -> list[list[int]]:
        """Return classes of elements, without loops, that replace the same basis elements.

        Parallel elements do. The converse holds for binary matroids.
        """
        classes: dict[bytes, list[int]] = defaultdict(list)
        for place, element in enumerate(self.basis.tolist()):
            only = np.zeros(len(self.basis), dtype=np.bool_)
            only[place] = True
            classes[np.packbits(only).tobytes()].append(element)
        rows = np.packbits(self.swaps, axis=1)
        for place in np.flatnonzero(self.swaps.any(axis=1)).tolist():
            classes[rows[place].tobytes()].append(int(self.others[place]))
        return [sorted(alike) for alike in classes.values()]


@takes_matroids
def loops(matroid: Matroid) -> Set:
    """Return the elements that are in no basis. The matroid may have any size.

    >>> from matroidlab import GraphicMatroid
    >>> loops(GraphicMatroid([(0, 0), (0, 1)]))
    (0,)
    """
    table = ready_table(matroid)
    if table is not None:
        ranks = table.lookup
        return tuple([element for element in range(table.size) if not ranks[1 << element]])
    return tuple(
        e for e in range(matroid.size) if not matroid.is_independent(np.array([e], dtype=np.intp))
    )


@takes_matroids
def coloops(matroid: Matroid) -> Set:
    """Return the elements that are in every basis. The matroid may have any size.

    >>> from matroidlab import GraphicMatroid
    >>> coloops(GraphicMatroid([(0, 0), (0, 1)]))
    (1,)
    """
    table = ready_table(matroid)
    if table is not None:
        ranks = table.lookup
        last = len(ranks) - 1
        return tuple([e for e in range(table.size) if ranks[last ^ 1 << e] < ranks[last]])
    found = Exchanges.of(matroid)
    return tuple(found.basis[~found.swaps.any(axis=0)].tolist())


@takes_matroids
def parallel_classes(matroid: Matroid) -> list[Set]:
    """Return the classes of parallel elements, without loops. The matroid may have any size.

    >>> from matroidlab import GraphicMatroid
    >>> parallel_classes(GraphicMatroid([(0, 0), (0, 1), (1, 2), (1, 0)]))
    [(1, 3), (2,)]
    """
    table = ready_table(matroid)
    if table is not None:
        return _classes_by_lookup(table.lookup, table.size)
    uniform = _classes_of_blocks(matroid, dual=False)
    if uniform is not None:
        return uniform
    return _separated(Exchanges.of(matroid), matroid)


@takes_matroids
def series_classes(matroid: Matroid) -> list[Set]:
    """Return the parallel classes of the dual, coloops left out. The matroid may have any size.

    >>> from matroidlab import GraphicMatroid
    >>> series_classes(GraphicMatroid([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (0, 2)]))
    [(0, 1), (2,), (5,)]
    """
    table = ready_table(matroid)
    if table is not None:
        return _classes_by_lookup(table.dual.lookup, table.size)
    uniform = _classes_of_blocks(matroid, dual=True)
    if uniform is not None:
        return uniform
    return _separated(Exchanges.of(matroid).dual, Dual(matroid))


@takes_matroids
def components(matroid: Matroid) -> list[Set]:
    """Return the connected components. The matroid may have any size.

    Two elements are in the same component if they are equal or some circuit contains both.

    >>> from matroidlab import GraphicMatroid
    >>> components(GraphicMatroid([(0, 1), (2, 3), (1, 2), (0, 1), (0, 2)]))
    [(0, 2, 3, 4), (1,)]
    """
    table = ready_table(matroid)
    if table is not None:
        return _components_by_lookup(table.lookup, table.size)
    blocks = _uniform_blocks(matroid)
    if blocks is not None:
        return _sorted_sets(
            [
                part
                for rank, block in blocks
                for part in ([block] if 0 < rank < len(block) else [[e] for e in block])
            ]
        )
    component = component_of(matroid)
    order = np.argsort(component, kind="stable")
    firsts = np.flatnonzero(np.diff(component[order], prepend=-1))
    return [tuple(part.tolist()) for part in np.split(order, firsts[1:])] if len(order) else []


def _classes_by_lookup(ranks: bytes, size: int) -> list[Set]:
    classes: list[list[int]] = []
    for element in range(size):
        bit = 1 << element
        if not ranks[bit]:
            continue
        for known in classes:
            if ranks[bit | 1 << known[0]] == 1:
                known.append(element)
                break
        else:
            classes.append([element])
    return [tuple(known) for known in classes]


def _components_by_lookup(ranks: bytes, size: int) -> list[Set]:
    rank = ranks[-1]
    basis = 0
    for element in range(size):
        if ranks[basis | 1 << element] > ranks[basis]:
            basis |= 1 << element
    inside = [1 << element for element in range(size) if basis >> element & 1]
    parts: list[int] = []
    covered = 0
    for element in range(size):
        bit = 1 << element
        if basis & bit:
            continue
        circuit = bit
        for old in inside:
            if ranks[basis ^ old | bit] == rank:
                circuit |= old
        if circuit & covered:
            for part in [part for part in parts if part & circuit]:
                parts.remove(part)
                circuit |= part
        parts.append(circuit)
        covered |= circuit
    parts += [bit for bit in inside if not bit & covered]
    parts.sort(key=lambda part: part & -part)
    return [tuple([e for e in range(size) if part >> e & 1]) for part in parts]


def _uniform_blocks(matroid: Matroid) -> list[tuple[int, list[int]]] | None:
    """The rank and the elements of each block of a direct sum of uniform matroids, or None."""
    blocks = uniform_blocks_of(matroid)
    if blocks is None:
        return None
    order = np.argsort(blocks, kind="stable")
    kept = matroid.greedy(np.arange(matroid.size))
    count = int(blocks.max(initial=-1)) + 1
    ranks = np.bincount(blocks[kept], minlength=count).tolist()
    ends = np.cumsum(np.bincount(blocks, minlength=count))[:-1]
    return [(rank, part.tolist()) for rank, part in zip(ranks, np.split(order, ends), strict=False)]


def _classes_of_blocks(matroid: Matroid, *, dual: bool) -> list[Set] | None:
    blocks = _uniform_blocks(matroid)
    if blocks is None:
        return None
    found: list[list[int]] = []
    for rank, block in blocks:
        here = len(block) - rank if dual else rank
        if here:
            found += [block] if here == 1 else [[element] for element in block]
    return _sorted_sets(found)


def _sorted_sets(sets: list[list[int]]) -> list[Set]:
    return sorted(tuple(part) for part in sets)


def _separated(exchanges: Exchanges, matroid: Matroid) -> list[Set]:
    """Split the classes of elements that replace the same ones into those that are parallel."""

    def parallel(first: int, second: int) -> bool:
        return not matroid.is_independent(np.array([first, second], dtype=np.intp))

    return _sorted_sets([part for alike in exchanges.alike() for part in _split(alike, parallel)])


def _split(elements: list[int], equal: Callable[[int, int], bool]) -> list[list[int]]:
    classes: list[list[int]] = []
    for element in elements:
        mine = next((known for known in classes if equal(known[0], element)), None)
        if mine is None:
            classes.append([element])
        else:
            mine.append(element)
    return classes
