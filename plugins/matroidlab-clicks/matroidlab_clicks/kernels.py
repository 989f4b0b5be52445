"""The models for the game loop, a lane at a time, with the same coins."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels import kernel
from matroidlab.types import Elements, Weights


class PlacedClicks(NamedTuple):
    """How attractive each item is, and how likely each place is examined."""

    attractions: Weights
    examinations: Weights


@kernel
def attraction(page: PlacedClicks, lists: Elements, i: int, j: int) -> float:
    """How likely place j of list i is clicked; in a look at all items each stands at the top."""
    place = j if lists.shape[1] <= len(page.examinations) else 0
    return page.attractions[lists[i, j]] * page.examinations[place]  # type: ignore[no-any-return]


@kernel
def click_examined(
    page: PlacedClicks, rng: np.random.Generator, lists: Elements, count: int, clicks: Weights
) -> None:
    """A coin for each place: whether it is examined, and its item attracts."""
    for i in range(count):
        for j in range(lists.shape[1]):
            clicks[i, j] = 1.0 if rng.random() < attraction(page, lists, i, j) else 0.0


@kernel
def expect_clicks(page: PlacedClicks, _means: Weights, lists: Elements, i: int) -> float:
    """How many clicks a list is expected to have."""
    total = 0.0
    for j in range(lists.shape[1]):
        total += attraction(page, lists, i, j)
    return total


@kernel
def click_first(
    page: PlacedClicks, rng: np.random.Generator, lists: Elements, count: int, clicks: Weights
) -> None:
    """A coin for each place; the first item that attracts is clicked."""
    for i in range(count):
        is_left = False
        for j in range(lists.shape[1]):
            # Coins are tossed behind a click too, because the numpy way draws one for every place.
            attracts = rng.random() < page.attractions[lists[i, j]]
            clicks[i, j] = 1.0 if attracts and not is_left else 0.0
            is_left = is_left or attracts


@kernel
def expect_first_click(page: PlacedClicks, _means: Weights, lists: Elements, i: int) -> float:
    """How likely a list is clicked: the sum, over its places, of how likely each is."""
    total = 0.0
    examined = 1.0
    for j in range(lists.shape[1]):
        total += page.attractions[lists[i, j]] * examined
        examined *= 1.0 - page.attractions[lists[i, j]]
    return total
