"""Reward models: where the weights of items come from."""

from matroidlab.rewards.bernoulli import Bernoulli
from matroidlab.rewards.beta import Beta
from matroidlab.rewards.empirical import Empirical
from matroidlab.rewards.gaussian import TruncatedGaussian

__all__ = ["Bernoulli", "Beta", "Empirical", "TruncatedGaussian"]
