"""The views of each segment, where the promise is for the average visitor, as arrays, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits import AverageVisitor, Statistics
from matroidlab.kernels import Seen
from matroidlab_serving.state.state_part import StatePart, check_numbers, refuse

OF_AVERAGE: Mapping[str, type[np.generic]] = {
    "lane_clocks": np.int64,
    "lane_cells": np.int64,
    "lane_counts": np.int64,
    "lane_sums": np.float64,
    "lane_spreads": np.float64,
    "closed": np.int64,
    "given_up": np.int64,
}
"""The number of lists of each segment; the items that it saw, as segment x items + item, with their
observations; and the items of which nothing is pooled any more, or that are not tried any more."""


def add_average(average: AverageVisitor, arrays: dict[str, NDArray[Any]]) -> None:
    """Add the arrays to the state of the pool."""
    seen = average.segments.settled
    cells = np.flatnonzero(seen.counts)
    columns = (
        seen.clock,
        cells,
        *(column.ravel()[cells] for column in seen[:3]),
        np.flatnonzero(average.is_closed),
        np.flatnonzero(average.is_given_up),
    )
    arrays |= {
        name: column.astype(kind)
        for (name, kind), column in zip(OF_AVERAGE.items(), columns, strict=True)
    }


def restore_average(average: AverageVisitor, part: StatePart) -> None:
    """Take over what `add_average` has written."""
    for name, kind in OF_AVERAGE.items():
        is_column = part.arrays[name].ndim == 1 and part.arrays[name].dtype == kind
        refuse(not is_column, f"{name} is not a column of {np.dtype(kind)}")
    clocks, cells, counts, sums, spreads, closed, given_up = (
        part.arrays[name] for name in OF_AVERAGE
    )
    lanes, size = average.segments.counts.shape
    is_aligned = len(cells) == len(counts) == len(sums) == len(spreads) and len(clocks) == lanes
    refuse(not is_aligned, "the observations of segments have wrong lengths")
    refuse(bool((clocks < 0).any()), "a segment has a negative number of lists")
    check_numbers(cells, lanes * size)
    for items in (closed, given_up):
        check_numbers(items, size)
    seen = Statistics(counts.astype(np.intp), sums, spreads, clocks[:1])
    refuse(not seen.are_possible.all(), "the observations of segments are not possible")
    whole = Seen(
        np.zeros((lanes, size), dtype=np.intp),
        np.zeros((lanes, size)),
        np.zeros((lanes, size)),
        clocks.astype(np.intp),
        np.zeros(1, dtype=np.intp),
    )
    for column, values in zip(whole[:3], (counts, sums, spreads), strict=True):
        column.reshape(-1)[cells] = values
    average.segments.restore(whole)
    average.is_closed[closed] = True
    average.is_given_up[given_up] = True
