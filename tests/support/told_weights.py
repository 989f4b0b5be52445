"""Reward models without randomness that record requests; a function gives the weights."""

from collections.abc import Callable

import numpy as np

from matroidlab.types import Actions, Weights

Told = Callable[[int, int, int], float]
"""The weight of an item in a lane, given how often it was asked for before."""


class ToldWeights:
    """A reward model whose weights depend on the lane, the item and how often it was asked for."""

    def __init__(self, told: Told, *, lanes: int, size: int, first_lane: int = 0) -> None:
        self.told = told
        self.first_lane = first_lane
        self.asked = np.zeros((lanes, size), dtype=np.intp)
        self.means: Weights = np.arange(size) / max(size, 1)
        self.drawn: list[Actions] = []

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:  # noqa: ARG002
        self.drawn.append(actions.copy())
        weights = np.zeros(actions.shape)
        for lane, action, place in np.ndindex(actions.shape):
            item = int(actions[lane, action, place])
            if item >= 0:
                weights[lane, action, place] = self.told(
                    self.first_lane + lane, item, int(self.asked[lane, item])
                )
                self.asked[lane, item] += 1
        return weights

    def played(self, lane: int = 0, *, first_look: bool) -> list[list[int]]:
        """All actions of a lane, without the first look and without what was not played."""
        rows = (row for round_ in self.drawn[first_look:] for row in round_[lane].tolist())
        return [row for row in rows if min(row) >= 0]


def uneven(lane: int, item: int, asked: int) -> float:
    """Items of very different means, slightly different in each lane; sums are rounded."""
    return (item * 7 % 10) * 0.08 + ((asked * 3 + item + lane) % 4) * 0.07


def tied(lane: int, item: int, asked: int) -> float:
    """Few different values, all of them quarters: sums are exact, and ties are everywhere."""
    return ((item + lane) % 3 + (asked + item) % 3) / 4


def settled(lane: int, item: int, asked: int) -> float:  # noqa: ARG001
    """A fixed table: each item has its weight."""
    return (item * 3 % 8) / 8
