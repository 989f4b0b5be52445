from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import InvalidElementsError, InvalidMatroidError
from matroidlab.families.batched_by_rows import BatchedByRows
from matroidlab.families.graphic.exchange_kernels import (
    FOREST_KERNELS,
    ROWS,
    GraphArrays,
    forest_exchange_rows,
)
from matroidlab.families.graphic.k4_minor import GraphOrderability
from matroidlab.families.graphic.kernels import Graph, forests, kruskal_rows, path_swaps
from matroidlab.kernels.sorting import sort_space
from matroidlab.protocol import Part
from matroidlab.types import (
    MASK_BITS,
    Booleans,
    Elements,
    ElementsLike,
    Masks,
    as_elements,
    as_int_tuples,
    check_items,
)

if TYPE_CHECKING:
    import networkx as nx

    from matroidlab.labelled import Labelled


@dataclass(frozen=True)
class GraphicMatroid(BatchedByRows):
    """The matroid of the edges of a graph; its independent sets are the forests.

    >>> triangle_and_tail = GraphicMatroid(edges=[(0, 1), (1, 2), (0, 2), (2, 3)])
    >>> triangle_and_tail.greedy(np.array([0, 1, 2, 3]))
    array([0, 1, 3])

    Element ``i`` is the edge ``edges[i]``; vertices are any integers. Loops, parallel edges and
    several components are all right. Strongly base-orderable exactly when the graph has no K4
    minor.

    Parameters
    ----------
    edges
        The two vertices of each edge. ``GraphicMatroid.from_networkx`` takes a graph instead.

    Raises
    ------
    InvalidMatroidError
        If an edge is not a pair of integers.

    See Also
    --------
    TransversalMatroid, max_weight_basis
    """

    edges: Sequence[tuple[int, int]]

    def __post_init__(self) -> None:
        if hasattr(self.edges, "edges"):
            raise InvalidMatroidError(
                "edges must be pairs of vertices, got a graph; "
                "use GraphicMatroid.from_networkx(graph)"
            )
        edges = as_int_tuples(self.edges, name="edges", error=InvalidMatroidError)
        for i, edge in enumerate(edges):
            if len(edge) != 2:
                raise InvalidMatroidError(
                    f"edges must be pairs of vertices, but edges[{i}] is {edge}"
                )
        object.__setattr__(self, "edges", edges)

    @classmethod
    def from_networkx(cls, graph: "nx.Graph[Any]") -> "Self | Labelled":
        """Return the matroid of ``graph.edges``; vertices are numbered as in ``graph.nodes``.

        >>> import networkx as nx
        >>> GraphicMatroid.from_networkx(nx.path_graph(3))
        GraphicMatroid(edges=((0, 1), (1, 2)))
        >>> GraphicMatroid.from_networkx(nx.path_graph(["Ulm", "Bonn"])).element_names
        ('Ulm-Bonn',)

        If vertices are not integers, the elements are named by them, or by the attribute ``name``
        if every edge has one; parallel edges are counted, as in ``Ulm-Bonn (2)``.
        """
        from matroidlab.families.graphic.edge_names import names_of_edges  # noqa: PLC0415 - seldom
        from matroidlab.labelled import Labelled  # noqa: PLC0415 - seldom used

        number = {node: i for i, node in enumerate(graph.nodes)}
        matroid = cls([(number[edge[0]], number[edge[1]]) for edge in graph.edges])
        names = names_of_edges(graph)
        return matroid if names is None else Labelled(matroid, names)

    @property
    def size(self) -> int:
        """The number of edges."""
        return len(self.edges)

    @cached_property
    def rank(self) -> int:
        """The number of edges of a spanning forest."""
        return len(self.greedy(np.arange(self.size)))

    @cached_property
    def _graph(self) -> Graph:
        """The edges, with vertices numbered in ascending order."""
        tails, heads = np.searchsorted(
            self._vertices, np.array(self.edges, dtype=object).reshape(-1, 2).T
        )
        return Graph(tails, heads, len(self._vertices))

    @cached_property
    def _vertices(self) -> NDArray[np.object_]:
        return np.unique(np.array(self.edges, dtype=object).ravel())

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the edges close no cycle; union-find, nearly O(vertices)."""
        return len(self.greedy(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The edges that join two trees of the forest so far (Kruskal); nearly O(edges)."""
        check_items(order, size=self.size, name="elements")
        forest = np.empty((1, min(len(order), max(self._graph.vertices - 1, 0))), dtype=np.intp)
        return forest[0, : self._keep_rows(order[None], forest)]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An edge replaces the edges on the path between its ends, or any if there is no path."""
        self._check_forest(independent)
        check_items(incoming, size=self.size, name="elements")
        allowed = np.zeros((len(incoming), len(independent)), dtype=np.bool_)
        path_swaps(independent, incoming, self._graph, allowed)
        return allowed

    def _check_forest(self, elements: Elements) -> None:
        """Kernels have room for no more edges than a forest has."""
        check_items(elements, size=self.size, name="elements")
        if len(elements) > self.rank:
            raise InvalidElementsError(
                f"independent must have at most {self.rank} edges, got {len(elements)}"
            )

    def pairwise(self) -> None:
        """All swaps of a set cost little more than one."""

    exchanges_are_strong: ClassVar[bool] = False

    def _keep_rows(self, orders: Elements, out: Elements) -> int:
        return kruskal_rows(orders, self._graph, out)

    def _exchange_rows(self, source: Elements, target: Elements, out: Elements) -> None:
        forest_exchange_rows(source, target, self._graph, out)

    def part(self) -> Part:
        """Kruskal's algorithm, and the same matching."""
        space = np.zeros((ROWS, max(self.size, 2 * self._graph.vertices)), dtype=np.intp)
        return Part(FOREST_KERNELS, GraphArrays(self._graph, space, sort_space(self.size)))

    def delete(self, elements: ElementsLike, /) -> Self:
        """The matroid of the graph without some edges; the others are renumbered, in order.

        >>> GraphicMatroid(edges=[(0, 1), (1, 2), (0, 2)]).delete([1])
        GraphicMatroid(edges=((0, 1), (0, 2)))
        """
        removed = set(as_elements(elements, size=self.size).tolist())
        return type(self)([edge for i, edge in enumerate(self.edges) if i not in removed])

    def contract(self, elements: ElementsLike, /) -> Self:
        """The matroid of the graph with some edges shrunk to points.

        A point is called as the smallest vertex in it.

        >>> GraphicMatroid(edges=[(0, 1), (1, 2), (0, 2)]).contract([1])
        GraphicMatroid(edges=((0, 1), (0, 1)))
        """
        removed = as_elements(elements, size=self.size)
        tails, heads, vertices = self._graph
        point = np.arange(vertices)
        for edge in removed:
            ends = point[tails[edge]], point[heads[edge]]
            point[point == max(ends)] = min(ends)
        ends = self._vertices[point[tails]].tolist(), self._vertices[point[heads]].tolist()
        return type(self)(list(zip(*ends, strict=True))).delete(removed)

    @property
    def element_names(self) -> tuple[str, ...]:
        """The edges by their ends, for messages."""
        return tuple(f"{u}-{v}" for u, v in self.edges)

    def tabulated(self) -> Self | None:
        """Sets as bit masks, where one word holds them."""
        return self if self.size <= MASK_BITS else None

    def are_independent(self, masks: Masks, /) -> Booleans:
        """Whether the edges of each set close no cycle, for all sets at once."""
        return forests(masks, self._graph)

    def graph_edges(self) -> Sequence[tuple[int, int]]:
        """The graph itself, to be drawn."""
        return self.edges

    def orderability(self) -> GraphOrderability:
        """Strong bijections by series-parallel reduction, or a violation from a K4 minor."""
        return GraphOrderability(self, self.edges)
