"""Binary, ternary, regular, graphic and cographic matroids, and what shows it.

A matrix, a graph or an excluded minor. At most 22 elements, from a table of all ranks; more for a
matroid that offers a graph or a matrix, and for any oracle if the matroid turns out to be graphic
or cographic.
"""

from collections.abc import Callable, Sequence

from matroidlab import ExplicitMatroid, GraphicMatroid
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import LIMIT, Progress, RankTable, elements_of, rank_table
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.large.answers import Known
from matroidlab_atlas.structure.large.given_matrices import small_minor
from matroidlab_atlas.structure.matrices import Matrix, binary_matrix, ternary_matrix
from matroidlab_atlas.structure.minors import MinorWitness
from matroidlab_atlas.structure.names import name_of
from matroidlab_atlas.structure.recognised import Recognition, edges_of, is_of_class

Test = Callable[[RankTable], bool]


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

    At most 22 elements. More, in polynomial time, for a matroid that offers ``graph_edges()`` or
    ``field_matrix()``, that is graphic or cographic, or that is known to be strongly
    base-orderable; an error for any other, where no polynomial way exists (Seymour 1981).
    """
    return _recognised("binary", matroid, progress)


@takes_matroids
def is_binary(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether a matrix over GF(2) represents the matroid; `binary_recognition` has a witness."""
    return _is_it("binary", matroid, progress)


@takes_matroids
def ternary_recognition(matroid: Matroid, *, progress: Progress | None = None) -> Recognition:
    """Decide whether the matroid is represented by a matrix over GF(3), with entries -1, 0 and 1.

    >>> from matroidlab import UniformMatroid
    >>> print(ternary_recognition(UniformMatroid(size=4, rank=2)))
    ternary:
     1  0  1  1
     0  1  1 -1

    At most 22 elements; more if it offers a matrix over GF(3), or is binary by what
    `binary_recognition` knows.
    """
    return _recognised("ternary", matroid, progress)


@takes_matroids
def is_ternary(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether a matrix over GF(3) represents the matroid; `ternary_recognition` has a witness."""
    return _is_it("ternary", matroid, progress)


@takes_matroids
def regular_recognition(matroid: Matroid, *, progress: Progress | None = None) -> Recognition:
    """Decide whether the matroid is represented by a totally unimodular matrix.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> print(regular_recognition(catalogue["fano"].matroid))
    not regular: F7 is itself an excluded minor

    It is then represented over every field. Regular matroids are those that are binary and ternary
    (Tutte 1958), and the matrix over GF(3) with entries -1, 0 and 1 is then totally unimodular.
    Of more than 22 elements, as for `binary_recognition`, by Seymour's decomposition into parts
    that are graphic, cographic or R10.
    """
    return _recognised("regular", matroid, progress)


@takes_matroids
def is_regular(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether every field represents the matroid; `regular_recognition` has a witness."""
    return _is_it("regular", matroid, progress)


@takes_matroids
def graphic_recognition(matroid: Matroid, *, progress: Progress | None = None) -> Recognition:
    """Decide whether the matroid is that of the edges of a graph.

    >>> from matroidlab import Dual, UniformMatroid
    >>> print(graphic_recognition(UniformMatroid(size=3, rank=2)))
    graphic: 0-1, 0-2, 1-2

    Any matroid of any size, in polynomial time from its oracle:

    >>> from matroidlab import OracleMatroid
    >>> cycle = OracleMatroid(40, lambda elements: len(elements) < 40)
    >>> graphic_recognition(cycle).graph.rank
    39
    """
    return _recognised("graphic", matroid, progress)


@takes_matroids
def is_graphic(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether the matroid is that of a graph; `graphic_recognition` has a witness."""
    return _is_it("graphic", matroid, progress)


@takes_matroids
def cographic_recognition(matroid: Matroid, *, progress: Progress | None = None) -> Recognition:
    """Decide whether the dual is the matroid of the edges of a graph, which is the witness.

    >>> from matroidlab import Dual, GraphicMatroid
    >>> k5 = GraphicMatroid([(u, v) for v in range(5) for u in range(v)])
    >>> print(cographic_recognition(k5))
    not cographic: M(K5) is itself an excluded minor
    >>> bool(cographic_recognition(Dual(k5)))
    True

    Any matroid of any size, as for `graphic_recognition`.
    """
    return _recognised("cographic", matroid, progress)


@takes_matroids
def is_cographic(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether the dual is that of a graph; `cographic_recognition` has a witness."""
    return _is_it("cographic", matroid, progress)


def _is_it(kind: str, matroid: Matroid, progress: Progress | None) -> bool:
    if matroid.size > LIMIT:
        return Known.of(matroid).holds(kind)
    return is_of_class(kind, rank_table(matroid, progress=progress))


def _recognised(kind: str, matroid: Matroid, progress: Progress | None) -> Recognition:
    if matroid.size > LIMIT:
        return _recognised_large(kind, matroid)
    table = rank_table(matroid, progress=progress)
    names = element_names_of(matroid)
    if not is_of_class(kind, table):
        gone = smallest_minor(table, lambda part: is_of_class(kind, part))
        minor, small = shown_minor(table, *gone, names)
        return Recognition(kind, minor=minor, minor_name=name_of(small), names=names)
    if kind in ("graphic", "cographic"):
        edges = edges_of(table if kind == "graphic" else table.dual)
        return Recognition(kind, graph=GraphicMatroid(edges or []), names=names)
    matrix = _matrix(kind, table)
    return Recognition(kind, matrix=matrix, names=names)


def _matrix(kind: str, table: RankTable) -> Matrix | None:
    return binary_matrix(table) if kind == "binary" else ternary_matrix(table)


def _recognised_large(kind: str, matroid: Matroid) -> Recognition:
    known = Known.of(matroid)
    names = element_names_of(matroid)
    if not known.holds(kind):
        deleted, contracted = known.excluded_minor(kind)
        gone = {*deleted, *contracted}
        kept = tuple(element for element in range(matroid.size) if element not in gone)
        minor = MinorWitness(tuple(deleted), tuple(contracted), kept, names)
        small = explicit_of(rank_table(small_minor(matroid, deleted, contracted)))
        return Recognition(kind, minor=minor, minor_name=name_of(small), names=names)
    if kind in ("graphic", "cographic"):
        edges = known.edges if kind == "graphic" else known.dual_edges
        return Recognition(kind, graph=GraphicMatroid(edges or []), names=names)
    parts = None
    if kind == "regular" and known.edges is None and known.dual_edges is None:
        parts = known.regular
    return Recognition(kind, matrix=known.matrix(kind), decomposition=parts, names=names)


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
