from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.one_line import policy_line
from matroidlab.protocol import Matroid


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

    def __repr__(self) -> str:
        return policy_line(self, *self._settings())

    def _settings(self) -> list[str]:
        """The settings that the repr shows."""
        return [f"confidence={self.confidence!r}"]
