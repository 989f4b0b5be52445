"""Whether a binary matroid is regular, by Seymour's decomposition.

A matroid without 2-separations that is regular but neither graphic nor cographic is R10, or it has
the minor R12 whose 3-separation, 6 elements on either side, extends to the matroid (Seymour 1980,
doi:10.1016/0095-8956(80)90075-1). Both pass to minors step by step (the Splitter Theorem, Oxley
2011, 12.1.2). So the smallest minors that are neither graphic nor cographic in some part are F7,
F7*, R10 and R12, and whichever is found first decides: F7 and F7* are excluded; R10 must be the
whole part; R12 gives the 3-separation, and both sides, with the line that they share added, are
minors of the part, to be decided in turn.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count

from matroidlab import ExplicitMatroid
from matroidlab.subsets import RankTable
from matroidlab_atlas.structure.large.fundamental import Fundamental, bits
from matroidlab_atlas.structure.large.realization import Edge, drawn_piece
from matroidlab_atlas.structure.large.shrinking import SmallMinor, shrunk
from matroidlab_atlas.structure.large.splits import Piece, pieces, reached
from matroidlab_atlas.structure.matrices import ranks_over
from matroidlab_atlas.structure.names import name_of


@dataclass(frozen=True)
class Leaf:
    """A part that is graphic, cographic or R10, of the decomposition of a regular matroid.

    Attributes
    ----------
    kind
        ``"graphic"``, ``"cographic"`` or ``"R10"``.
    elements
        The elements; those from the size of the matroid on are shared with other parts, one along a
        2-sum and three along a 3-sum.
    edges
        The edge of each element in the graph, or in that of the dual; none for R10.
    rows
        For R10, the elements of a basis, each with the sum of 2**e over the elements e that can
        replace it.
    """

    kind: str
    elements: tuple[int, ...]
    edges: tuple[Edge, ...] = ()
    rows: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Decomposition:
    """A regular matroid as 1-, 2- and 3-sums of parts that are graphic, cographic or R10.

    Attributes
    ----------
    leaves
        The parts.
    joins
        For each sum, the numbers of the elements along which it is taken, one or three. The last
        sums come first when the matroid is put together.
    """

    leaves: tuple[Leaf, ...]
    joins: tuple[tuple[int, ...], ...]


def decomposition(graph: Fundamental) -> Decomposition | None:
    """Return the parts of a regular matroid, or None if the binary matroid is not regular."""
    start = graph.elements.bit_length()
    numbers = count(start)
    todo = [graph]
    leaves = []
    lines: list[tuple[int, ...]] = []
    while todo:
        for piece in pieces(todo.pop(), numbers):
            leaf = _leaf(piece.graph)
            if leaf is not None:
                leaves.append(leaf)
                continue
            line = next(numbers), next(numbers), next(numbers)
            sides = _three_sum(piece.graph, line)
            if sides is None:
                return None
            lines.append(line)
            todo.extend(sides)
    on_lines = {number for line in lines for number in line}
    points = [(number,) for number in range(start, next(numbers)) if number not in on_lines]
    return Decomposition(tuple(leaves), tuple(sorted([*points, *lines])))


def nonregular_piece(graph: Fundamental) -> Piece | None:
    """Return a part without 2-separations that is not regular, or None."""
    return next((piece for piece in pieces(graph) if decomposition(piece.graph) is None), None)


def _leaf(graph: Fundamental) -> Leaf | None:
    for kind, drawn in (("graphic", graph), ("cographic", graph.dual)):
        edges = drawn_piece(drawn)
        if edges is not None:
            return Leaf(kind, tuple(edges), tuple(edges.values()))
    if not is_r10(graph):
        return None
    rows = tuple((element, graph.near[element]) for element in bits(graph.basis))
    return Leaf("R10", tuple(graph.near), rows=rows)


def is_r10(graph: Fundamental) -> bool:
    """Whether a binary matroid is R10.

    >>> near = {i: sum(1 << 5 + (i + j) % 5 for j in (0, 1, 4)) for i in range(5)}
    >>> is_r10(Fundamental.of_rows(near, range(10)))
    True
    """
    return (
        len(graph.near) == 10
        and graph.basis.bit_count() == 5
        and name_of(small_matroid(graph)) == "R10"
    )


def small_matroid(graph: Fundamental) -> ExplicitMatroid:
    """Return a matroid of at most 22 elements by its bases, elements in ascending order."""
    order = sorted(graph.near)
    matrix = graph.matrix(max(order, default=-1) + 1)[:, order]
    table = RankTable(len(order), ranks_over(matrix, 2))
    return ExplicitMatroid.known(table.size, table.bases)


def neither_part(graph: Fundamental) -> Piece | None:
    """Return a part without 2-separations that is neither graphic nor cographic, or None."""
    return next(
        (
            piece
            for piece in pieces(graph)
            if drawn_piece(piece.graph) is None and drawn_piece(piece.graph.dual) is None
        ),
        None,
    )


def smallest_neither(graph: Fundamental) -> SmallMinor:
    """Return F7, F7*, R10 or R12 as a minor of a matroid that has a part that is neither."""

    def failing(minor: Fundamental) -> int | None:
        found = neither_part(minor)
        return None if found is None else found.kept

    return shrunk(graph, failing)


def _three_sum(graph: Fundamental, line: tuple[int, int, int]) -> list[Fundamental] | None:
    """Two smaller parts whose 3-sum is a part that is not a leaf, or None if it is not regular."""
    minor = smallest_neither(graph)
    if len(minor.graph.near) != 12:
        return None
    whole = minor.whole_for_its_basis(graph)
    for side in _halves_of_rank_two(minor.graph):
        part = _induced(whole, side, minor.graph.elements & ~side)
        if part is not None:
            return _sides(whole, part, line)
    return None


def _halves_of_rank_two(graph: Fundamental) -> Iterator[int]:
    """The parts of 6 elements of 3-separations of R12."""
    first, *others = graph.near
    for chosen in combinations(others, 5):
        side = sum(1 << element for element in (first, *chosen))
        if len(_row_basis(graph, side, graph.elements & ~side)) == 2:
            yield side


def _row_basis(graph: Fundamental, side: int, other: int) -> dict[int, int]:
    """Elements of a side whose neighbours on the other side are a basis of all such sets."""
    found: dict[int, int] = {}
    reduced: list[int] = []
    for element in bits(side):
        row = graph.near[element] & other
        rest = row
        for known in reduced:
            rest = min(rest, rest ^ known)
        if rest:
            reduced.append(rest)
            found[element] = row
    return found


def _induced(graph: Fundamental, side: int, other: int) -> int | None:
    """The least part of a 3-separation that holds one set and misses another, or None.

    The cut between the two sets has rank 2. As for 2-separations: an element of the side must have
    the neighbours beyond that follow from those of two elements on each side; other neighbours
    belong to the side.
    """
    rows = _row_basis(graph, side, other)
    columns = list(_row_basis(graph, other, side))
    first, second = rows
    # All combinations of the two rows, by what they have at the two columns.
    combined = {
        _seen(row, columns): row
        for row in (
            0,
            graph.near[first],
            graph.near[second],
            graph.near[first] ^ graph.near[second],
        )
    }

    def implied(element: int) -> int:
        near = graph.near[element]
        return near ^ combined[_seen(near, columns)]

    part = reached(side, implied, graph.elements)
    return None if part & other else part


def _seen(row: int, columns: list[int]) -> int:
    return sum((row >> column & 1) << place for place, column in enumerate(columns))


def _sides(graph: Fundamental, part: int, line: tuple[int, int, int]) -> list[Fundamental]:
    """Both sides of a 3-separation, each with the line of three points that the sides share."""
    other = graph.elements & ~part
    graph = _leaning(graph, part, other)
    # Now the columns of the part use all rows, and those of the other side only its own.
    rows = graph.basis & other
    above, below = _row_basis(graph, rows, part).values()
    x, y, z = line
    near = {element: graph.near[element] & part for element in bits(part & graph.basis)}
    ours = Fundamental.of_rows(
        near | {x: above | 1 << z, y: below | 1 << z}, [*bits(part), x, y, z]
    )
    theirs = {}
    for row in bits(rows):
        beyond = graph.near[row] & part
        has_x = beyond in (above, above ^ below)
        has_y = beyond in (below, above ^ below)
        theirs[row] = graph.near[row] & other | has_x << x | has_y << y | (has_x ^ has_y) << z
    return [ours, Fundamental.of_rows(theirs, [*bits(other), x, y, z])]


def _leaning(graph: Fundamental, part: int, other: int) -> Fundamental:
    """The matroid for a basis with as many elements of the other side as possible."""
    while True:
        old = next((e for e in bits(graph.basis & part) if graph.near[e] & other), None)
        if old is None:
            return graph
        graph = graph.pivoted(old, next(bits(graph.near[old] & other)))
