from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.hookspecs import RewardFamily, hookimpl
from matroidlab.rewards.arrays import ArrayRecord, frozen
from matroidlab.types import Actions, Weights, as_number


@dataclass(frozen=True, eq=False, repr=False)
class TruncatedGaussian(ArrayRecord):
    """Normal variables around ``centres``, drawn again until they lie in [0, 1].

    >>> TruncatedGaussian([0.5, 1.0], scale=0.1).means.round(3)
    array([0.5 , 0.92])

    ``means`` are those of the truncated variables: centre + scale (phi(a) - phi(b)) / (Phi(b) -
    Phi(a)), where a and b are the ends of [0, 1] in units of ``scale`` from the centre.
    """

    centres: Weights
    scale: float

    def __init__(self, centres: ArrayLike, scale: float = 0.2) -> None:
        object.__setattr__(self, "centres", frozen(centres, name="centres", least=0, most=1))
        # Beyond 1 the distribution is nearly uniform, and few draws would be accepted.
        object.__setattr__(self, "scale", as_number(scale, name="scale", above=0, most=1))

    @cached_property
    def means(self) -> Weights:
        """The expected weights."""
        normal = NormalDist()
        low = -self.centres / self.scale
        high = (1 - self.centres) / self.scale
        shift = np.array(
            [
                (normal.pdf(a) - normal.pdf(b)) / (normal.cdf(b) - normal.cdf(a))
                for a, b in zip(low, high, strict=True)
            ]
        )
        means: Weights = self.centres + self.scale * shift
        means.setflags(write=False)
        return means

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        """A truncated normal variable for each item; at least a third of the draws succeed."""
        centres = self.centres[actions]
        weights = rng.normal(centres, self.scale)
        while (outside := (weights < 0) | (weights > 1)).any():
            weights[outside] = rng.normal(centres[outside], self.scale)
        return weights


@hookimpl
def matroidlab_reward_models() -> Iterable[RewardFamily]:
    """Offer ``gaussian``."""
    examples = ({"centres": [0.2, 0.9]}, {"centres": [0.5], "scale": 0.05})
    return [
        RewardFamily(
            "gaussian", TruncatedGaussian, examples, types={"centres": list[float], "scale": float}
        )
    ]
