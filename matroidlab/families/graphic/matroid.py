from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms.lanes import as_pair, check_lane_weights
from matroidlab.algorithms.tabulation import forests
from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidElementsError, InvalidMatroidError
from matroidlab.families.graphic.k4_minor import GraphOrderability
from matroidlab.families.graphic.kernels import (
    FOREST_KERNELS,
    ROWS,
    Graph,
    GraphArrays,
    forest_exchange_rows,
    kruskal_rows,
    path_swaps,
)
from matroidlab.kernels.sorting import descending, sort_space
from matroidlab.protocol import Part
from matroidlab.types import (
    MASK_BITS,
    Booleans,
    Elements,
    ElementsLike,
    Masks,
    Weights,
    as_elements,
    as_int_tuples,
    check_items,
)

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class GraphicMatroid(MatroidBase):
    """The matroid of the edges of a graph; its independent sets are the forests.

    >>> triangle_and_tail = GraphicMatroid(edges=[(0, 1), (1, 2), (0, 2), (2, 3)])
    >>> triangle_and_tail.greedy(np.array([0, 1, 2, 3]))
    array([0, 1, 3])

    Element ``i`` is the edge ``edges[i]``; vertices are any integers. Loops, parallel edges and several components
    are all right. Strongly base-orderable exactly when the graph has no K4 minor.
    """

    edges: Sequence[tuple[int, int]]

    def __post_init__(self) -> None:
        edges = as_int_tuples(self.edges, name="edges", error=InvalidMatroidError)
        for i, edge in enumerate(edges):
            if len(edge) != 2:
                raise InvalidMatroidError(f"edges must be pairs of vertices, but edges[{i}] is {edge}")
        object.__setattr__(self, "edges", edges)

    @classmethod
    def from_networkx(cls, graph: "nx.Graph[Any]") -> Self:
        """Return the matroid of ``graph.edges``, in that order, vertices numbered as in ``graph.nodes``.

        >>> import networkx as nx
        >>> GraphicMatroid.from_networkx(nx.path_graph("abc"))
        GraphicMatroid(edges=((0, 1), (1, 2)))
        """
        number = {node: i for i, node in enumerate(graph.nodes)}
        return cls([(number[edge[0]], number[edge[1]]) for edge in graph.edges])

    @property
    def size(self) -> int:
        """The number of edges."""
        return len(self.edges)

    @cached_property
    def _graph(self) -> Graph:
        """The edges, with vertices numbered in ascending order."""
        tails, heads = np.searchsorted(self._vertices, np.array(self.edges, dtype=object).reshape(-1, 2).T)
        return Graph(tails, heads, len(self._vertices))

    @cached_property
    def _vertices(self) -> NDArray[np.object_]:
        return np.unique(np.array(self.edges, dtype=object).ravel())

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the edges close no cycle; union-find, nearly O(vertices)."""
        return len(self.greedy(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The edges that join two trees of the forest so far (Kruskal); union-find, nearly O(edges)."""
        check_items(order, size=self.size, name="elements")
        forest = np.empty((1, min(len(order), max(self._graph.vertices - 1, 0))), dtype=np.intp)
        return forest[0, : kruskal_rows(order[None], self._graph, forest)]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An edge replaces what lies on the path between its ends, or anything if there is no path."""
        self._check_forest(independent)
        check_items(incoming, size=self.size, name="elements")
        allowed = np.zeros((len(incoming), len(independent)), dtype=np.bool_)
        path_swaps(independent, incoming, self._graph, allowed)
        return allowed

    def _check_forest(self, elements: Elements) -> None:
        """Kernels have room for no more edges than a forest has."""
        check_items(elements, size=self.size, name="elements")
        if len(elements) > self.rank:
            raise InvalidElementsError(f"independent must have at most {self.rank} edges, got {len(elements)}")

    def batched(self) -> Self:
        """All lanes in one call."""
        return self

    exchanges_are_strong: ClassVar[bool] = False

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:  # noqa: ARG002
        """Kruskal's algorithm for each lane."""
        check_lane_weights(weights, size=self.size)
        bases = np.empty((len(weights), self.rank), dtype=np.intp)
        kruskal_rows(descending(weights), self._graph, bases)
        return bases

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """A matching of each lane's edges along the paths of its forest."""
        source, target = as_pair(source, target, size=self.size, rank=self.rank)
        partners = np.empty(source.shape, dtype=np.intp)
        forest_exchange_rows(source, target, self._graph, partners)
        return partners

    def part(self) -> Part:
        """Kruskal's algorithm, and the same matching."""
        width = max(self.size, 2 * self._graph.vertices)
        space = np.zeros((ROWS, width), dtype=np.intp), sort_space(self.size)
        return Part(FOREST_KERNELS, GraphArrays(self._graph, *space))

    def delete(self, elements: ElementsLike, /) -> Self:
        """The matroid of the graph without some of its edges; the others are numbered anew, in order.

        >>> GraphicMatroid(edges=[(0, 1), (1, 2), (0, 2)]).delete([1])
        GraphicMatroid(edges=((0, 1), (0, 2)))
        """
        removed = set(as_elements(elements, size=self.size).tolist())
        return type(self)([edge for i, edge in enumerate(self.edges) if i not in removed])

    def contract(self, elements: ElementsLike, /) -> Self:
        """The matroid of the graph with some edges shrunk to points, each called as the smallest vertex in it.

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
        return forests(masks, *self._graph)

    def graph_edges(self) -> Sequence[tuple[int, int]]:
        """The graph itself, to be drawn."""
        return self.edges

    def orderability(self) -> GraphOrderability:
        """Strong bijections by series-parallel reduction, or a violating pair lifted from a K4 minor."""
        return GraphOrderability(self, self.edges)
