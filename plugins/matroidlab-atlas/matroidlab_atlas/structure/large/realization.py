"""A graph for a binary matroid, if there is one.

The matroid is cut along 2-separations, and each part without them is drawn in one way only
(Whitney 1933). The elements of the basis become a tree. Each of them, t, cuts the tree in two: the
components of the matroid without the fundamental cocircuit of t (its *bridges*) lie on one side
each, and two bridges that *overlap* lie on different sides (Tutte 1959,
doi:10.1090/S0002-9947-1959-0101527-3). Without 2-separations all bridges are linked by overlaps,
so that the sides are known, hence the tree, hence the graph; a last comparison decides.
"""

from matroidlab_atlas.structure.large.fundamental import Fundamental, bits
from matroidlab_atlas.structure.large.splits import Piece, pieces, reached

Edge = tuple[int, int]
Vertex = tuple[int, int]
"""The number of a part, and of the vertex in it."""


def graph_of_binary(graph: Fundamental) -> list[Edge] | None:
    """Return an edge for each element ``0, 1, ...`` of a binary matroid, or None.

    >>> graph_of_binary(Fundamental({0: 0b100, 1: 0b100, 2: 0b011}, basis=0b011))
    [(0, 1), (0, 2), (1, 2)]
    """
    drawn = []
    for piece in pieces(graph):
        edges = drawn_piece(piece.graph)
        if edges is None:
            return None
        drawn.append(edges)
    return glued(drawn, len(graph.near))


def nongraphic_piece(graph: Fundamental) -> Piece | None:
    """Return a part without 2-separations that is not graphic, or None."""
    return next((piece for piece in pieces(graph) if drawn_piece(piece.graph) is None), None)


def drawn_piece(graph: Fundamental) -> dict[int, Edge] | None:
    """Return the graph of a matroid without 2-separations, or None if it is not graphic."""
    tree = _tree(graph)
    if tree is None:
        return None
    edges = dict(tree)
    for element in bits(graph.elements & ~graph.basis):
        odd = set[int]()
        for old in bits(graph.near[element]):
            odd ^= set(tree[old])
        if len(odd) != (2 if graph.near[element] else 0):
            return None
        first, second = sorted(odd) if odd else (0, 0)
        edges[element] = first, second
    return edges


def glued(parts: list[dict[int, Edge]], size: int) -> list[Edge]:
    """Return one graph: parts with an edge of the same number are glued along it, without it."""
    vertices = _Vertices()
    shared: dict[int, tuple[Vertex, Vertex]] = {}
    for place, edges in enumerate(parts):
        for number, (u, v) in edges.items():
            if number >= size:
                ends = (place, u), (place, v)
                for mine, theirs in zip(ends, shared.setdefault(number, ends), strict=True):
                    vertices.join(mine, theirs)
    names: dict[Vertex, int] = {}
    edge_of: dict[int, Edge] = {}
    for place, edges in enumerate(parts):
        for number, (u, v) in edges.items():
            if number < size:
                first = names.setdefault(vertices.of((place, u)), len(names))
                second = names.setdefault(vertices.of((place, v)), len(names))
                edge_of[number] = first, second
    return [edge_of[element] for element in range(size)]


class _Vertices:
    """Vertices of parts, of which some are joined to one."""

    def __init__(self) -> None:
        self.above: dict[Vertex, Vertex] = {}

    def of(self, vertex: Vertex) -> Vertex:
        while self.above.get(vertex, vertex) != vertex:
            vertex = self.above[vertex]
        return vertex

    def join(self, first: Vertex, second: Vertex) -> None:
        self.above[self.of(first)] = self.of(second)


def _tree(graph: Fundamental) -> dict[int, Edge] | None:
    """The tree of the elements of the basis, from the sides on which they lie of each other."""
    beyond: dict[int, int] = dict.fromkeys(bits(graph.basis), 0)
    for element in bits(graph.basis):
        second = _second_side(graph, element)
        if second is None:
            return None
        for other in bits(second):
            beyond[other] |= 1 << element
    # A vertex is known by the side of every element on which it lies.
    names: dict[int, int] = {}
    tree = {}
    for element, signature in beyond.items():
        first = names.setdefault(signature, len(names))
        second = names.setdefault(signature | 1 << element, len(names))
        tree[element] = first, second
    return tree if len(names) in (0, len(tree) + 1) and _is_forest(tree) else None


def _is_forest(tree: dict[int, Edge]) -> bool:
    vertices = _Vertices()
    for u, v in tree.values():
        if vertices.of((0, u)) == vertices.of((0, v)):
            return False
        vertices.join((0, u), (0, v))
    return True


def _second_side(graph: Fundamental, element: int) -> int | None:
    """The elements of the basis on the second side of one, or None if the sides contradict.

    The first side is that of the first bridge.
    """
    cocircuit = graph.near[element] | 1 << element
    left = graph.elements & ~cocircuit
    bridges = []
    while left:
        bridge = reached(left & -left, graph.near.__getitem__, left)
        left &= ~bridge
        bridges.append((bridge & graph.basis, _classes(graph, cocircuit, bridge & graph.basis)))
    sides: dict[int, int] = {}
    for start in range(len(bridges)):
        if start in sides:
            continue
        sides[start] = 0
        queue = [start]
        for place in queue:
            for other in range(len(bridges)):
                if sides.get(other) == 1 - sides[place] or other == place:
                    continue
                if not _avoid(cocircuit, bridges[place][1], bridges[other][1]):
                    if other in sides:
                        return None
                    sides[other] = 1 - sides[place]
                    queue.append(other)
    return sum(rows for place, (rows, _) in enumerate(bridges) if sides[place])


def _classes(graph: Fundamental, cocircuit: int, rows: int) -> list[int]:
    """The classes of a cocircuit whose elements meet a bridge in the same way."""
    touched = 0
    for row in bits(rows):
        touched |= graph.near[row]
    touched &= cocircuit
    classes: dict[int, int] = {0: cocircuit & ~touched}
    for element in bits(touched):
        pattern = graph.near[element] & rows
        classes[pattern] = classes.get(pattern, 0) | 1 << element
    return list(classes.values())


def _avoid(cocircuit: int, first: list[int], second: list[int]) -> bool:
    """Whether a class of the first bridge and one of the second cover the cocircuit."""
    if len(first) < 2 or len(second) < 2:
        return True
    # The second class holds all of one of two classes of the first bridge, so one of two elements.
    for class_ in first[:2]:
        inside = next(other for other in second if other & class_ & -class_)
        rest = cocircuit & ~inside
        cover = next(other for other in first if other & rest & -rest)
        if not rest & ~cover:
            return True
    return False
