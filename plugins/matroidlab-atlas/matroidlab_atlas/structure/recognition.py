"""Binary, ternary, regular and graphic matroids, with a matrix, a graph or an excluded minor."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from matroidlab import ExplicitMatroid, GraphicMatroid
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import Progress, RankTable, elements_of, rank_table
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.graphs import graph_of
from matroidlab_atlas.structure.known_graphs import incidence_matrix, large_graph_of
from matroidlab_atlas.structure.matrices import Matrix, binary_matrix, ternary_matrix
from matroidlab_atlas.structure.minors import MinorWitness
from matroidlab_atlas.structure.names import name_of

Test = Callable[[RankTable], bool]


@dataclass(frozen=True, eq=False)
class Recognition:
    """The answer whether a matroid is of a class, with a witness; it is true if the matroid is.

    Attributes
    ----------
    kind
        The class: ``"binary"``, ``"ternary"``, ``"regular"`` or ``"graphic"``.
    matrix
        If it is, a matrix whose columns are the matroid; of a regular one, totally unimodular,
        entries -1, 0 and 1.
    graph
        If it is graphic, the graph.
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

    def __repr__(self) -> str:
        if self.matrix is None or self.graph is not None:
            return f"Recognition({self})"
        return f"Recognition({self.kind}: a matrix of {len(self.matrix)} rows)"

    def __str__(self) -> str:
        if self.minor is not None:
            return f"not {self.kind}: {self.reason}"
        if self.graph is not None:
            return f"graphic: {', '.join(f'{u}-{v}' for u, v in self.graph.edges)}"
        assert self.matrix is not None
        return "\n".join(
            [
                f"{self.kind}:",
                *(" ".join(f"{entry:2d}" for entry in row) for row in self.matrix.tolist()),
            ]
        )


@takes_matroids
def binary_recognition(matroid: Matroid, *, progress: Progress | None = None) -> Recognition:
    """Decide whether the matroid is represented by a matrix over GF(2).

    >>> from matroidlab import GraphicMatroid, UniformMatroid
    >>> print(binary_recognition(UniformMatroid(size=5, rank=2)))
    not binary: it has the minor U(2,4): delete {0}; {1, 2, 3, 4} remain
    >>> print(binary_recognition(GraphicMatroid([(0, 1), (1, 2), (0, 2)])))
    binary:
     1  0  1
     0  1  1

    At most 22 elements, or a matroid that offers ``graph_edges()``, of any size; so for ternary,
    regular and graphic matroids.
    """
    edges = large_graph_of(matroid)
    if edges is not None:
        return _of_graph("binary", matroid, edges)
    table = rank_table(matroid, progress=progress)
    matrix = binary_matrix(table)
    return _answer("binary", matroid, table, lambda part: binary_matrix(part) is not None, matrix)


