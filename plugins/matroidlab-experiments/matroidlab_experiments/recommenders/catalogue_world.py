"""Large catalogues: lognormal click rates, perhaps different in each segment of visitors."""

from dataclasses import dataclass, field

import numpy as np

from matroidlab import Matroid
from matroidlab.types import Elements, Weights, as_count, as_number
from matroidlab_experiments.problems.parametric import matroid_of

SLOTS = 5
PLACES = 2
"""The places of each slot."""
TYPICAL = 0.02
"""The median click rate."""
SIGMA = 0.4
"""The standard deviation of the logarithms of click rates."""


@dataclass(frozen=True)
class CatalogueWorld:
    """Five slots of two places each, and a baseline below the best twentieth of each slot.

    >>> world = CatalogueWorld(items=50, segments=2, spread=0.3)
    >>> world.matroid.rank, world.means(0).shape, len(world.baseline)
    (10, (2, 50), 10)

    Attributes
    ----------
    items
        The number of items.
    segments
        The number of segments of visitors, all of one size.
    spread
        In each segment, the logarithm of a click rate differs from the common one by this times a
        normal variable.
    ranker
        The correlation of a ranker's scores with the logarithms of the common click rates; None if
        there is no ranker.
    seed
        Decides which item has which click rate.
    """

    items: int
    segments: int = 1
    spread: float = 0.0
    ranker: float | None = None
    seed: int = 0
    matroid: Matroid = field(init=False, repr=False, compare=False)
    baseline: Elements = field(init=False, repr=False, compare=False)
    scores: Weights | None = field(init=False, repr=False, compare=False, default=None)
    _means: Weights = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        items = as_count(self.items, name="items", least=2 * PLACES * SLOTS)
        if items % SLOTS:
            raise ValueError(f"items must be a multiple of {SLOTS}, the slots, got {items:,}")
        segments = as_count(self.segments, name="segments", least=1)
        spread = as_number(self.spread, name="spread", least=0)
        taste = np.random.default_rng(as_count(self.seed, name="seed")).standard_normal(items)
        slots = np.arange(items).reshape(SLOTS, -1)
        capacities = [PLACES] * SLOTS
        matroid = matroid_of("partition", blocks=slots.tolist(), capacities=capacities)
        own = np.random.default_rng(self.seed + 7).standard_normal((segments, items))
        means = np.minimum(TYPICAL * np.exp(SIGMA * taste + spread * own), 0.9)
        below = max(slots.shape[1] // 20, PLACES)
        best_first = np.argsort(-taste[slots], axis=1)[:, below : below + PLACES]
        object.__setattr__(self, "matroid", matroid)
        object.__setattr__(self, "_means", means)
        object.__setattr__(self, "baseline", np.take_along_axis(slots, best_first, axis=1).ravel())
        if self.ranker is not None:
            rho = as_number(self.ranker, name="ranker", least=-1, most=1)
            noise = np.random.default_rng(self.seed + 1).standard_normal(items)
            scores = rho * taste + np.sqrt(1 - rho * rho) * noise
            object.__setattr__(self, "scores", scores)

    @property
    def lanes(self) -> int:
        """One for each segment."""
        return self.segments

    def means(self, _lists: int) -> Weights:
        """``(segments, items)``: the click rates, which never change."""
        return self._means

    def lists_until_change(self, _lists: int) -> int | None:
        """Return None, because nothing changes."""
        return None
