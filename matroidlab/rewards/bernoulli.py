from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.algorithms.item_range import check_items
from matroidlab.hookspecs import RewardFamily, hookimpl
from matroidlab.kernels import enabled
from matroidlab.kernels.learning import liked
from matroidlab.rewards.arrays import ArrayRecord, frozen
from matroidlab.rewards.words import random_words
from matroidlab.types import Actions, Weights


@dataclass(frozen=True, eq=False)
class Bernoulli(ArrayRecord):
    """Each item is liked or not, independently: weight 1 with probability ``means[e]``, else 0.

    >>> Bernoulli([0.0, 1.0]).draw(np.array([[[1, 0]]]), np.random.default_rng(0))
    array([[[1., 0.]]])
    """

    means: Weights

    def __init__(self, means: ArrayLike) -> None:
        object.__setattr__(self, "means", frozen(means, name="means", least=0, most=1))

    @cached_property
    def thresholds(self) -> NDArray[np.uint64]:
        """The means in units of 2^-32; a mean of 1 is above every 32-bit word."""
        thresholds = np.round(self.means * 2.0**32).astype(np.uint64)
        thresholds.setflags(write=False)
        return thresholds

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        """A coin for each item of each action: a 32-bit word, the cheapest random number, against a threshold."""
        items = np.asarray(actions, dtype=np.intp, order="C")
        check_items(items, size=len(self.means))
        words = random_words(rng, items.size)
        if not enabled():
            halves = words.astype("<u8", copy=False).view("<u4")[: items.size].reshape(items.shape)
            return (halves < self.thresholds.take(items)).astype(np.float64)
        weights = np.empty(items.shape)
        liked(words, 0, self.thresholds, items, weights)
        return weights


@hookimpl
def matroidlab_reward_models() -> Iterable[RewardFamily]:
    """Offer ``bernoulli``."""
    examples = ({"means": [0.1, 0.5, 1.0]},)
    return [RewardFamily("bernoulli", Bernoulli, examples, types={"means": list[float]})]
