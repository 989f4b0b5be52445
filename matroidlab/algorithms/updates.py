"""The updates of trackers, checked before a kernel indexes by them."""

import numpy as np

from matroidlab.errors import InvalidElementsError, InvalidWeightsError
from matroidlab.types import Elements, Weights, check_items


def as_lane_weights(weights: Weights, *, size: int) -> Weights:
    """Return ``weights (lanes, size)`` as floats without NaN, or raise an error.

    >>> as_lane_weights(np.array([1.0, 2.0]), size=2)
    Traceback (most recent call last):
    matroidlab.errors.InvalidWeightsError: weights must be real numbers of shape (lanes, 2), got ...
    """
    array = np.asarray(weights)
    if array.ndim != 2 or array.shape[1] != size or array.dtype.kind not in "biuf":
        got = f"{array.dtype} of shape {array.shape}"
        raise InvalidWeightsError(
            f"weights must be real numbers of shape (lanes, {size}), got {got}"
        )
    return _without_nan(array.astype(np.float64, order="C", copy=False))


def as_update(
    elements: Elements, weights: Weights, *, lanes: int, size: int
) -> tuple[Elements, Weights]:
    """Return changed ``elements (lanes, n)``, -1 for none, and their weights, or raise an error.

    >>> as_update(np.array([[0, 4]]), np.array([[1.0, 2.0]]), lanes=1, size=4)
    Traceback (most recent call last):
    matroidlab.errors.InvalidElementsError: elements must lie in 0..3, or be -1 for no update, got 4
    """
    changed = np.asarray(elements, order="C")
    new = np.asarray(weights, order="C")
    if changed.ndim != 2 or len(changed) != lanes or changed.dtype.kind not in "iu":
        got = f"{changed.dtype} of shape {changed.shape}"
        raise InvalidElementsError(f"elements must be integers of shape ({lanes}, n), got {got}")
    if new.shape != changed.shape or new.dtype.kind not in "biuf":
        got = f"{new.dtype} of shape {new.shape}"
        raise InvalidWeightsError(
            f"weights must be real numbers of shape {changed.shape}, as the elements, got {got}"
        )
    check_items(changed, size=size, absent="no update", name="elements")
    return changed.astype(np.intp, copy=False), _without_nan(new.astype(np.float64, copy=False))


def _without_nan(weights: Weights) -> Weights:
    if weights.size and np.isnan(weights.max()):  # NaN is the maximum wherever it is
        raise InvalidWeightsError("weights must not be NaN")
    return weights