@takes_matroids
def is_binary(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether a matrix over GF(2) represents the matroid; `binary_recognition` has a witness."""
    if large_graph_of(matroid) is not None:
        return True
    return binary_matrix(rank_table(matroid, progress=progress)) is not None


@takes_matroids
def ternary_recognition(matroid: Matroid, *, progress: Progress | None = None) -> Recognition:
    """Decide whether the matroid is represented by a matrix over GF(3), with entries -1, 0 and 1.

    >>> from matroidlab import UniformMatroid
    >>> print(ternary_recognition(UniformMatroid(size=4, rank=2)))
    ternary:
     1  0  1  1
     0  1  1 -1
    """
    edges = large_graph_of(matroid)
    if edges is not None:
        return _of_graph("ternary", matroid, edges)
    table = rank_table(matroid, progress=progress)
    matrix = ternary_matrix(table)
    return _answer("ternary", matroid, table, lambda part: ternary_matrix(part) is not None, matrix)


@takes_matroids
def is_ternary(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether a matrix over GF(3) represents the matroid; `ternary_recognition` has a witness."""
    if large_graph_of(matroid) is not None:
        return True
    return ternary_matrix(rank_table(matroid, progress=progress)) is not None


@takes_matroids
def regular_recognition(matroid: Matroid, *, progress: Progress | None = None) -> Recognition:
    """Decide whether the matroid is represented by a totally unimodular matrix.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> print(regular_recognition(catalogue["fano"].matroid))
    not regular: it is F7 (Fano) itself, an excluded minor

    It is then represented over every field. Regular matroids are those that are binary and ternary
    (Tutte 1958), and the matrix over GF(3) with entries -1, 0 and 1 is then totally unimodular.
    """
    known = large_graph_of(matroid)
    if known is not None:
        return _of_graph("regular", matroid, known)
    table = rank_table(matroid, progress=progress)
    return _answer(
        "regular",
        matroid,
        table,
        _is_regular,
        ternary_matrix(table) if _is_regular(table) else None,
    )


@takes_matroids
def is_regular(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether every field represents the matroid; `regular_recognition` has a witness."""
    if large_graph_of(matroid) is not None:
        return True
    return _is_regular(rank_table(matroid, progress=progress))


def _is_regular(table: RankTable) -> bool:
    return binary_matrix(table) is not None and ternary_matrix(table) is not None


@takes_matroids
def graphic_recognition(matroid: Matroid, *, progress: Progress | None = None) -> Recognition:
    """Decide whether the matroid is that of the edges of a graph.

    >>> from matroidlab import UniformMatroid
    >>> print(graphic_recognition(UniformMatroid(size=3, rank=2)))
    graphic: 0-1, 0-2, 1-2
    """
    known = large_graph_of(matroid)
    if known is not None:
        return _of_graph("graphic", matroid, known)
    table = rank_table(matroid, progress=progress)
    edges = _edges(table)
    if edges is not None:
        return Recognition("graphic", graph=GraphicMatroid(edges), names=element_names_of(matroid))
    return _answer("graphic", matroid, table, lambda part: _edges(part) is not None, None)


@takes_matroids
def is_graphic(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether the matroid is that of a graph; `graphic_recognition` has a witness."""
    if large_graph_of(matroid) is not None:
        return True
    return _edges(rank_table(matroid, progress=progress)) is not None


def _of_graph(kind: str, matroid: Matroid, edges: list[tuple[int, int]]) -> Recognition:
    """The recognition of a matroid that is known to come from a graph."""
    names = element_names_of(matroid)
    if kind == "graphic":
        return Recognition(kind, graph=GraphicMatroid(edges), names=names)
    matrix = incidence_matrix(edges)
    return Recognition(kind, matrix=matrix % 2 if kind == "binary" else matrix, names=names)


def _edges(table: RankTable) -> list[tuple[int, int]] | None:
    return graph_of(table) if binary_matrix(table) is not None else None


def _answer(
    kind: str, matroid: Matroid, table: RankTable, holds: Test, matrix: Matrix | None
) -> Recognition:
    names = element_names_of(matroid)
    if matrix is not None:
        return Recognition(kind, matrix=matrix, names=names)
    minor, small = shown_minor(table, *smallest_minor(table, holds), names)
    return Recognition(kind, minor=minor, minor_name=name_of(small), names=names)


def shown_minor(
    table: RankTable, deleted: int, contracted: int, names: Sequence[str]
) -> tuple[MinorWitness, ExplicitMatroid]:
    """Return a minor as a witness and as a matroid given by its bases."""
    left = [element for element in range(table.size) if not (deleted | contracted) >> element & 1]
    gone, shrunk = (tuple(elements_of(mask).tolist()) for mask in (deleted, contracted))
    return MinorWitness(gone, shrunk, tuple(left), names), explicit_of(
        table.minor(left, contracted)
    )


def explicit_of(table: RankTable) -> ExplicitMatroid:
    """Return the matroid of a table by its bases."""
    return ExplicitMatroid.known(table.size, table.bases)


def smallest_minor(
    table: RankTable, holds: Test, deleted: int = 0, contracted: int = 0
) -> tuple[int, int]:
    """Return the elements to delete and to contract to get an excluded minor of a class.

    The class must be closed under minors, so that an element that cannot be removed now cannot be
    removed later either. The elements that are deleted and contracted to begin with must give a
    minor that is not of the class.
    """
    for element in range(table.size):
        if (deleted | contracted) >> element & 1:
            continue
        bit = 1 << element
        for more in ((deleted | bit, contracted), (deleted, contracted | bit)):
            left = [other for other in range(table.size) if not (more[0] | more[1]) >> other & 1]
            if not holds(table.minor(left, more[1])):
                deleted, contracted = more
                break
    return deleted, contracted
