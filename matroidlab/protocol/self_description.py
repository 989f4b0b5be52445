"""Optional members by which a matroid describes itself: blocks, graph, minors, names."""

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np

from matroidlab.errors import InvalidAnswerError
from matroidlab.protocol.capabilities import Minors
from matroidlab.protocol.checked import as_kept, as_sets
from matroidlab.protocol.matroid import Matroid
from matroidlab.types import Elements, as_int_tuples


def uniform_blocks_of(matroid: Matroid) -> Elements | None:
    """Return the block of each element, by ``matroid.uniform_blocks()``, or None.

    Optional, for a direct sum of uniform matroids, one a block: a set is independent exactly if it
    has at most as many elements of each block as the block's rank. Blocks are numbered from 0.
    """
    answer = _answer_of(matroid, "uniform_blocks")
    return None if answer is None else as_blocks(answer, matroid)


def graph_edges_of(matroid: Matroid) -> Sequence[tuple[int, int]] | None:
    """Return the edge of each element, by ``matroid.graph_edges()``, or None without that method.

    Optional, for a matroid that comes from a graph, so that it can be drawn: a set is independent
    exactly if its edges close no cycle. Vertices are any integers.
    """
    answer = _answer_of(matroid, "graph_edges")
    return None if answer is None else as_edges(answer, size=matroid.size)


def _answer_of(matroid: Matroid, method: str) -> object:
    ask: Callable[[], object] | None = getattr(matroid, method, None)
    return None if ask is None else ask()


def rank_lookup_of(matroid: Matroid) -> bytes | None:
    """Return the rank of every set, by mask: ``rank_lookup``, or None without that member.

    Optional, for a small matroid that can list its bases at once. Bit ``e`` of a mask stands for
    element ``e``. Questions about single sets are then answered in about a microsecond.
    """
    lookup: bytes | None = getattr(matroid, "rank_lookup", None)
    return lookup


def minors_of(matroid: Matroid) -> Minors | None:
    """The matroid itself if it has ``delete`` and ``contract``, else None."""
    offers = hasattr(matroid, "delete") and hasattr(matroid, "contract")
    return cast("Minors", matroid) if offers else None


def element_names_of(matroid: Matroid) -> Sequence[str]:
    """Return the names of the elements in messages: ``element_names``, or else their numbers."""
    names: Sequence[str] | None = getattr(matroid, "element_names", None)
    return [str(element) for element in range(matroid.size)] if names is None else names


def as_blocks(answer: object, matroid: Matroid) -> Elements:
    """Return the block of each element, if the matroid is the direct sum of these blocks.

    >>> from matroidlab import UniformMatroid
    >>> as_blocks([0, 0, 1], UniformMatroid(size=3, rank=1))
    Traceback (most recent call last):
    matroidlab.errors.InvalidAnswerError: uniform_blocks must have ranks that add up to 1, ...
    """
    size = matroid.size
    blocks = as_sets(answer, shape=(size,), size=size, name="uniform_blocks")
    # Two greedy bases decide, however many blocks there are: one prefers the first blocks, one the
    # last. If they have equally many elements of each block, the ranks of the first i blocks and of
    # the others add up to the rank, for every i, so each block is a separator.
    by_block = np.argsort(blocks, kind="stable")
    first, last = (_counts_kept(matroid, order, blocks) for order in (by_block, by_block[::-1]))
    if not np.array_equal(first, last):
        members = np.split(by_block, np.cumsum(np.bincount(blocks))[:-1])
        ranks = " + ".join(str(len(matroid.greedy(block))) for block in members)
        bound = f"add up to {matroid.rank}, the rank"
        raise InvalidAnswerError(f"uniform_blocks must have ranks that {bound}, got {ranks}")
    return blocks


def _counts_kept(matroid: Matroid, order: Elements, blocks: Elements) -> Elements:
    kept = as_kept(matroid.greedy(order), size=matroid.size)
    return np.bincount(blocks[kept], minlength=1 + int(blocks.max(initial=-1)))


def as_edges(answer: object, *, size: int) -> list[tuple[int, int]]:
    """Return an answer that is a pair of vertices for each element, or raise an error."""
    try:
        edges = as_int_tuples(answer, name="graph_edges")  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise InvalidAnswerError(str(error)) from error
    if len(edges) != size or any(len(edge) != 2 for edge in edges):
        bound = f"a pair of vertices for each of {size} elements"
        raise InvalidAnswerError(f"graph_edges must be {bound}, got {edges}")
    return [(u, v) for u, v in edges]
