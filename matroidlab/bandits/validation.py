"""Checks of the parameters that policies share."""

from collections.abc import Mapping
from math import floor
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.bandits.interleaving import Rounds
from matroidlab.errors import InvalidElementsError
from matroidlab.types import Elements, Weights, as_count, as_elements, as_integer, as_number


def as_swap_size(swap_size: int, alpha: float | None, *, rank: int) -> int:
    """Return m: ``swap_size``, or floor(alpha K), correct in spite of rounding.

    >>> as_swap_size(1, 0.29, rank=100)
    29

    Parameters
    ----------
    swap_size
        The number of items, if ``alpha`` is None; otherwise it must be 1, the default.
    alpha
        The fraction of the list, above 0 and at most 1.
    rank
        The length K of a list.
    """
    if rank == 0:
        raise ValueError("rank must be at least 1, got a matroid of rank 0: its only list is empty")
    if alpha is None:
        return as_count(swap_size, name="swap_size", least=1, most=rank)
    if swap_size != 1:
        raise ValueError(f"give swap_size or alpha, not both, got {swap_size} and {alpha}")
    fraction = as_number(alpha, name="alpha", above=0, most=1)
    if fraction * rank < 1 - 1e-9:
        raise ValueError(
            f"alpha must be at least 1/{rank} to let one item of {rank} change, got {alpha}"
        )
    return floor(fraction * rank + 1e-9)


def as_known_means(known: Mapping[int, float] | None, *, baseline: Elements) -> dict[int, float]:
    """Return ``known`` as ints and floats, checked to be means of items of the baseline."""
    means = {}
    for item, mean in (known or {}).items():
        if as_integer(item, name="known_means", error=InvalidElementsError) not in baseline:
            raise InvalidElementsError(
                f"known_means must be of baseline items, {baseline.tolist()}, got {item}"
            )
        means[int(item)] = as_number(mean, name=f"known_means[{item}]", least=0, most=1)
    return means


def as_rounds(rounds: str) -> Rounds:
    """Return ``rounds``, checked to be "paper" or "lean"."""
    if rounds not in ("paper", "lean"):
        raise ValueError(f"rounds must be 'paper' or 'lean', got {rounds!r}")
    return cast("Rounds", rounds)


def as_scores(scores: Mapping[int, float] | ArrayLike, *, size: int) -> Weights:
    """Return the scores of all items as an array; items that a mapping leaves out have the mean.

    >>> as_scores({0: 1.0, 2: 3.0}, size=3)
    array([1., 2., 3.])
    """
    if isinstance(scores, Mapping):
        items = as_elements(list(scores), size=size, name="scores")
        values = np.array(list(scores.values()), dtype=np.float64)
        found = np.full(size, values.mean() if len(values) else 0.0)
        found[items] = values
    else:
        found = np.array(scores, dtype=np.float64)
    if found.shape != (size,) or not np.isfinite(found).all():
        raise ValueError(
            f"scores must be {size} finite numbers, one for each item, or a mapping from items to "
            f"numbers, got {scores!r:.100}"
        )
    return found
