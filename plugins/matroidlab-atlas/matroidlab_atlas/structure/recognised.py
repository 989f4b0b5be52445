"""The answer whether a matroid is of a class, with a witness that can be checked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from matroidlab import Dual, GraphicMatroid
from matroidlab.protocol import Matroid, unlabelled
from matroidlab.subsets import LIMIT, RankTable, rank_table
from matroidlab_atlas.structure.graphs import graph_of
from matroidlab_atlas.structure.known_graphs import incidence_matrix
from matroidlab_atlas.structure.large.answers import Known
from matroidlab_atlas.structure.large.drawn_oracles import is_graph_of
from matroidlab_atlas.structure.large.fundamental import Fundamental
from matroidlab_atlas.structure.large.given_matrices import small_minor
from matroidlab_atlas.structure.large.putting_together import is_decomposition
from matroidlab_atlas.structure.large.regularity import Decomposition
from matroidlab_atlas.structure.matrices import Matrix, binary_matrix, ranks_over, ternary_matrix
from matroidlab_atlas.structure.minors import MinorWitness

Edge = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Recognition:
    """The answer whether a matroid is of a class, with a witness; it is true if the matroid is.

    Attributes
    ----------
    kind
        The class: ``"binary"``, ``"ternary"``, ``"regular"``, ``"graphic"`` or ``"cographic"``.
    matrix
        If it is, a matrix whose columns are the matroid; of a regular one, totally unimodular,
        entries -1, 0 and 1.
    graph
        If it is graphic, the graph; if it is cographic, the graph of the dual.
    decomposition
        If a binary matroid of more than 22 elements is regular, parts that are graphic, cographic
        or R10, whose 1-, 2- and 3-sums it is.
    minor
        If it is not, an excluded minor of the class.
    minor_name
        The name of the excluded minor.
    names
        The names of the elements, for printing.
    """

    kind: str
    matrix: Matrix | None = None
    graph: GraphicMatroid | None = None
    decomposition: Decomposition | None = None
    minor: MinorWitness | None = None
    minor_name: str | None = None
    names: Sequence[str] = field(repr=False, default=())

    def __bool__(self) -> bool:
        return self.holds

    @property
    def holds(self) -> bool:
        """Whether the matroid is of the class."""
        return self.minor is None

    @property
    def reason(self) -> str:
        """Which excluded minor the matroid has, in words; empty if it is of the class."""
        if self.minor is None:
            return ""
        if self.minor.is_whole:
            return f"it is {self.minor_name} itself, an excluded minor"
        return f"it has the minor {self.minor_name}: {self.minor}"

    def verify(self, matroid: Matroid) -> bool:
        """Whether the witness shows the answer for a matroid.

        >>> from matroidlab import UniformMatroid
        >>> from matroidlab_atlas.structure import binary_recognition
        >>> binary_recognition(UniformMatroid(5, 2)).verify(UniformMatroid(5, 2))
        True

        A minor is made from the matroid, and must not be of the class, while all that come from it
        by removing an element are. A graph, a matrix or a decomposition must have the same sets
        independent; beyond 22 elements by the stars of the graph, the fundamental circuits of a
        binary matroid, or the factors of the rows and columns of a matrix over another field.
        """
        matroid = unlabelled(matroid)
        if self.minor is not None:
            return _is_excluded_minor(self.kind, self.minor, matroid)
        if self.graph is not None:
            return _is_drawn(self.graph, matroid, dual=self.kind == "cographic")
        if self.matrix is None or self.matrix.shape[1] != matroid.size:
            return False
        if matroid.size <= LIMIT:
            return _has_ranks(self.kind, self.matrix, rank_table(matroid))
        return self._represents(matroid, self.matrix)

    def _represents(self, matroid: Matroid, matrix: Matrix) -> bool:
        """Whether a matrix represents a matroid of more than 22 elements."""
        known = Known.of(matroid)
        prime = 3 if self.kind == "ternary" else 2
        if prime == 3 and known.given is not None and known.given.prime == 3:
            return bool(np.array_equal(known.given.standard[1], matrix % 3))
        ours = Fundamental.of_matrix(matrix % 2)
        if ours != known.fundamental:
            return False
        if self.decomposition is not None and not is_decomposition(self.decomposition, ours):
            return False
        if known.is_given_binary or known.edges is not None or known.dual_edges is not None:
            return True
        return known.given is not None and known.given.is_that_of(ours)

    def __repr__(self) -> str:
        if self.matrix is None or self.graph is not None:
            return f"Recognition({self})"
        return f"Recognition({self.kind}: a matrix of {len(self.matrix)} rows)"

    def __str__(self) -> str:
        if self.minor is not None:
            return f"not {self.kind}: {self.reason}"
        if self.graph is not None:
            edges = ", ".join(f"{u}-{v}" for u, v in self.graph.edges)
            return f"{self.kind}: {edges}"
        assert self.matrix is not None
        return "\n".join(
            [
                f"{self.kind}:",
                *(" ".join(f"{entry:2d}" for entry in row) for row in self.matrix.tolist()),
            ]
        )


def edges_of(table: RankTable) -> list[Edge] | None:
    """Return the edges of a graph with the matroid, or None."""
    return graph_of(table) if binary_matrix(table) is not None else None


def is_of_class(kind: str, table: RankTable) -> bool:
    """Whether the matroid of a table is of a class."""
    return IS_OF[kind](table)


def _is_regular(table: RankTable) -> bool:
    return binary_matrix(table) is not None and ternary_matrix(table) is not None


IS_OF: dict[str, Callable[[RankTable], bool]] = {
    "binary": lambda table: binary_matrix(table) is not None,
    "ternary": lambda table: ternary_matrix(table) is not None,
    "regular": _is_regular,
    "graphic": lambda table: edges_of(table) is not None,
    "cographic": lambda table: edges_of(table.dual) is not None,
}


def _is_drawn(graph: GraphicMatroid, matroid: Matroid, *, dual: bool) -> bool:
    """Whether a graph has the matroid or its dual."""
    known = Known.of(matroid)
    if not known.is_given_binary:
        return is_graph_of(list(graph.edges), Dual(matroid) if dual else matroid)
    ours = Fundamental.of_matrix(incidence_matrix(graph.edges) % 2)
    ours = ours.dual if dual else ours
    # The first basis of the dual is another one.
    return (
        graph.size == matroid.size and ours.for_basis(known.fundamental.basis) == known.fundamental
    )


def _is_excluded_minor(kind: str, minor: MinorWitness, matroid: Matroid) -> bool:
    if sorted((*minor.deleted, *minor.contracted, *minor.images)) != list(range(matroid.size)):
        return False
    small = small_minor(matroid, minor.deleted, minor.contracted)
    if small.size != len(minor.images) or small.size > LIMIT:
        return False
    table = rank_table(small)
    if is_of_class(kind, table):
        return False
    for element in range(table.size):
        left = [other for other in range(table.size) if other != element]
        for contracted in (0, 1 << element):
            if not is_of_class(kind, table.minor(left, contracted)):
                return False
    return True


def _has_ranks(kind: str, matrix: Matrix, table: RankTable) -> bool:
    """Whether the columns have the ranks; of a regular matroid over both GF(2) and GF(3).

    A matrix of -1, 0 and 1 in which the same sets are bases over both has determinants -1, 0 and 1:
    the first one that is not would be -2 or 2 (Camion 1963).
    """
    primes = {"binary": [2], "ternary": [3], "regular": [2, 3]}[kind]
    if len(matrix) != table.rank or (kind == "regular" and bool((abs(matrix) > 1).any())):
        return False
    return all(np.array_equal(ranks_over(matrix % prime, prime), table.ranks) for prime in primes)
