from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.short_reprs import policy_line
from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Weights


class BelievingPolicy:
    """A policy whose bounds are those of its `Beliefs`."""

    matroid: Matroid
    lanes: int
    estimates: Beliefs
    """Counts, sums and bounds; a simulation reads the ``estimates`` of any policy that has them."""

    @property
    def confidence(self) -> Confidence:
        """The source of the bounds; another one may take its place."""
        return self.estimates.confidence

    @confidence.setter
    def confidence(self, confidence: Confidence) -> None:
        self.estimates.confidence = confidence

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the weights of any items, ``(lanes, actions, width)``; -1 marks "not observed".

        A row is one action: a list that is learnt in five pieces counts as five.
        """
        self._take_in(actions, weights, is_shown=True)

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations of items that were not shown as lists; otherwise like `learn`."""
        self._take_in(actions, weights, is_shown=False)

    def _take_in(self, actions: Actions, weights: Weights, *, is_shown: bool) -> None:
        self.estimates.learn(actions, weights, is_shown=is_shown)

    def __repr__(self) -> str:
        return policy_line(self, *self._settings())

    def _settings(self) -> list[str]:
        """The settings that the repr shows."""
        return [f"confidence={self.confidence!r}"]
