"""Functions that the constructions share: complements, extensions, and ranks of bit masks."""

from collections.abc import Iterable, Sequence

import numpy as np

from matroidlab.errors import InvalidElementsError, InvalidMatroidError
from matroidlab.protocol import Matroid, Tabulated, as_matroid
from matroidlab.protocol.labels import labels_of
from matroidlab.types import Elements, Masks, as_elements

SMALL_TABLE = 256
"""A table of this many ranks is made for any number of sets, at the cost of some microseconds."""


def as_matroids(values: Iterable[Matroid], *, name: str) -> tuple[Matroid, ...]:
    """Return matroids as a tuple, or say which is not one."""
    if not isinstance(values, Iterable):
        raise InvalidMatroidError(f"{name} must be a sequence of matroids, got {values!r}")
    return tuple(as_matroid(value, name=f"{name}[{i}]") for i, value in enumerate(values))


def as_tuple(elements: Sequence[int], parent: Matroid, name: str) -> tuple[int, ...]:
    """Return elements of a parent, by number or by the names it has, as a tuple of numbers."""
    labels = labels_of(parent)
    try:
        given = elements if labels is None else labels.numbers(elements)
        return tuple(as_elements(given, size=parent.size, name=name).tolist())
    except InvalidElementsError as error:
        raise InvalidMatroidError(str(error)) from None


def complement(elements: Elements, size: int) -> Elements:
    """Return the other elements, in ascending order.

    >>> complement(np.array([3, 0]), 5)
    array([1, 2, 4])
    """
    others = np.ones(size, dtype=np.bool_)
    others[elements] = False
    return np.flatnonzero(others)


def complements(sets: Elements, size: int) -> Elements:
    """Return the other elements of each row, in ascending order."""
    others = np.ones((len(sets), size), dtype=np.bool_)
    np.put_along_axis(others, sets, values=False, axis=1)
    return np.nonzero(others)[1].reshape(len(sets), size - sets.shape[1])


def extended(matroid: Matroid, independent: Elements) -> Elements:
    """Return a basis that extends an independent set by the smallest elements."""
    if len(independent) == matroid.rank:
        return independent
    return matroid.greedy(np.concatenate([independent, complement(independent, matroid.size)]))


def is_table_cheaper(count: int, size: int) -> bool:
    """Whether the ranks of ``count`` sets are found sooner in a table of those of all sets."""
    return 1 << size <= max(SMALL_TABLE, size * count)


def mask_ranks(tabulated: Tabulated, masks: Masks, size: int) -> Elements:
    """Return the rank of each set, by the greedy algorithm for all of them at once.

    Many sets are looked up in a table, which takes one question instead of ``size``: otherwise a
    dual within a dual would ask ``size`` questions for each of those of the other.
    """
    if is_table_cheaper(masks.size, size):
        return _table_of_ranks(tabulated, size)[masks]
    kept = np.zeros_like(masks)
    for element in range(size):
        bit = 1 << element
        tried = kept | (masks & bit)
        kept = np.where(tabulated.are_independent(tried), tried, kept)
    return np.bitwise_count(kept).astype(np.intp)


def _table_of_ranks(tabulated: Tabulated, size: int) -> Elements:
    every = np.arange(1 << size, dtype=np.int64)
    independent = tabulated.are_independent(every)
    ranks = np.where(independent, np.bitwise_count(every), 0).astype(np.intp)
    for element in range(size):
        without, holding = ranks.reshape(-1, 2, 1 << element).transpose(1, 0, 2)
        np.maximum(without, holding, out=holding)
    return ranks


def scattered(masks: Masks, places: Elements) -> Masks:
    """Return sets with each element ``e`` moved to ``places[e]``."""
    moved = np.zeros_like(masks)
    for element, place in enumerate(places.tolist()):
        moved |= (masks >> element & 1) << place
    return moved


def shrunk(
    edges: Sequence[tuple[int, int]], places: Elements, fixed: Elements
) -> Sequence[tuple[int, int]]:
    """Return the edges at ``places`` once those at ``fixed`` are shrunk to points.

    A point is called as the smallest vertex in it.

    >>> shrunk([(0, 1), (1, 2), (0, 2)], places=np.array([2, 1]), fixed=np.array([0]))
    [(0, 2), (0, 2)]
    """
    point = {vertex: vertex for edge in edges for vertex in edge}
    for u, v in (edges[place] for place in fixed.tolist()):
        kept, gone = sorted((point[u], point[v]))
        point = {vertex: kept if other == gone else other for vertex, other in point.items()}
    return [(point[u], point[v]) for u, v in (edges[place] for place in places.tolist())]
