"""Trackers that fail to follow changed weights."""

from dataclasses import dataclass

from matroidlab.protocol import Tracker
from matroidlab.types import Elements, Weights


@dataclass
class Unmoved:
    """Has what it began with."""

    bases: Elements

    def update(self, elements: Elements, weights: Weights, /) -> None:
        pass


@dataclass
class Backwards:
    """Takes the changes from right to left."""

    kept: Tracker

    @property
    def bases(self) -> Elements:
        return self.kept.bases

    def update(self, elements: Elements, weights: Weights, /) -> None:
        self.kept.update(elements[:, ::-1], weights[:, ::-1])
