"""Small questions about arrays that kernels and their callers share."""

from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Elements, Weights

TOLD_TWICE_AT_MOST = 128
"""To find out which of so many places are the same takes longer than to see to some of them twice."""


def nearly_distinct(parts: Sequence[Elements], size: int) -> Elements:
    """The places of all parts, -1 passed over, each once; of very few some may come twice, which is sooner told."""
    places = parts[0] if len(parts) == 1 else np.concatenate([np.empty(0, dtype=np.intp), *parts])
    if len(places) <= TOLD_TWICE_AT_MOST:
        return places[places >= 0]
    if 64 * len(places) < size:
        return np.unique(places[places >= 0])
    marks = np.zeros(size + 1, dtype=np.bool_)  # the last is for -1
    marks[places] = True
    return marks[:-1].nonzero()[0]


def in_order(values: Weights) -> Weights:
    """The sum along the last axis, added up from the first to the last, as kernels do and numpy's ``sum`` does not."""
    if values.size == values.shape[-1]:
        return (
            np.add.accumulate(values, axis=-1)[..., -1]
            if values.size
            else np.zeros(values.shape[:-1])
        )
    # Along the first axis numpy adds one row after the other, unless there is one column alone.
    total: Weights = np.add.reduce(np.moveaxis(values, -1, 0).copy(), axis=0)
    return total


def is_plain(values: object, kind: np.dtype[Any], axes: int) -> TypeGuard[NDArray[Any]]:
    """Whether kernels take an array as it is; not so those whose bytes are not all that they mean, as masked ones."""
    return (
        type(values) is np.ndarray
        and values.dtype is kind
        and values.ndim == axes
        and values.flags.c_contiguous
    )
