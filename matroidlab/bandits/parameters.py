"""What policies check of their parameters and of what they are told."""

from collections.abc import Mapping
from math import floor
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms.item_range import check_items
from matroidlab.bandits.interleaving import Rounds
from matroidlab.errors import InvalidElementsError, InvalidWeightsError
from matroidlab.kernels import enabled
from matroidlab.kernels.learning import is_observation
from matroidlab.types import Actions, Elements, Weights, as_count, as_number


def as_swap_size(swap_size: int, alpha: float | None, *, rank: int) -> int:
    """Return m: ``swap_size``, or floor(alpha K) without rounding trouble.

    >>> as_swap_size(1, 0.29, rank=100)
    29
    """
    if rank == 0:
        raise ValueError("rank must be at least 1, got a matroid of rank 0: its only list is empty")
    if alpha is None:
        return as_count(swap_size, name="swap_size", least=1, most=rank)
    if swap_size != 1:
        raise ValueError(f"give swap_size or alpha, not both, got {swap_size} and {alpha}")
    fraction = as_number(alpha, name="alpha", above=0, most=1)
    if fraction * rank < 1 - 1e-9:
        raise ValueError(f"alpha must be at least 1/{rank} to let one item of {rank} change, got {alpha}")
    return floor(fraction * rank + 1e-9)


def as_known_means(known: Mapping[int, float], *, baseline: Elements) -> tuple[Elements, Weights]:
    """Return the items of the baseline whose means are known, and these means."""
    for item, mean in known.items():
        if item not in baseline:
            raise InvalidElementsError(f"known_means must be of baseline items, {baseline.tolist()}, got {item}")
        as_number(mean, name=f"known_means[{item}]", least=0, most=1)
    return np.array(list(known), dtype=np.intp), np.array(list(known.values()), dtype=np.float64)


def as_rounds(rounds: str) -> Rounds:
    """Return ``rounds`` if it is a way of making rounds."""
    if rounds not in ("paper", "lean"):
        raise ValueError(f"rounds must be 'paper' or 'lean', got {rounds!r}")
    return cast("Rounds", rounds)


def as_observation(actions: ArrayLike, weights: ArrayLike, *, lanes: int, size: int) -> tuple[Actions, Weights]:
    """Return actions and their weights as arrays of one shape, items in range, weights of what was seen in [0, 1]."""
    items, seen = as_lists(actions, weights, lanes=lanes, size=size)
    if not (enabled() and is_observation(items, seen, size)):
        check_observation(items, seen, size=size)
    return items, seen


def as_lists(actions: ArrayLike, weights: ArrayLike, *, lanes: int, size: int) -> tuple[Actions, Weights]:
    """Return actions and their weights as arrays of one shape; what is in them is not looked at."""
    try:
        items = np.asarray(actions, order="C")
    except ValueError as error:
        raise InvalidElementsError(f"actions must be integers of one shape: {error}") from None
    try:
        seen = np.asarray(weights, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise InvalidWeightsError(f"weights must be numbers: {error}") from None
    if items.ndim != 3 or items.shape[0] != lanes or items.dtype.kind not in "iu":
        raise InvalidElementsError(
            f"actions must be integers of shape ({lanes}, actions, width), got {items.dtype} of shape {items.shape}"
        )
    if seen.shape != items.shape:
        raise InvalidWeightsError(f"weights must have the shape of the actions, {items.shape}, got {seen.shape}")
    if items.dtype != np.intp:
        check_items(items, size=size, absent="not observed")  # before a large one becomes another
        items = items.astype(np.intp)
    return items, seen


def check_observation(items: Actions, seen: Weights, *, size: int) -> None:
    """Raise an error that names an item out of range, or the weight of an item that is not in [0, 1]."""
    check_items(items, size=size, absent="not observed")
    # A quick test for the usual case, which NaN fails too. What stands beside a -1 does not matter.
    if seen.size and not 0 <= seen.min() <= seen.max() <= 1:
        inside = (items < 0) | ((seen >= 0) & (seen <= 1))
        if not inside.all():
            raise InvalidWeightsError(f"weights must lie in [0, 1], got {seen[~inside][0]}")
