"""Single symmetric exchanges between two bases, and how they match up."""

from dataclasses import dataclass

import numpy as np

from matroidlab.algorithms.exchange import single_exchanges
from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, Elements


@dataclass(frozen=True)
class Exchange:
    """The elements that leave ``source`` and those that enter from ``target``, ascending."""

    source: Elements
    target: Elements
    leaving: Elements
    entering: Elements

    @classmethod
    def between(cls, source: Elements, target: Elements) -> "Exchange":
        """Return the exchange between two bases, without their common elements."""
        return cls(source, target, np.setdiff1d(source, target), np.setdiff1d(target, source))

    def aligned(self, partners: Elements) -> Elements:
        """Return the bijection, aligned with ``source``: ``leaving[i]`` goes to ``partners[i]``."""
        partner = dict(zip(self.leaving.tolist(), partners.tolist(), strict=True))
        return np.array(
            [partner.get(element, element) for element in self.source.tolist()], dtype=np.intp
        )


def symmetric_exchanges(matroid: Matroid, exchange: Exchange) -> Booleans:
    """Return at ``[i, j]`` whether leaving i and entering j can be exchanged in both bases.

    2 d * d independence calls for d elements to exchange, or two calls of ``swaps`` if the matroid
    has its own.
    """
    here = single_exchanges(
        matroid, exchange.source, _places(exchange.source, exchange.leaving), exchange.entering
    )
    back = single_exchanges(
        matroid, exchange.target, _places(exchange.target, exchange.entering), exchange.leaving
    )
    return here.T & back


def _places(basis: Elements, elements: Elements) -> Elements:
    order = np.argsort(basis)
    return order[np.searchsorted(basis, elements, sorter=order)]


@dataclass(frozen=True)
class RowMatching:
    """A column for each row; or rows with too few columns, which prove that there is none."""

    columns: Elements | None
    rows_short: list[int]


def match_rows(allowed: Booleans) -> RowMatching:
    """Match each row to a column of its own with ``allowed[row, column]``, by augmenting paths.

    >>> match_rows(np.array([[True, True], [True, False]])).columns
    array([1, 0])
    >>> match_rows(np.array([[False, True], [False, True]])).rows_short
    [0, 1]

    Rows that reach each other by alternating paths and no free column are short of columns (Hall
    1935).
    """
    holder: dict[int, int] = {}
    for row in range(len(allowed)):
        reached, free = _search(allowed, row, holder)
        if free is None:
            return RowMatching(None, sorted({row, *(holder[column] for column in reached)}))
        while True:  # along the path, every row gives its column to the row before it
            current = reached[free]
            former = next(
                (column for column, held_by in holder.items() if held_by == current), None
            )
            holder[free] = current
            if former is None:
                break
            free = former
    columns = np.empty(len(allowed), dtype=np.intp)
    columns[list(holder.values())] = list(holder)
    return RowMatching(columns, [])


def _search(
    allowed: Booleans, row: int, holder: dict[int, int]
) -> tuple[dict[int, int], int | None]:
    """Walk alternating paths from ``row``; return the columns reached, with a free one if any."""
    reached: dict[int, int] = {}
    waiting = [row]
    for current in waiting:
        for column in np.flatnonzero(allowed[current]).tolist():
            if column not in reached:
                reached[column] = current
                if column not in holder:
                    return reached, column
                waiting.append(holder[column])
    return reached, None
