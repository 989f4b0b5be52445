"""Matroids, bounds and weights of third parties, each right except for one answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, TransversalMatroid, UniformMatroid
from matroidlab.bandits import Bounds

SIZE = 6
RANK = 3
FAMILIES: dict[str, Matroid] = {
    "uniform": UniformMatroid(SIZE, RANK),
    "partition": PartitionMatroid([[0, 1], [2, 3], [4, 5]]),
    "wide partition": PartitionMatroid([[0, 1, 2, 3], [4, 5]], [2, 1]),
    "graphic": GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
    "transversal": TransversalMatroid(SIZE, [[0, 1, 2], [2, 3, 4], [4, 5, 0]]),
}
BASELINES = {
    "uniform": [3, 4, 5],
    "partition": [1, 3, 5],
    "wide partition": [2, 3, 5],
    "graphic": [5, 4, 2],
    "transversal": [1, 3, 5],
}
MEANS = np.array([0.9, 0.8, 0.7, 0.3, 0.2, 0.1])


@dataclass(frozen=True)
class Stranger:
    """A matroid that delegates to another, except for the replaced answers."""

    matroid: Matroid
    replaced: dict[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return self.matroid.size

    @property
    def rank(self) -> int:
        return self.matroid.rank

    def is_independent(self, elements: Any, /) -> bool:
        return self.matroid.is_independent(elements)

    def greedy(self, order: Any, /) -> Any:
        return self._answer("greedy", self.matroid.greedy(order))

    def swaps(self, independent: Any, incoming: Any, /) -> Any:
        return self._answer("swaps", self.matroid.swaps(independent, incoming))

    def __getattr__(self, name: str) -> Any:
        replaced = vars(self).get("replaced", {})  # a copy that is being made has none yet
        if name in replaced:
            return replaced[name]
        raise AttributeError(name)

    def _answer(self, name: str, right: Any) -> Any:
        return self.replaced[name](right) if name in self.replaced else right


@dataclass(frozen=True)
class Lanes:
    """An offer for many lanes that is right except for the replaced methods."""

    matroid: Any
    replaced: dict[str, Any]
    exchanges_are_strong = False

    def max_weight_bases(self, weights: Any, /, guess: Any = None) -> Any:
        right = self.matroid.batched().max_weight_bases(weights, guess=guess)
        return self.replaced.get("max_weight_bases", np.asarray)(right)

    def exchanges(self, source: Any, target: Any, /) -> Any:
        right = self.matroid.batched().exchanges(source, target)
        return self.replaced.get("exchanges", np.asarray)(right)


@dataclass(frozen=True)
class Kept:
    """An offer to track bases that is right except for the replaced methods."""

    matroid: Any
    answer: Callable[[Any], Any]

    def track(self, weights: Any, /) -> Any:
        return KeptBasis(self.matroid.dynamic().track(weights), self.answer)


@dataclass(frozen=True)
class KeptBasis:
    tracker: Any
    answer: Callable[[Any], Any]

    @property
    def bases(self) -> Any:
        return self.answer(self.tracker.bases)

    def update(self, elements: Any, weights: Any, /) -> None:
        self.tracker.update(elements, weights)


@dataclass(frozen=True)
class StrangeBounds:
    """A confidence with the usual bounds, except for their shape or values."""

    answer: Callable[[Any], Any]
    horizon: int | None = 1000
    promise = "none"

    def bounds(self, seen: Any, /) -> Any:
        means = seen.sums / np.maximum(seen.counts, 1)
        return Bounds(self.answer(np.maximum(means - 0.5, 0.0)), self.answer(means + 0.5))


@dataclass(frozen=True)
class StrangeRewards:
    """A reward model that is right but for its answers."""

    answer: Callable[[Any], Any]
    means: Any = field(default_factory=lambda: MEANS)

    def draw(self, actions: Any, rng: np.random.Generator, /) -> Any:
        return self.answer((rng.random(actions.shape) < MEANS[actions]).astype(np.float64))


SETS: dict[str, Callable[[Any], Any]] = {
    "far out of range": lambda sets: np.where(sets == sets.max(initial=0), 10**7, sets),
    "beyond all memory": lambda sets: np.where(sets == sets.max(initial=0), 2**62, sets),
    "just out of range": lambda sets: np.where(sets == sets.max(initial=0), 10**4, sets),
    "negative": lambda sets: sets - 10**6,
    "one too few": lambda sets: sets[..., :-1],
    "one too many": lambda sets: np.concatenate([sets, sets[..., :1]], axis=-1),
    "none": lambda sets: sets[..., :0],
    "repeated": lambda sets: np.repeat(sets[..., :1], sets.shape[-1], axis=-1),
    "floats": lambda sets: sets.astype(float),
    "complex": lambda sets: sets.astype(complex),
    "text": lambda sets: sets.astype(str),
    "None": lambda sets: None,  # noqa: ARG005
    "a number": lambda sets: 7,  # noqa: ARG005
    "one axis more": lambda sets: sets[None],
    "objects": lambda sets: np.array([[object()] * 3] * len(sets), dtype=object),
}
"""Values that a plugin may return instead of a basis."""

LANES: dict[str, Callable[[Any], Any]] = {
    **SETS,
    "a lane too few": lambda sets: sets[:-1],
    "a lane too many": lambda sets: np.concatenate([sets, sets[:1]]),
    "one lane": lambda sets: sets[0],
}
"""And instead of a basis for each lane."""

WEIGHTS: dict[str, Callable[[Any], Any]] = {
    "one too few": lambda weights: weights[..., :-1],
    "one too many": lambda weights: np.concatenate([weights, weights[..., :1]], axis=-1),
    "a lane too few": lambda weights: weights[:-1],
    "a lane too many": lambda weights: np.concatenate([weights, weights[:1]]),
    "one axis less": lambda weights: weights[0],
    "one axis more": lambda weights: weights[None],
    "none": lambda weights: weights[..., :0],
    "turned": lambda weights: np.swapaxes(weights, 0, 1),
    "NaN": lambda weights: np.full(weights.shape, np.nan),
    "text": lambda weights: np.full(weights.shape, "much"),
    "complex": lambda weights: weights.astype(complex),
    "None": lambda weights: None,  # noqa: ARG005
    "a number": lambda weights: 0.5,  # noqa: ARG005
}
"""Values that a plugin may return instead of weights."""
