from dataclasses import dataclass

import numpy as np

from matroidlab.algorithms.greedy import descending
from matroidlab.algorithms.lanes import into
from matroidlab.algorithms.updates import as_lane_weights, as_update
from matroidlab.kernels.forests import forest_space, hang_up, kruskal_rows
from matroidlab.kernels.kept_forests import set_edges
from matroidlab.types import Elements, Weights


@dataclass(frozen=True, eq=False)
class KeptForests:
    """Keeps the maximum-weight forest of a graph by one exchange a change.

    >>> triangle = KeptForests(tails=np.array([0, 1, 2]), heads=np.array([1, 2, 0]), vertices=3, rank=2)
    >>> tracker = triangle.track(np.array([[3.0, 2.0, 1.0]]))
    >>> tracker.update(np.array([[2]]), np.array([[4.0]]))
    >>> tracker.bases
    array([[2, 0]])

    A heavier edge outside costs a walk along its path in the forest, a lighter edge inside a look at all edges.
    """

    tails: Elements
    heads: Elements
    vertices: int
    rank: int

    def track(self, weights: Weights, /) -> "KeptForest":
        """Start from ``weights (lanes, size)``: Kruskal's algorithm for each lane."""
        return KeptForest(self, weights)


class KeptForest:
    """The forest of each lane."""

    def __init__(self, graph: KeptForests, weights: Weights) -> None:
        lanes, ends = len(weights), (graph.tails, graph.heads)
        self.graph, self.weights = graph, as_lane_weights(weights, size=len(graph.tails)).copy()
        self.elements = into(kruskal_rows, (lanes, graph.rank), descending(self.weights), *ends, graph.vertices)
        self.above = np.full((lanes, graph.vertices), -1, dtype=np.intp)
        space = forest_space(len(graph.tails), graph.vertices)
        for forest, above in zip(self.elements, self.above, strict=True):
            hang_up(forest, *ends, graph.vertices, space)
            places = space[0, : graph.vertices]
            above[places >= 0] = forest[places[places >= 0]]

    @property
    def bases(self) -> Elements:
        """The edges of each lane's forest, heaviest first; an array of its own."""
        return self.elements.copy()

    def update(self, elements: Elements, weights: Weights, /) -> None:
        """Set the weights of ``elements (lanes, n)``; -1 marks a place without an update."""
        lanes, size = self.weights.shape
        change = as_update(elements, weights, lanes=lanes, size=size)
        set_edges(*change, self.graph.tails, self.graph.heads, self.weights, self.above, self.elements)
