"""Methods that are a table of lists and probabilities, without teams."""

from abc import abstractmethod

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.types import Elements, ElementsLike, Weights, as_count, as_elements
from matroidlab_evaluation.arguments import check_generator
from matroidlab_evaluation.interleaving.method import (
    NO_TEAM,
    Drawn,
    InterleavingMethod,
    as_clicks,
    check_drawn,
)


class TableMethod(InterleavingMethod):
    """A method whose `lists` are known when it is made, and whose items have no teams."""

    @abstractmethod
    def _credit(self, items: Elements, clicks: Weights) -> Weights:
        """Return the credit of each ranker for one list."""

    def draw(self, rng: np.random.Generator) -> Drawn:
        """Draw one list; its items have no teams."""
        drawn = self.draw_many(1, rng)
        return Drawn(drawn.items[0], drawn.teams[0])

    def draw_many(self, count: int, rng: np.random.Generator) -> Drawn:
        """Draw ``count`` lists."""
        check_generator(rng)
        number = as_count(count, name="count")
        table = self.lists()
        chances = np.fromiter(table.values(), dtype=np.float64)
        items = np.array(list(table), dtype=np.intp)
        chosen = items[rng.choice(len(items), size=number, p=chances / chances.sum())]
        return Drawn(chosen, np.full_like(chosen, NO_TEAM))

    def probability(self, items: ElementsLike) -> float:
        """Return the probability of a list, 0 for one that is never shown."""
        checked = as_elements(items, size=self.matroid.size, name="items")
        return self.lists().get(tuple(checked.tolist()), 0.0)

    def _credits(self, drawn: Drawn, clicks: ArrayLike) -> Weights:
        check_drawn(drawn)
        items = np.asarray(drawn.items)
        weights = as_clicks(items, clicks)
        if items.ndim == 1:
            return self._credit(items, weights)
        rows = [self._credit(row, its) for row, its in zip(items, weights, strict=True)]
        return np.array(rows).reshape(len(items), len(self.rankings))
