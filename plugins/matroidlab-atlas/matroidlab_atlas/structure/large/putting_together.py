"""A regular matroid put together from its parts, to check a decomposition."""

import numpy as np

from matroidlab_atlas.structure.known_graphs import incidence_matrix
from matroidlab_atlas.structure.large.fundamental import Fundamental, bits
from matroidlab_atlas.structure.large.regularity import Decomposition, Leaf, is_r10
from matroidlab_atlas.structure.matrices import Matrix


def is_decomposition(found: Decomposition, graph: Fundamental) -> bool:
    """Whether the parts are what they say, and make the matroid.

    Every sum is along one element of both parts, or along three that are a circuit of both. Such
    sums of regular matroids are regular (Brylawski 1975; Oxley 2011, 12.4). The vectors of the sum
    are those of both parts, in a space where the shared elements have one vector each.
    """
    groups = []
    for leaf in found.leaves:
        vectors = _vectors(leaf)
        if vectors is None:
            return False
        groups.append(vectors)
    for join in reversed(found.joins):
        sides = [group for group in groups if set(join) <= set(group)]
        if len(sides) != 2 or not all(_is_joint(side, join) for side in sides):
            return False
        rest = [group for group in groups if group is not sides[0] and group is not sides[1]]
        groups = [*rest, _sum(sides[0], sides[1], join)]
    whole = _beside_one_another(groups)
    if sorted(whole) != sorted(graph.near):
        return False
    return _graph(whole) == _graph(_columns(graph))


Vectors = dict[int, int]
"""The vector over GF(2) of each element, as the bits of an integer."""


def _vectors(leaf: Leaf) -> Vectors | None:
    """The vectors of a part, or None if it is said to be R10 and is not."""
    if leaf.kind == "R10":
        graph = Fundamental.of_rows(dict(leaf.rows), leaf.elements)
        return _columns(graph) if is_r10(graph) else None
    graph = Fundamental.of_matrix(incidence_matrix(leaf.edges) % 2)
    columns = _columns(graph if leaf.kind == "graphic" else graph.dual)
    return {element: columns[place] for place, element in enumerate(leaf.elements)}


def _columns(graph: Fundamental) -> Vectors:
    return {
        element: 1 << element if graph.basis >> element & 1 else graph.near[element]
        for element in graph.near
    }


def _is_joint(side: Vectors, join: tuple[int, ...]) -> bool:
    vectors = [side[number] for number in join]
    if not all(vectors):
        return False
    return len(join) == 1 or (vectors[0] != vectors[1] and vectors[0] ^ vectors[1] == vectors[2])


def _sum(first: Vectors, second: Vectors, join: tuple[int, ...]) -> Vectors:
    """The vectors of both parts modulo the differences of those of shared elements."""
    shift = _width(first)
    second = {element: vector << shift for element, vector in second.items()}
    for number in join:
        pivot = first[number] ^ second[number]
        lowest = pivot & -pivot
        if pivot:
            first = {e: v ^ pivot if v & lowest else v for e, v in first.items()}
            second = {e: v ^ pivot if v & lowest else v for e, v in second.items()}
    return {e: v for part in (first, second) for e, v in part.items() if e not in join}


def _beside_one_another(groups: list[Vectors]) -> Vectors:
    found: Vectors = {}
    shift = 0
    for group in groups:
        found |= {element: vector << shift for element, vector in group.items()}
        shift += _width(group)
    return found


def _width(vectors: Vectors) -> int:
    return max((vector.bit_length() for vector in vectors.values()), default=0)


def _graph(vectors: Vectors) -> Fundamental:
    """The fundamental graph of the first basis."""
    order = sorted(vectors)
    matrix: Matrix = np.zeros((_width(vectors), len(order)), dtype=np.int64)
    for place, element in enumerate(order):
        matrix[list(bits(vectors[element])), place] = 1
    return Fundamental.of_matrix(matrix)
