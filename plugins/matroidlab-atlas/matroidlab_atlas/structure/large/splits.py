"""Components and 2-separations of binary matroids, as cuts of rank 0 and 1 of a graph.

The rank of the cut between two sets of vertices of the fundamental graph is the connectivity of
the matroid between them (Oxley 2011, 4.3 and 8.2). If the cut has rank 1 and the neighbours a and b
are on different sides, then x beside a and y beside b are neighbours exactly if x and b, and a and
y, are: where that fails, x beside a implies y beside a (Cunningham 1982, doi:10.1137/0603021). A
2-separation is a set that is closed under these implications; there is none if they link everything
both ways.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from matroidlab_atlas.structure.large.fundamental import Fundamental, bits

Implied = Callable[[int], int]


@dataclass(frozen=True)
class Piece:
    """A part of a matroid that is cut along 2-separations.

    Attributes
    ----------
    graph
        The fundamental graph. Where the matroid was cut, this part and another have one more
        element each, with the same number: the matroid is their 2-sum along it.
    stands
        For each of these numbers, an element of the whole matroid that stands for it: the graph
        within the part's own elements and these is the minor.
    """

    graph: Fundamental
    stands: dict[int, int]

    @property
    def kept(self) -> int:
        """The elements of the whole matroid that make a minor like this part."""
        return sum(1 << self.stands.get(element, element) for element in self.graph.near)


def reached(start: int, implied: Implied, inside: int) -> int:
    """Return the elements that follow from some by implication, among those ``inside``."""
    found = start
    new = start
    while new:
        more = 0
        for element in bits(new):
            more |= implied(element)
        new = more & inside & ~found
        found |= new
    return found


def component_masks(graph: Fundamental) -> list[int]:
    """Return the components of the matroid, which are those of its graph."""
    left = graph.elements
    found = []
    while left:
        part = reached(left & -left, graph.near.__getitem__, left)
        found.append(part)
        left &= ~part
    return found


def pieces(graph: Fundamental, numbers: Iterator[int] | None = None) -> list[Piece]:
    """Return the parts of the matroid that have no 2-separations; in each component, a 2-sum.

    The elements along which it is cut get the next numbers, or those from the size on.
    """
    numbers = numbers or count(graph.elements.bit_length())
    todo = [(Piece(graph.within(part), {}), _Together()) for part in component_masks(graph)]
    done = []
    while todo:
        piece, together = todo.pop()
        side = _twins(piece.graph) or _split(piece.graph, together)
        if side is None:
            done.append(piece)
        else:
            todo.extend((half, together) for half in _halves(piece, side, next(numbers)))
    return done


def two_separation(graph: Fundamental) -> int | None:
    """Return a part of a 2-separation of a connected matroid, or None if there is none.

    >>> two_separation(Fundamental({0: 0b1100, 1: 0b1000, 2: 0b0001, 3: 0b0011}, basis=0b0011))
    10
    """
    return _twins(graph) or _split(graph, _Together())


class _Together:
    """Elements that no 2-separation separates, in classes."""

    def __init__(self) -> None:
        self.above: dict[int, int] = {}

    def of(self, element: int) -> int:
        while self.above.get(element, element) != element:
            element = self.above[element]
        return element

    def join(self, first: int, second: int) -> None:
        self.above[self.of(first)] = self.of(second)


def _halves(piece: Piece, side: int, number: int) -> Iterator[Piece]:
    """The two sides of a 2-separation, each with a new element for what they share."""
    graph = piece.graph
    other = graph.elements & ~side
    for part, rest in ((side, other), (other, side)):
        first = next(element for element in bits(rest) if graph.near[element] & part)
        near = {element: graph.near[element] & part for element in bits(part)}
        near[number] = graph.near[first] & part
        for element in bits(near[number]):
            near[element] |= 1 << number
        basis = graph.basis & part | (graph.basis >> first & 1) << number
        stands = {e: piece.stands[e] for e in bits(part) if e in piece.stands}
        stands[number] = piece.stands.get(first, first)
        yield Piece(Fundamental(near, basis), stands)


def _twins(graph: Fundamental) -> int | None:
    """Two elements that are parallel or in series, in a connected matroid of at least 4."""
    if len(graph.near) < 4:
        return None
    known: dict[tuple[int, int], int] = {}
    for element, near in graph.near.items():
        bit = 1 << element
        if not near & (near - 1):
            return bit | near
        twin = known.setdefault((near, graph.basis >> element & 1), bit)
        if twin != bit:
            return bit | twin
    return None


def _split(graph: Fundamental, together: _Together) -> int | None:
    """A part of a 2-separation of a connected matroid, or None.

    Some edge of any spanning tree of the graph joins the two sides.
    """
    everything = graph.elements
    if len(graph.near) < 4:
        return None
    for first, second in _tree(graph):
        if together.of(first) == together.of(second):
            continue
        side = _split_between(graph, everything, first, second)
        if side is not None:
            return side
        together.join(first, second)
    return None


def _tree(graph: Fundamental) -> Iterator[tuple[int, int]]:
    """The edges of a spanning tree."""
    seen = graph.elements & -graph.elements
    queue = list(bits(seen))
    for element in queue:
        for other in bits(graph.near[element] & ~seen):
            yield element, other
            queue.append(other)
        seen |= graph.near[element]


def _split_between(graph: Fundamental, everything: int, a: int, b: int) -> int | None:
    """The part with ``a`` of a 2-separation that has ``b`` on the other side, or None."""
    near = graph.near
    bit_a = 1 << a
    bit_b = 1 << b

    def implied(x: int) -> int:
        return near[x] ^ (near[a] if near[x] & bit_b else 0)

    def implying(y: int) -> int:
        return near[y] ^ (near[b] if near[y] & bit_a else 0)

    inside = everything & ~bit_a & ~bit_b
    some = inside & -inside
    closed = reached(some, implied, inside)
    if closed == inside:
        closed = inside & ~reached(some, implying, inside)
    return closed | bit_a if closed else None
