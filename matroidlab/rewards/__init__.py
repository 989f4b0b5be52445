"""Reward models, which draw the weights of items."""

from matroidlab.rewards.bernoulli import Bernoulli
from matroidlab.rewards.beta import Beta
from matroidlab.rewards.empirical import Empirical
from matroidlab.rewards.gaussian import TruncatedGaussian

__all__ = ["Bernoulli", "Beta", "Empirical", "TruncatedGaussian"]
