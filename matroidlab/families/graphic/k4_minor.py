"""Graphs with a K4 minor, and the two bases without a strong bijection that it yields."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab.families.graphic.series_parallel import Edge, has_k4_minor, paired_trees
from matroidlab.protocol import Matroid
from matroidlab.types import Elements


@dataclass(frozen=True)
class GraphOrderability:
    """The orderability of a graph: it has a K4 minor, or it is series-parallel.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> k4.orderability().violation
    (array([0, 3, 5]), array([1, 2, 4]))
    """

    matroid: Matroid
    edges: Sequence[Edge]

    @cached_property
    def violation(self) -> tuple[Elements, Elements] | None:
        """The complementary Hamilton paths of a K4 minor, each with the same contracted edges.

        Polynomial time.

        In K4 two such paths have no bijection of symmetric exchanges. Contracting common elements
        and deleting others leaves a strong bijection strong, so what extends them in the same way
        has none either.
        """
        subdivision = k4_subdivision(self.edges)
        if subdivision is None:
            return None
        paths = _paths(self.edges, subdivision)
        contracted = [edge for path in paths.values() for edge in path[1:]]
        p, q, r, s = sorted({end for ends in paths for end in ends})
        first = [paths[ends][0] for ends in ((p, q), (q, r), (r, s))]
        second = [paths[ends][0] for ends in ((p, r), (p, s), (q, s))]
        return self._extended(contracted + first), self._extended(contracted + second)

    def _extended(self, independent: Sequence[int]) -> Elements:
        """Return the basis that extends a set by the smallest elements.

        Sets that span the same elements are extended alike.
        """
        rest = np.setdiff1d(np.arange(self.matroid.size), independent)
        return np.sort(self.matroid.greedy(np.concatenate([independent, rest])))

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        """Pair two bases, aligned with ``source``; None if their difference has a K4 minor.

        O(vertices).
        """
        pairs = paired_trees(self.edges, source.tolist(), target.tolist())
        return (
            None if pairs is None else np.fromiter(pairs.values(), dtype=np.intp, count=len(source))
        )


def k4_subdivision(edges: Sequence[Edge]) -> list[int] | None:
    """Return the places of edges that make a subdivided K4, or None if the graph has no K4 minor.

    >>> k4_subdivision([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3), (0, 1), (3, 4)])
    [0, 1, 2, 3, 4, 5]

    Edges that a K4 minor can do without are left out, first many at a time, then one by one, larger
    ones first. A graph in which none can be left out is a subdivided K4, for K4 has no vertex with
    more than three edges. About 2 k + log(edges) reductions if the answer has k edges.
    """
    kept = list(reversed(range(len(edges))))
    if not has_k4_minor(edges):
        return None
    length = len(kept)
    while length > 1:
        length //= 2
        start = 0
        while start < len(kept):
            fewer = kept[:start] + kept[start + length :]
            if has_k4_minor(edges[edge] for edge in fewer):
                kept = fewer
            else:
                start += length
    return sorted(kept)


def _paths(edges: Sequence[Edge], subdivision: Iterable[int]) -> dict[tuple[int, int], list[int]]:
    """Return the six paths of a subdivided K4, by their ends in ascending order."""
    beside: dict[int, list[int]] = defaultdict(list)
    for edge in subdivision:
        for end in edges[edge]:
            beside[end].append(edge)
    paths: dict[tuple[int, int], list[int]] = {}
    for start in (vertex for vertex, around in beside.items() if len(around) == 3):
        for edge in beside[start]:
            path = [edge]
            end = sum(edges[edge]) - start
            while len(beside[end]) == 2:
                path.append(sum(beside[end]) - path[-1])
                end = sum(edges[path[-1]]) - end
            if start < end:
                paths[start, end] = sorted(path)
    return paths
