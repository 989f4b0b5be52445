"""Pages, rankings and visitors that several tests of the evaluation share."""

from itertools import permutations
from typing import Any

import numpy as np
from hypothesis import strategies as st

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid, is_basis
from matroidlab.types import Weights

PAGES: dict[str, Matroid] = {
    "uniform": UniformMatroid(size=5, rank=3),
    "all": UniformMatroid(size=4, rank=4),
    "partition": PartitionMatroid(blocks=[[0, 1, 2], [3, 4]], capacities=[2, 1]),
    "graphic": GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)]),
    "with a loop": GraphicMatroid([(0, 1), (1, 1), (1, 2), (1, 2), (0, 2)]),
    "empty": UniformMatroid(size=2, rank=0),
}


def rankings_of(size: int, least: int = 2, most: int = 3) -> st.SearchStrategy[list[list[int]]]:
    """Two or more rankings of all items."""
    return st.lists(st.permutations(range(size)), min_size=least, max_size=most)


def all_lists(matroid: Matroid) -> list[tuple[int, ...]]:
    """Every basis in every order."""
    return [
        items
        for items in permutations(range(matroid.size), matroid.rank)
        if is_basis(matroid, items)
    ]


class Visitors:
    """A reward model in which the reward of an item may depend on its place and its neighbours.

    ``above`` is added for each item above that is smaller, ``below`` for each such item below.
    """

    def __init__(self, means: Any, places: Any, *, above: float = 0.0, below: float = 0.0) -> None:
        self.means: Weights = np.asarray(means, dtype=np.float64)
        self.places: Weights = np.asarray(places, dtype=np.float64)
        self.above = above
        self.below = below

    def expected(self, actions: Any) -> Weights:
        items = np.asarray(actions)
        width = items.shape[-1]
        found = self.means[items] * self.places[:width]
        smaller = items[..., None, :] < items[..., :, None]  # [..., place, other]
        lower = np.tril(np.ones((width, width)), -1)
        found = found + self.above * (smaller * lower).sum(axis=-1)
        return np.asarray(found + self.below * (smaller * lower.T).sum(axis=-1))

    def draw(self, actions: Any, rng: np.random.Generator, /) -> Weights:
        expected = self.expected(actions)
        return (rng.random(expected.shape) < expected).astype(np.float64)

    def value(self, lists: dict[tuple[int, ...], float]) -> float:
        """The expected reward of a distribution over lists."""
        return sum(
            chance * float(self.expected(np.array(items)).sum()) for items, chance in lists.items()
        )
