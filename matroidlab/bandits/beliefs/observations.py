"""Checks of the arguments of `learn`: items, and their weights."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.errors import InvalidElementsError, InvalidWeightsError
from matroidlab.types import Actions, Weights, check_items


def as_observation(
    actions: ArrayLike, weights: ArrayLike, *, lanes: int, size: int
) -> tuple[Actions, Weights]:
    """Return actions and weights as arrays of one shape: items in range, weights in [0, 1]."""
    items = _as_array(actions, "actions")
    seen = _as_array(weights, "weights")
    if items.ndim != 3 or items.shape[0] != lanes or (items.dtype.kind not in "iu" and items.size):
        raise InvalidElementsError(
            f"actions must be integers of shape ({lanes}, actions, width), "
            f"got {items.dtype} of shape {items.shape}"
        )
    if seen.dtype.kind not in "biuf" and seen.size:
        raise InvalidWeightsError(
            f"weights must be numbers, got {seen.dtype} such as {seen.flat[0]!r}"
        )
    if seen.shape != items.shape:
        raise InvalidWeightsError(
            f"weights must have the shape of the actions, {items.shape}, got {seen.shape}"
        )
    # Before the conversion to intp, which would wrap a large unsigned integer.
    check_items(items, size=size, absent="not observed")
    items = items.astype(np.intp, copy=False)
    seen = seen.astype(np.float64, copy=False)
    inside = (items < 0) | ((seen >= 0) & (seen <= 1))
    if not inside.all():
        raise InvalidWeightsError(f"weights must lie in [0, 1], got {seen[~inside][0]}")
    return items, seen


def _as_array(values: ArrayLike, name: str) -> NDArray[Any]:
    try:
        return np.asarray(values, order="C")
    except ValueError as error:
        kind = InvalidElementsError if name == "actions" else InvalidWeightsError
        what = "integers" if name == "actions" else "numbers"
        raise kind(f"{name} must be {what} of one shape: {error}") from None
