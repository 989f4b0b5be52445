import numpy as np

from matroidlab.algorithms.sets import as_basis
from matroidlab.errors import InvalidAnswerError
from matroidlab.protocol import Matroid, Pairwise, offered
from matroidlab.protocol.asking import as_truths
from matroidlab.types import Booleans, Elements, ElementsLike


def exchange_bijection(matroid: Matroid, source: ElementsLike, target: ElementsLike) -> Elements:
    """Return ``target`` rearranged so that every ``source - source[i] + result[i]`` is a basis.

    >>> from matroidlab import GraphicMatroid
    >>> triangle_and_tail = GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)])
    >>> exchange_bijection(triangle_and_tail, [0, 3, 1], [3, 1, 2])
    array([2, 3, 1])

    Common elements stay where they are, as they must. That there always is such a bijection is
    Brualdi's theorem (1969, https://doi.org/10.1017/S000497270004140X); it is a perfect matching in
    the bipartite graph of single exchanges, found by Hopcroft-Karp in networkx. With ``d`` elements
    to exchange, d*d independence calls.

    Parameters
    ----------
    matroid
        The matroid.
    source
        The basis whose elements are replaced.
    target
        The basis whose elements replace them.

    Returns
    -------
    array
        The elements of ``target``, aligned with ``source``.

    Raises
    ------
    NotABasisError
        If ``source`` or ``target`` is not a basis.

    See Also
    --------
    partition_exchange, strong_bijection
    """
    return matched_exchange(
        matroid, as_basis(matroid, source, name="source"), as_basis(matroid, target, name="target")
    )


def matched_exchange(matroid: Matroid, source: Elements, target: Elements) -> Elements:
    """`exchange_bijection` of two sets that are known to be bases."""
    leaving = np.flatnonzero(~np.isin(source, target))
    entering = target[~np.isin(target, source)]
    result = source.copy()
    result[leaving] = entering[
        perfect_matching(single_exchanges(matroid, source, leaving, entering))
    ]
    return result


def single_exchanges(
    matroid: Matroid, source: Elements, leaving: Elements, entering: Elements
) -> Booleans:
    """``[i, j]``: whether ``source - source[leaving[j]] + entering[i]`` is independent."""
    pairwise = offered(matroid, Pairwise)
    if pairwise is not None:
        return pairwise.swaps_at(source, leaving, entering)
    return asked_swaps(matroid, source, entering)[:, leaving]


def asked_swaps(matroid: Matroid, independent: Elements, incoming: Elements) -> Booleans:
    """Return the matroid's ``swaps``, checked to be a truth value for each pair."""
    return as_truths(
        matroid.swaps(independent, incoming), shape=(len(incoming), len(independent)), name="swaps"
    )


def perfect_matching(allowed: Booleans) -> Elements:
    """Return for each column a row of its own with ``allowed[row, column]``.

    For two bases there always is one (Brualdi).
    """
    # Imported here because it takes a tenth of a second.
    import networkx as nx  # noqa: PLC0415

    count = len(allowed)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(2 * count))
    rows, columns = np.nonzero(allowed)
    graph.add_edges_from(zip(columns.tolist(), (rows + count).tolist(), strict=True))
    # Disconnected exchange graphs are normal here, for blocks never mix: one side is named, not
    # guessed.
    matching = nx.bipartite.hopcroft_karp_matching(graph, top_nodes=range(count))
    if any(column not in matching for column in range(count)):
        raise InvalidAnswerError(
            f"the {count} elements in which two sets differ have no exchange bijection: the sets "
            "are not bases, or swaps is not that of a matroid; it allows "
            f"{np.count_nonzero(allowed)} of {allowed.size} exchanges"
        )
    return np.fromiter(
        (matching[column] - count for column in range(count)), dtype=np.intp, count=count
    )
