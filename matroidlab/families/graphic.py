from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from matroidlab.algorithms.greedy import descending
from matroidlab.algorithms.k4_minor import GraphOrderability
from matroidlab.algorithms.kept_forests import KeptForests
from matroidlab.algorithms.lanes import LaneByLane, into
from matroidlab.algorithms.oracle import own_places
from matroidlab.algorithms.tabulation import forests
from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.hookspecs import Family, hookimpl
from matroidlab.kernels import enabled, operand
from matroidlab.kernels.forests import forest_exchange_rows, forest_space, kruskal, kruskal_rows, path_swaps
from matroidlab.types import Booleans, Elements, ElementsLike, Masks, Weights, as_elements, as_int_tuples

if TYPE_CHECKING:
    import networkx as nx
    from hypothesis.strategies import SearchStrategy


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
    def _ends(self) -> tuple[list[int], list[int], int]:
        """Tails and heads of the edges with vertices numbered from 0, and the number of vertices."""
        vertices, places = np.unique(np.array(self.edges, dtype=object).ravel(), return_inverse=True)
        tails, heads = places.reshape(-1, 2).T.tolist() if self.edges else ([], [])
        return tails, heads, len(vertices)

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the edges close no cycle; union-find, nearly O(vertices)."""
        return len(self.greedy(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The edges that join two trees of the forest so far (Kruskal); union-find, nearly O(edges)."""
        if enabled():
            tail_of, head_of, vertices = self._arrays
            forest = np.empty(min(len(order), max(vertices - 1, 0)), dtype=np.intp)
            return forest[: kruskal(order, tail_of, head_of, np.empty(vertices, dtype=np.intp), forest)]
        tails, heads, vertices = self._ends
        parent = list(range(vertices))
        kept: list[int] = []
        for edge in order.tolist():
            u, v = tails[edge], heads[edge]
            while parent[u] != u:
                parent[u] = u = parent[parent[u]]
            while parent[v] != v:
                parent[v] = v = parent[parent[v]]
            if u != v:
                parent[u] = v
                kept.append(edge)
                if len(kept) == vertices - 1:
                    break
        return np.array(kept, dtype=np.intp)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An edge replaces what lies on the path between its ends, or anything if there is no path."""
        if enabled():
            found = np.empty((len(incoming), len(independent)), dtype=np.bool_)
            path_swaps(independent, incoming, *self._arrays, forest_space(self.size, self._ends[2]), found)
            return found
        tails, heads, vertices = self._ends
        above, depth, tree = _rooted(independent.tolist(), tails, heads, vertices)
        allowed = own_places(independent, incoming)
        for i in np.flatnonzero(~allowed.any(axis=1)):
            u, v = tails[incoming[i]], heads[incoming[i]]
            if tree[u] != tree[v]:
                allowed[i] = True
                continue
            while u != v:
                if depth[u] < depth[v]:
                    u, v = v, u
                allowed[i, above[u][1]] = True
                u = above[u][0]
        return allowed

    def batched(self) -> Self:
        """All lanes at once."""
        return self

    exchanges_are_strong: ClassVar[bool] = False

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:  # noqa: ARG002
        """Kruskal's algorithm for each lane."""
        if not enabled():
            return LaneByLane(self).max_weight_bases(weights)
        return into(kruskal_rows, (len(weights), self.rank), descending(weights), *self._arrays)

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """A matching of each lane's edges along the paths of its forest."""
        tails, heads, vertices = self._arrays if enabled() else self._ends
        space = forest_space(self.size, vertices)
        lanes = operand(source), operand(target)
        return into(forest_exchange_rows, source.shape, *lanes, tails, heads, vertices, operand(space))

    def dynamic(self) -> KeptForests | None:
        """Forests that are kept by one exchange a change, where kernels are compiled; in Python it does not pay."""
        return KeptForests(*self._arrays, self.rank) if enabled() else None

    @cached_property
    def _arrays(self) -> tuple[Elements, Elements, int]:
        tails, heads, vertices = self._ends
        return np.array(tails, dtype=np.intp), np.array(heads, dtype=np.intp), vertices

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
        vertices = sorted({vertex for edge in self.edges for vertex in edge})
        *_, tree = _rooted(self.greedy(removed).tolist(), *self._ends)
        point = {vertex: vertices[root] for vertex, root in zip(vertices, tree, strict=True)}
        return type(self)([(point[u], point[v]) for u, v in self.edges]).delete(removed)

    def tabulated(self) -> Self | None:
        """Sets as bit masks, where one word holds them."""
        return self if self.size <= 64 else None

    def are_independent(self, masks: Masks, /) -> Booleans:
        """Whether the edges of each set close no cycle, for all sets at once."""
        return forests(masks, *self._ends)

    @property
    def element_names(self) -> tuple[str, ...]:
        """The edges by their ends, for messages."""
        return tuple(f"{u}-{v}" for u, v in self.edges)

    def orderability(self) -> GraphOrderability:
        """Strong bijections by series-parallel reduction, or a violating pair lifted from a K4 minor."""
        return GraphOrderability(self, self.edges)


def _rooted(
    forest: list[int], tails: list[int], heads: list[int], vertices: int
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Hang up the forest: for each vertex the vertex above it and the place of the edge there, depth and root."""
    beside: list[list[tuple[int, int]]] = [[] for _ in range(vertices)]
    for place, edge in enumerate(forest):
        beside[tails[edge]].append((heads[edge], place))
        beside[heads[edge]].append((tails[edge], place))
    above, depth, tree = [(-1, -1)] * vertices, [0] * vertices, [-1] * vertices
    for root in range(vertices):
        if tree[root] >= 0:
            continue
        tree[root] = root
        stack = [root]
        while stack:
            u = stack.pop()
            for v, place in beside[u]:
                if tree[v] < 0:
                    above[v], depth[v], tree[v] = (u, place), depth[u] + 1, root
                    stack.append(v)
    return above, depth, tree


def strategy() -> "SearchStrategy[GraphicMatroid]":
    """Graphic matroids of up to 8 edges on up to 5 vertices, loops and parallel edges among them."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    vertex = st.integers(0, 4)
    different = st.sampled_from(list(combinations(range(5), 2)))

    @st.composite
    def graphs(draw: st.DrawFn) -> GraphicMatroid:
        # Loops and parallel edges come on top: among edges drawn at random, few make cycles that share an edge.
        count = draw(st.integers(0, 8))
        simple = draw(st.lists(different, min_size=count, max_size=count, unique=True))
        others = draw(st.lists(st.tuples(vertex, vertex), max_size=8 - count))
        return GraphicMatroid(draw(st.permutations(simple + others)))

    return graphs()


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``graphic``."""
    wheel = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [2, 3], [3, 4], [4, 1]]
    examples = ({"edges": [[0, 1], [1, 2], [0, 2], [2, 3]]}, {"edges": [[0, 1], [0, 1], [2, 2]]}, {"edges": wheel})
    return [Family("graphic", GraphicMatroid, examples=examples, strategy=strategy)]
