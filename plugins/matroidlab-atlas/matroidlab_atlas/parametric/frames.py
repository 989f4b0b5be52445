"""Wheels, whirls and Dowling geometries: graphs whose edges turn by a part of a circle."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from matroidlab import Delegated, GraphicMatroid, MatroidBase
from matroidlab.types import Elements
from matroidlab_atlas.parametric.arguments import as_number

Turn = tuple[int, int, int]
"""An edge from a vertex to another one, and by how many parts it turns.

A *joint* is an edge from a vertex to itself with a turn; it is dependent on nothing but the
component of the vertex.
"""


@dataclass(frozen=True)
class Wheel(Delegated):
    """M(W_r): the graphic matroid of a wheel with r spokes.

    >>> from matroidlab_atlas import name_of
    >>> name_of(Wheel(spokes=4)), Wheel(spokes=3).graph_edges()
    ('M(W4)', [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1)])

    The spokes come first, then the rim. By Tutte's theorem, wheels and whirls are the 3-connected
    matroids from which no element can be deleted or contracted. See Oxley 2011, section 8.4.

    Parameters
    ----------
    spokes
        The number of spokes, at least 2; the rank.
    """

    spokes: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "spokes", as_number(self.spokes, "spokes", 2))

    @property
    def size(self) -> int:
        """Spokes and rim."""
        return 2 * self.spokes

    @cached_property
    def parent(self) -> GraphicMatroid:
        """The matroid of the graph."""
        rim = range(1, self.spokes + 1)
        spokes = [(0, vertex) for vertex in rim]
        return GraphicMatroid([*spokes, *((vertex, vertex % self.spokes + 1) for vertex in rim)])


class _Frame(MatroidBase):
    """Edges with turns: a component may have one cycle, unless its turns add up to none.

    This is the frame matroid of a graph with gains in a cyclic group (Zaslavsky 1989): a set is
    independent if each component has no cycle, or only one, whose turns do not cancel.
    """

    @property
    @abstractmethod
    def _parts(self) -> int:
        """The number of turns that make a full circle."""

    @property
    @abstractmethod
    def _turns(self) -> Sequence[Turn]:
        """The edges."""

    @property
    def size(self) -> int:
        """The number of edges."""
        return len(self._turns)

    def is_independent(self, elements: Elements, /) -> bool:
        return len(self.greedy(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The edges that join two components, or make the first cycle of one; O(order)."""
        above: dict[int, tuple[int, int]] = {}
        full: set[int] = set()

        def root(vertex: int) -> tuple[int, int]:
            """The root of a component, and the turns on the way to it."""
            turns = 0
            while vertex in above:
                vertex, turn = above[vertex]
                turns += turn
            return vertex, turns

        def fits(start: int, end: int, turn: int) -> bool:
            one, from_start = root(start)
            two, from_end = root(end)
            if one == two:
                if one in full or (
                    start != end and (from_start - from_end - turn) % self._parts == 0
                ):
                    return False
                full.add(one)
                return True
            if one in full and two in full:
                return False
            above[one] = (two, turn + from_end - from_start)
            if one in full:
                full.add(two)
            return True

        return order[[fits(*self._turns[edge]) for edge in order.tolist()]]


@dataclass(frozen=True)
class Whirl(_Frame):
    """W^r: the wheel with r spokes in which the rim is a basis too.

    >>> from matroidlab_atlas import name_of
    >>> name_of(Whirl(spokes=2)), name_of(Whirl(spokes=3))
    ('U(2,4)', 'W^3')

    The spokes come first, then the rim. See Oxley 2011, section 8.4.

    Parameters
    ----------
    spokes
        The number of spokes, at least 2; the rank.
    """

    spokes: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "spokes", as_number(self.spokes, "spokes", 2))

    @property
    def _parts(self) -> int:
        return 2

    @cached_property
    def _turns(self) -> Sequence[Turn]:
        last = self.spokes - 1
        joints = [(vertex, vertex, 1) for vertex in range(self.spokes)]
        # Only the last edge turns, so the rim as a whole does.
        return [*joints, *((v, (v + 1) % self.spokes, int(v == last)) for v in range(self.spokes))]


@dataclass(frozen=True)
class DowlingGeometry(_Frame):
    """Q_r(G), the geometry of Dowling (1973) of rank r over the cyclic group G of m elements.

    >>> from matroidlab_atlas import name_of
    >>> name_of(DowlingGeometry(rank=3, order=2)), name_of(DowlingGeometry(rank=3, order=1))
    ('Q3(GF(3)*)', 'M(K4) = M(W3)')
    >>> from matroidlab_atlas import characteristic_polynomial
    >>> print(characteristic_polynomial(DowlingGeometry(rank=2, order=4)))  # (t - 1)(t - 5)
    t^2 - 6t + 5

    It has r joints, and on each line of two joints m other points, one for each element of the
    group. The joints come first, then points between joints 0 and 1, 0 and 2 and so on. Over a
    field that has m-th roots of unity, they are the unit vectors and the differences of a unit
    vector and a root times another one. See Oxley 2011, section 6.10.

    Parameters
    ----------
    rank
        The number of joints, at least 1.
    order
        The number of elements of the group.
    """

    rank: int = field()
    order: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank", as_number(self.rank, "rank", 1))
        object.__setattr__(self, "order", as_number(self.order, "order", 1))

    @property
    def _parts(self) -> int:
        return self.order

    @cached_property
    def _turns(self) -> Sequence[Turn]:
        joints = [(vertex, vertex, 1) for vertex in range(self.rank)]
        return [
            *joints,
            *(
                (start, end, turn)
                for start, end in combinations(range(self.rank), 2)
                for turn in range(self.order)
            ),
        ]
