"""Polynomials of a matroid, from the number of sets of each size and rank.

Those numbers come from a table of all subsets. For more elements than that, a graph is walked over
(`matroidlab_atlas.structure.edge_subsets`), and the elements of another binary matroid are deleted
and contracted one by one (`matroidlab_atlas.structure.binary_minors`).
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import TooLargeError
from matroidlab.protocol import Matroid, graph_edges_of
from matroidlab.subsets import LIMIT, Progress, RankTable, rank_table, set_sizes
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.binary_minors import tutte_coefficients
from matroidlab_atlas.structure.edge_subsets import edge_subset_counts
from matroidlab_atlas.structure.large.answers import Known
from matroidlab_atlas.structure.large.fundamental import Fundamental
from matroidlab_atlas.structure.polynomials import Polynomial
from matroidlab_atlas.structure.sets import flat_masks


@takes_matroids
def tutte_polynomial(matroid: Matroid, *, progress: Progress | None = None) -> Polynomial:
    r"""Return the Tutte polynomial.

    .. math:: T(x, y) = \sum_{S \subseteq E} (x - 1)^{r(E) - r(S)} (y - 1)^{|S| - r(S)}

    >>> from matroidlab import GraphicMatroid
    >>> tutte = tutte_polynomial(GraphicMatroid([(0, 1), (1, 2), (0, 2), (0, 2)]))
    >>> print(tutte)
    x^2 + xy + y^2 + x + y
    >>> tutte(1, 1), tutte(2, 1), tutte(2, 2)
    (5, 10, 16)

    At (1, 1) it counts bases, at (2, 1) independent sets, at (1, 2) spanning sets, at (2, 2) all
    sets and, for a graph, at (2, 0) acyclic orientations. The dual matroid has the polynomial
    T(y, x).

    The matroid may have at most 22 elements. A matroid that offers ``graph_edges()`` may be larger
    if its edges can be ordered so that, at every point, few vertices meet both earlier and later
    edges (small pathwidth). So may a binary matroid that offers a matrix (``field_matrix()``) and
    has few distinct minors. The 5 x 5 grid, with 40 edges, and 40 vectors of 8 bits take a
    fraction of a second.

    >>> import networkx as nx
    >>> grid = GraphicMatroid.from_networkx(nx.grid_2d_graph(5, 5))
    >>> grid.size, tutte_polynomial(grid)(1, 1)
    (40, 557568000)

    Parameters
    ----------
    matroid
        A matroid of at most 22 elements, of a narrow graph, or binary with few distinct minors.
    progress
        Called as ``progress(done, total)`` from time to time.

    Returns
    -------
    Polynomial
        The polynomial in x and y, which can be called and printed.

    Raises
    ------
    TooLargeError
        If the matroid has more than 22 elements and is neither that of a graph of small pathwidth
        nor another binary matroid with few distinct minors.

    See Also
    --------
    characteristic_polynomial, whitney_numbers
    """
    return _tutte(_counts(matroid, progress))


def tutte_of(table: RankTable) -> Polynomial:
    """Return the Tutte polynomial of a table of ranks."""
    return _tutte(sizes_and_ranks(table))


def _counts(matroid: Matroid, progress: Progress | None) -> NDArray[np.object_]:
    """``[i, j]``: the number of sets of rank i and nullity j."""
    if matroid.size <= LIMIT:
        return sizes_and_ranks(rank_table(matroid, progress=progress))
    edges = graph_edges_of(matroid)
    if edges is not None:
        return np.array(edge_subset_counts(edges), dtype=object)
    known = Known.of(matroid)
    if known.is_binary:
        return _binary_counts(known.fundamental, progress)
    raise TooLargeError(
        f"this needs a table of all subsets: at most {LIMIT} elements, got {matroid.size}; more "
        "are possible for graphs and binary matroids"
    )


def _binary_counts(matroid: Fundamental, progress: Progress | None) -> NDArray[np.object_]:
    rank = matroid.basis.bit_count()
    coefficients = np.zeros((rank + 1, len(matroid.near) - rank + 1), dtype=object)
    for powers, coefficient in tutte_coefficients(matroid, progress=progress).items():
        coefficients[powers] = coefficient
    return _in_powers_of(1, coefficients)[::-1]


def _tutte(ranks_and_nullities: NDArray[np.object_]) -> Polynomial:
    moved = _in_powers_of(-1, ranks_and_nullities[::-1])
    terms = {(i, j): int(moved[i, j]) for i, j in zip(*np.nonzero(moved), strict=True)}
    return Polynomial(("x", "y"), terms)


def sizes_and_ranks(table: RankTable) -> NDArray[np.object_]:
    """``[i, j]``: the number of sets of rank i and nullity j."""
    nullities = table.size - table.rank + 1
    code = table.ranks.astype(np.uint16) * nullities + (set_sizes(table.size) - table.ranks)
    counts = np.bincount(code, minlength=(table.rank + 1) * nullities)
    return counts.reshape(table.rank + 1, nullities).astype(object)


def _in_powers_of(step: int, coefficients: NDArray[np.object_]) -> NDArray[np.object_]:
    """The coefficients after ``step`` is added to both variables; exact: Python's integers."""
    rows, columns = coefficients.shape
    moved: NDArray[np.object_] = _shift(rows - 1, step) @ coefficients @ _shift(columns - 1, step).T
    return moved


