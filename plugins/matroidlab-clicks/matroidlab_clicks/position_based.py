from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from matroidlab.errors import InvalidRewardsError
from matroidlab.kernels import draw, expect
from matroidlab.protocol import Part
from matroidlab.types import Actions, Weights
from matroidlab_clicks.kernels import PlacedClicks, click_examined, expect_clicks
from matroidlab_clicks.model import ClickModel, as_probabilities, frozen


@dataclass(frozen=True)
class PositionBased(ClickModel):
    """A click is a place that is examined and an item that attracts: independent coins for both.

    Item e at place k is clicked with probability ``attractions[e] * examinations[k]``, whatever
    stands beside it.

    >>> model = PositionBased(attractions=[0.5, 0.8, 0.2], examinations=[1.0, 0.5])
    >>> model.expected(np.array([[[1, 0], [0, 1]]]))
    array([[[0.8 , 0.25],
            [0.5 , 0.4 ]]])

    Examinations must not rise. Then the best of all lists is the maximum-weight basis by falling
    attraction: its k-th most attractive item is at least as attractive as that of any other basis,
    for each k, and a set of items is best shown with the larger attraction in the larger
    examination.

    A list may be shorter than the page, not longer. The one row that may is the first look at all
    items: there each stands alone, at the top of a page of its own.

    That a click is an examination and an attraction is the hypothesis of Richardson, Dominowska and
    Ragno 2007, https://doi.org/10.1145/1242572.1242643.
    """

    examinations: tuple[float, ...]

    def __init__(self, attractions: Iterable[float], examinations: Iterable[float]) -> None:
        super().__init__(attractions)
        object.__setattr__(
            self, "examinations", _falling(as_probabilities(examinations, name="examinations"))
        )

    @cached_property
    def _examinations(self) -> Weights:
        return frozen(self.examinations)

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        """Draw one coin for each item: that its place is examined and the item is attractive."""
        return (rng.random(actions.shape) < self.expected(actions)).astype(np.float64)

    def expected(self, actions: Actions, /) -> Weights:
        """The probability of a click on each item at its place.

        Its sum is the expected number of clicks.
        """
        return np.asarray(self.means[actions] * self._examined(actions.shape[-1]))

    def part(self) -> Part:
        """The same for the game loop."""
        return Part(
            {draw: click_examined, expect: expect_clicks},
            PlacedClicks(self.means, self._examinations),
        )

    def _examined(self, width: int) -> Weights:
        """How likely each place of a row of that width is examined."""
        if width <= len(self.examinations):
            return self._examinations[:width]
        if width == len(self.attractions):
            return self._examinations[:1]
        raise InvalidRewardsError(
            f"a list must have at most {len(self.examinations)} items, as many as there are "
            f"examinations, got {width}"
        )


def _falling(examinations: tuple[float, ...]) -> tuple[float, ...]:
    for place, (above, below) in enumerate(pairwise(examinations)):
        if below > above:
            raise InvalidRewardsError(
                f"examinations must not rise, got {above:g} and then {below:g} "
                f"at place {place + 1}: "
                "call the place that is examined most the first, and so on"
            )
    return examinations
