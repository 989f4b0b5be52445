"""Large regular matroids: 3-sums of graphs and duals of graphs, as matrices over GF(2)."""

import networkx as nx
import numpy as np

from matroidlab import MatroidBase
from matroidlab.types import Elements
from matroidlab_atlas.structure.known_graphs import incidence_matrix
from matroidlab_atlas.structure.large.given_matrices import Given, eliminated
from matroidlab_atlas.structure.matrices import Matrix, reduced

Generator = np.random.Generator


def graphic_matrix(rng: Generator, vertices: int, edges: int) -> Matrix:
    """A random graph whose first three edges are a triangle."""
    graph = nx.gnm_random_graph(vertices, edges, seed=int(rng.integers(1 << 30)))
    nx.add_path(graph, range(vertices))
    triangle = [(0, 1), (1, 2), (0, 2)]
    others = [edge for edge in graph.edges if tuple(sorted(edge)) not in triangle]
    return reduced(incidence_matrix([*triangle, *others]) % 2, 2)


def cographic_matrix(rng: Generator, vertices: int, edges: int) -> Matrix:
    """The dual of a random graph whose first three edges are all edges of a vertex."""
    graph = nx.gnm_random_graph(vertices, edges, seed=int(rng.integers(1 << 30)))
    nx.add_path(graph, range(vertices))
    star = [(vertices, 0), (vertices, 1), (vertices, 2)]
    matrix = incidence_matrix([*star, *graph.edges]) % 2
    return reduced(Given(matrix, 2).dual.rows, 2)


def three_sum(first: Matrix, second: Matrix) -> Matrix:
    """The 3-sum along the first three columns, which are two unit vectors and their sum."""
    rows = len(first)
    width = first.shape[1] - 3
    matrix = np.zeros((rows + len(second) - 2, width + second.shape[1] - 3), dtype=np.int64)
    matrix[:rows, :width] = first[:, 3:]
    matrix[:2, width:] = second[:2, 3:]
    matrix[rows:, width:] = second[2:, 3:]
    return matrix


def shuffled(matrix: Matrix, rng: Generator) -> Matrix:
    """The same matroid with its elements in another order, from other rows."""
    rows = reduced(matrix, 2)
    count = len(rows)
    mixed = np.triu(rng.integers(0, 2, (count, count)), 1) + np.eye(count, dtype=np.int64)
    shuffled_rows: Matrix = (mixed @ rows % 2)[:, rng.permutation(rows.shape[1])]
    return shuffled_rows


class Columns(MatroidBase):
    """The columns of a matrix modulo a prime, or over the rationals; it offers the matrix."""

    def __init__(self, matrix: Matrix, prime: int | None = 2) -> None:
        self.given = Given(matrix, prime)

    @property
    def size(self) -> int:
        return self.given.size

    def is_independent(self, elements: Elements, /) -> bool:
        return len(eliminated(self.given, elements.tolist())[0]) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        return np.array(eliminated(self.given, order.tolist())[0], dtype=np.intp)

    def field_matrix(self) -> tuple[list[list[int]], int | None]:
        return self.given.rows.tolist(), self.given.prime
