from dataclasses import dataclass

import numpy as np

from matroidlab.kernels import draw, expect
from matroidlab.protocol import Part
from matroidlab.types import Actions, Booleans, Weights
from matroidlab_clicks.kernels import PlacedClicks, click_first, expect_first_click
from matroidlab_clicks.model import ClickModel


@dataclass(frozen=True, init=False)
class Cascade(ClickModel):
    """A visitor examines a list from the top, clicks the first item that attracts, and leaves.

    Item e is clicked with probability ``attractions[e]`` if none above it was; so there is at most
    one click, and nothing below it is examined.

    >>> model = Cascade(attractions=[0.5, 0.8, 0.2])
    >>> model.expected(np.array([[[0, 1], [1, 0]]]))
    array([[[0.5, 0.4],
            [0.8, 0.1]]])

    A list is clicked with probability 1 - (1 - a) (1 - b) ..., in any order of its items. It grows
    with each of the attractions. So the best of all lists is the maximum-weight basis: for each k,
    its k-th most attractive item is at least as attractive as that of any other basis.

    Every row is a list to this visitor, the first look at all items too: it ends with a click.
    Cascades are from Craswell, Zoeter, Taylor and Ramsey 2008,
    https://doi.org/10.1145/1341531.1341545.
    """

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        """A coin for each item of each action; the first that says yes is the click."""
        attracted = rng.random(actions.shape) < self.means[actions]
        first: Booleans = attracted & (np.cumsum(attracted, axis=-1) == 1)
        return first.astype(np.float64)

    def expected(self, actions: Actions, /) -> Weights:
        """The probability of a click on each item at its place.

        Its sum is the probability of any click.
        """
        attractions = self.means[actions]
        examined = np.ones_like(attractions)
        examined[..., 1:] = np.cumprod(1 - attractions, axis=-1)[..., :-1]
        return np.asarray(attractions * examined)

    def part(self) -> Part:
        """The same for the game loop."""
        return Part(
            {draw: click_first, expect: expect_first_click}, PlacedClicks(self.means, np.empty(0))
        )
