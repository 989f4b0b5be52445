"""The answer whether a matroid is of a class, with a witness that can be checked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from matroidlab import Dual, GraphicMatroid
from matroidlab.errors import TooLargeError
from matroidlab.protocol import Matroid, unlabelled
from matroidlab.subsets import LIMIT, RankTable, rank_table
from matroidlab.types import are_elements
from matroidlab_atlas.structure.graphs import graph_of
from matroidlab_atlas.structure.known_graphs import incidence_matrix
from matroidlab_atlas.structure.large.answers import Known
from matroidlab_atlas.structure.large.drawn_oracles import is_graph_of
from matroidlab_atlas.structure.large.fundamental import Fundamental
from matroidlab_atlas.structure.large.given_matrices import Given, small_minor
from matroidlab_atlas.structure.large.putting_together import is_decomposition
from matroidlab_atlas.structure.large.regularity import Decomposition
from matroidlab_atlas.structure.matrices import Matrix, binary_matrix, ranks_over, ternary_matrix
from matroidlab_atlas.structure.minors import MinorWitness
from matroidlab_atlas.structure.names import name_of, short_name

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
            return f"{short_name(str(self.minor_name))} is itself an excluded minor"
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
            return _is_excluded_minor(self.kind, self.minor, self.minor_name, matroid)
        if self.kind in ("graphic", "cographic"):
            dual = self.kind == "cographic"
            return self.graph is not None and _is_drawn(self.graph, matroid, dual=dual)
        if self.kind not in PRIMES or not self._has_matrix_of(matroid.size):
            return False
        assert self.matrix is not None
        if matroid.size <= LIMIT:
            return _has_ranks(self.kind, self.matrix, rank_table(matroid))
        return self._represents(matroid, self.matrix)

    def _has_matrix_of(self, size: int) -> bool:
        """Whether there is a matrix of integers with a column for each element."""
        matrix = self.matrix
        return (
            matrix is not None
            and matrix.shape[1:] == (size,)
            and np.issubdtype(matrix.dtype, np.integer)
            and (self.kind != "regular" or _may_be_unimodular(matrix))
        )

    def _represents(self, matroid: Matroid, matrix: Matrix) -> bool:
        """Whether a matrix represents a matroid of more than 22 elements."""
        known = Known.of(matroid)
        if self.kind == "ternary" and known.given is not None and known.given.prime == 3:
            return bool(np.array_equal(known.given.standard[1], matrix % 3))
        ours = Fundamental.of_matrix(matrix % 2)
        if ours != known.fundamental or not _is_known_binary(known):
            return False
        if self.kind == "binary":
            return True
        # A binary matroid is regular exactly if it is ternary, and then has one matrix over GF(3).
        return self._is_regular(known, ours) and Given(matrix % 3, 3).is_that_of(ours)

    def _is_regular(self, known: Known, ours: Fundamental) -> bool:
        """Whether a binary matroid is regular, by the decomposition if there is one."""
        if self.decomposition is not None:
            return is_decomposition(self.decomposition, ours)
        return known.is_regular

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


PRIMES = {"binary": (2,), "ternary": (3,), "regular": (2, 3)}
"""The fields of the matrix of each class."""


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


def _is_known_binary(known: Known) -> bool:
    try:
        return known.is_binary
    except TooLargeError:  # a matrix with the graph of a basis does not show it
        return False


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


def _is_excluded_minor(kind: str, minor: MinorWitness, name: str | None, matroid: Matroid) -> bool:
    whole = (*minor.deleted, *minor.contracted, *minor.images)
    if kind not in IS_OF or not are_elements([whole], matroid.size) or len(whole) != matroid.size:
        return False
    small = small_minor(matroid, minor.deleted, minor.contracted)
    if small.size != len(minor.images) or small.size > LIMIT:
        return False
    if name != name_of(small):
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

    A matrix of -1, 0 and 1, unit vectors among its columns, in which the same sets are bases over
    both has determinants -1, 0 and 1: the first one that is not would be -2 or 2 (Camion 1963).
    """
    return len(matrix) == table.rank and all(
        np.array_equal(ranks_over(matrix % prime, prime), table.ranks) for prime in PRIMES[kind]
    )


def _may_be_unimodular(matrix: Matrix) -> bool:
    """Whether the entries are -1, 0 and 1, and a column of each row has no other entry.

    Then each minor of the matrix is one of all its rows, up to the sign.
    """
    sizes = abs(matrix)
    units = sizes[:, sizes.sum(axis=0) == 1]
    return bool((sizes <= 1).all() and units.any(axis=1).all())
