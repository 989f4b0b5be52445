"""Matroids joined at an element: parallel and series connection, and the 2-sum."""

from typing import Any, TypeAlias

import numpy as np

from matroidlab import Dual, ExplicitMatroid, Labelled
from matroidlab.errors import InvalidElementsError
from matroidlab.protocol import Matroid, labels_of
from matroidlab.subsets import RankTable, rank_table, refuse_if_too_large, table_of
from matroidlab.types import as_count
from matroidlab_atlas.structure.arguments import check_matroid

Point: TypeAlias = int | str
"""An element, by number or by name."""


def parallel_connection(
    first: Matroid, second: Matroid, *, at: tuple[Point, Point] = (-1, 0)
) -> Matroid:
    """Return the parallel connection: two matroids joined at one element of each.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab_atlas.structure import circuits
    >>> list(circuits(parallel_connection(UniformMatroid(3, 2), UniformMatroid(3, 2))))
    [(0, 1, 2), (0, 1, 3, 4), (2, 3, 4)]

    The elements of the first matroid come first, then those of the second without its base point. A
    set is a flat if both parts are flats (Brylawski 1971; Oxley 2011, 7.1).

    Parameters
    ----------
    first
        A matroid.
    second
        Another matroid.
    at
        The base point in each, by number or by name: the last element of the first and the first of
        the second, unless given.
    """
    points = _base_points(first, second, at)
    return _made(_joined(first, second, points), first, second, points)


def series_connection(
    first: Matroid, second: Matroid, *, at: tuple[Point, Point] = (-1, 0)
) -> Matroid:
    """Return the dual of the parallel connection of the duals.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab_atlas.structure import circuits
    >>> list(circuits(series_connection(UniformMatroid(3, 2), UniformMatroid(3, 2))))
    [(0, 1, 2, 3, 4)]

    The options are those of `parallel_connection`.

    Parameters
    ----------
    first
        A matroid.
    second
        Another matroid.
    at
        The base point in each.
    """
    points = _base_points(first, second, at)
    joined = _joined(Dual(first), Dual(second), points)
    return _made(joined.dual, first, second, points)


def two_sum(first: Matroid, second: Matroid, *, at: tuple[Point, Point] = (-1, 0)) -> Matroid:
    """Return the parallel connection without the base point.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab_atlas.structure import circuits
    >>> list(circuits(two_sum(UniformMatroid(3, 2), UniformMatroid(3, 2))))
    [(0, 1, 2, 3)]

    A connected matroid is 3-connected exactly if it is not a 2-sum of smaller ones (Seymour 1980).
    The base point must be neither a loop nor a coloop of either matroid, and both have at least
    three elements.

    Parameters
    ----------
    first
        A matroid.
    second
        Another matroid.
    at
        The base point in each.
    """
    points = _base_points(first, second, at)
    for matroid, point in zip((first, second), points, strict=True):
        ranks = rank_table(matroid).ranks
        rest = len(ranks) - 1 ^ 1 << point
        kind = "loop" if ranks[1 << point] == 0 else "coloop" if ranks[rest] < ranks[-1] else ""
        if kind or matroid.size < 3:
            what = f"a {kind}" if kind else f"in a matroid of {matroid.size} elements"
            raise InvalidElementsError(
                f"a 2-sum needs a base point that is neither a loop nor a coloop of a matroid of "
                f"at least 3 elements, but {point} is {what}"
            )
    whole = _joined(first, second, points)
    return _made(whole, first, second, points, without=points[0])


def _base_points(first: Matroid, second: Matroid, at: tuple[Point, Point]) -> tuple[int, int]:
    check_matroid(first, "first")
    check_matroid(second, "second")
    points = []
    for matroid, given in zip((first, second), at, strict=True):
        labels = labels_of(matroid)
        point: Any = given
        if labels is not None and isinstance(given, str):
            point = labels.number(given)
        number = point + matroid.size if isinstance(point, int) and point < 0 else point
        points.append(
            as_count(number, name="at", most=matroid.size - 1, error=InvalidElementsError)
        )
    return points[0], points[1]


def _joined(first: Matroid, second: Matroid, points: tuple[int, int]) -> RankTable:
    """The table of the parallel connection.

    Where the base points are not loops, a set is independent if both parts are, and one of them
    still is with the base point; a loop makes the other one a loop as well.
    """
    ours = rank_table(first)
    theirs = rank_table(second)
    mine, yours = points
    size = first.size + second.size - 1
    refuse_if_too_large(size)
    if not ours.ranks[1 << mine]:
        theirs = _with_loop(theirs, yours)
    elif not theirs.ranks[1 << yours]:
        ours = _with_loop(ours, mine)
    others = [element for element in range(second.size) if element != yours]
    masks = np.arange(1 << size)
    here = masks & (1 << first.size) - 1
    there = np.zeros_like(masks)
    for place, element in enumerate(others):
        there |= (masks >> first.size + place & 1) << element
    has_point = here >> mine & 1 == 1
    alone = ours.independent[here] & theirs.independent[there | has_point.astype(np.int64) << yours]
    spared = ours.independent[here | 1 << mine] | theirs.independent[there | 1 << yours]
    is_loop = not ours.ranks[1 << mine] or not theirs.ranks[1 << yours]
    independent = alone if is_loop else alone & (spared | has_point)
    sizes = np.bitwise_count(masks)
    rank = int(sizes[independent].max())
    return table_of(masks[independent & (sizes == rank)], size)


def _with_loop(table: RankTable, point: int) -> RankTable:
    """The matroid with an element contracted, and put back as a loop."""
    masks = np.arange(1 << table.size) & ~(1 << point)
    ranks = table.ranks[masks | 1 << point] - table.ranks[1 << point]
    return RankTable(table.size, ranks)


def _made(
    table: RankTable,
    first: Matroid,
    second: Matroid,
    points: tuple[int, int],
    *,
    without: int | None = None,
) -> Matroid:
    """The matroid, without an element, and with the names of both parts if both have names."""
    kept = [element for element in range(table.size) if element != without]
    made = ExplicitMatroid.known(len(kept), table.minor(kept).bases)
    ours = labels_of(first)
    theirs = labels_of(second)
    if ours is None or theirs is None:
        return made
    rest = [name for place, name in enumerate(theirs) if place != points[1]]
    shared = set(ours) & set(rest)
    names = [*ours, *rest]
    if shared:
        names = [f"0.{name}" for name in ours] + [f"1.{name}" for name in rest]
    return Labelled(made, [names[element] for element in kept])