def _shift(degree: int, step: int) -> NDArray[np.object_]:
    """``[i, k]``: the coefficient of x^i in (x + step)^k, for a step of 1 or -1."""
    places = range(degree + 1)
    return np.array(
        [[comb(k, i) * step ** (k - i) if i <= k else 0 for k in places] for i in places],
        dtype=object,
    )


@takes_matroids
def characteristic_polynomial(matroid: Matroid, *, progress: Progress | None = None) -> Polynomial:
    """Return the characteristic polynomial, the sum of ``(-1)^|S| t^(r(E)-r(S))`` over all sets S.

    >>> from matroidlab import GraphicMatroid
    >>> print(characteristic_polynomial(GraphicMatroid([(0, 1), (1, 2), (0, 2)])))
    t^2 - 3t + 2

    The number of proper colourings of a connected graph with t colours is t times that. With a loop
    it is 0. At most 22 elements, or a matroid as large as `tutte_polynomial` takes.
    """
    return _characteristic(_counts(matroid, progress))


def characteristic_of(table: RankTable) -> Polynomial:
    """Return the characteristic polynomial of a table of ranks."""
    return _characteristic(sizes_and_ranks(table))


def _characteristic(counts: NDArray[np.object_]) -> Polynomial:
    signs = np.array([(-1) ** nullity for nullity in range(counts.shape[1])], dtype=object)
    values = {
        (len(counts) - 1 - rank,): (-1) ** rank * int(row @ signs)
        for rank, row in enumerate(counts)
    }
    return Polynomial(("t",), values)


@takes_matroids
def whitney_numbers(
    matroid: Matroid, *, progress: Progress | None = None
) -> tuple[list[int], list[int]]:
    """Return the Whitney numbers of the first kind and of the second, by rank.

    >>> from matroidlab import GraphicMatroid
    >>> whitney_numbers(GraphicMatroid([(0, 1), (1, 2), (0, 2)]))
    ([1, -3, 2], [1, 3, 1])

    Those of the second kind count flats; those of the first add up their Mobius functions, and are
    the coefficients of the characteristic polynomial where there are no loops.
    """
    table = rank_table(matroid, progress=progress)
    loopless = table.minor([element for element in range(table.size) if table.ranks[1 << element]])
    first = characteristic_of(loopless)
    flat_ranks = table.ranks[flat_masks(table)]
    second = np.bincount(flat_ranks, minlength=table.rank + 1).tolist()
    return [first[table.rank - rank] for rank in range(table.rank + 1)], second
