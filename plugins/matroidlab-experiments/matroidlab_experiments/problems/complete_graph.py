from dataclasses import dataclass
from itertools import combinations

import numpy as np

from matroidlab.algorithms import max_weight_basis
from matroidlab.rewards import Bernoulli
from matroidlab.types import as_count, as_number
from matroidlab_experiments.configuration.size_limits import MOST_EDGES, refuse_too_many
from matroidlab_experiments.problems.parametric import ParametricProblem, matroid_of


@dataclass(frozen=True)
class CompleteGraphProblem(ParametricProblem):
    """Spanning trees of the complete graph, with one good path and all other edges alike.

    >>> problem = CompleteGraphProblem(vertices=4)
    >>> problem.labels
    ('0-1', '1-2', '2-3', '0-2', '0-3', '1-3')
    >>> problem.rewards.means, problem.baseline
    (array([0.5, 0.5, 0.5, 0.3, 0.3, 0.3]), array([3, 4, 5]))

    The edges of the path 0-1-2-... have mean 0.5, all others 0.5 (1 - ``gap``), all independent.
    The baseline is the first spanning tree that avoids the path. From four vertices on the matroid
    is not strongly base-orderable: with four, the best tree and the baseline have no strong
    bijection, so exchanging several edges at once needs partition exchange.
    """

    vertices: int
    gap: float = 0.4

    def __post_init__(self) -> None:
        # A triangle has no second spanning tree that avoids the first.
        vertices = as_count(self.vertices, name="vertices", least=4)
        gap = as_number(self.gap, name="gap", above=0, most=1)
        refuse_too_many(vertices * (vertices - 1) // 2, f"{vertices:,} vertices", most=MOST_EDGES)
        edges = sorted(
            combinations(range(vertices), 2), key=lambda edge: (edge[1] - edge[0] > 1, edge)
        )
        means = np.where(np.arange(len(edges)) < vertices - 1, 0.5, 0.5 * (1 - gap))
        matroid = matroid_of("graphic", edges=edges)
        self._settle(vertices=vertices, gap=gap, matroid=matroid, rewards=Bernoulli(means))
        self._settle(
            baseline=max_weight_basis(matroid, -means), labels=tuple(f"{u}-{v}" for u, v in edges)
        )
