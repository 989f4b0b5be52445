"""A prior for items that were hardly seen, fitted to those that were seen: empirical Bayes.

Weights of an item are taken for coins of unknown bias, and the biases of newcomers for draws from
one Beta distribution, of mean exp(level + slope * score). The likelihood of what was observed is
beta-binomial; it stays right although the policy chose what to show.
"""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, exponential, is_any, logarithm
from matroidlab.kernels.slots import Number
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

HALF_LOG_TWO_PI = 0.9189385332046728
LOG_HALF = -0.6931471805599453
COARSEST_STEP = 0.5
FINEST_STEP = 0.01
"""The search ends when no step of this size in a parameter makes the likelihood larger."""


class Prior(NamedTuple):
    """The prior of each lane."""

    level: Weights
    """``[lane]``: the logarithm of the mean of an item with score 0."""
    slope: Weights
    """``[lane]``: how much the logarithm grows with the score."""
    strength: Weights
    """``[lane]``: as many views as the prior is worth."""
    scores: Weights
    """``[e]``: the scores, with mean 0 and variance 1; all 0 without a ranker."""
    is_fitted: Elements
    """``[lane]``: 1 after the first fit, else 0."""


@kernel
def prior_mean(level: Number, slope: Number, score: Number) -> Number:
    """The mean weight of an item before it was seen, at most 1/2."""
    return exponential(np.minimum(level + slope * score, LOG_HALF))


@kernel
def coins(count: Number, total: Number, spread: Number) -> tuple[Number, Number]:
    """How many coins of the same mean would say as much, and how many of them are heads.

    Weights that vary less than coins say more: by the ratio of the variances, with a prior of one 0
    and one 1, so that an item that was seen once can still surprise.
    """
    heads = total
    tosses = 1.0 * count
    if is_any(spread > 0.0):
        likes = (1.0 + total) * (1.0 + (count - total))
        narrower = likes / (likes - (2.0 + count) * spread)
        heads = chosen(spread > 0.0, narrower * total, heads)
        tosses = chosen(spread > 0.0, narrower * count, tosses)
    return heads, tosses


@kernel
def log_gamma(x: Number) -> Number:
    """The logarithm of the gamma function, by Stirling's series eight steps further on."""
    passed = x * (x + 1.0) * (x + 2.0) * (x + 3.0) * (x + 4.0) * (x + 5.0) * (x + 6.0) * (x + 7.0)
    far = x + 8.0
    inverse = 1.0 / far
    square = inverse * inverse
    series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square / 1260.0))
    whole = (far - 0.5) * logarithm(far) - far + HALF_LOG_TWO_PI + series
    return whole - logarithm(passed)


@kernel
def log_likelihood_of_item(
    mean: Number, strength: float, count: Number, total: Number, spread: Number
) -> Number:
    """The beta-binomial likelihood of what was seen of an item."""
    heads, tosses = coins(count, total, spread)
    liked = strength * mean
    disliked = strength - liked
    of_heads = log_gamma(liked + heads) - log_gamma(liked)
    of_tails = log_gamma(disliked + (tosses - heads)) - log_gamma(disliked)
    return of_heads + of_tails


@kernel
def log_likelihood(
    level: float,
    slope: float,
    strength: float,
    scores: Weights,
    seen: Seen,
    lane: int,
    items: Elements,
) -> float:
    """The likelihood of what was seen of some items."""
    found = 0.0
    of_strength = log_gamma(strength)
    for k in range(len(items)):
        item = items[k]
        count = seen.counts[lane, item]
        total = seen.sums[lane, item]
        spread = seen.spreads[lane, item]
        mean = prior_mean(level, slope, scores[item])
        own = log_likelihood_of_item(mean, strength, count, total, spread)
        _, tosses = coins(count, total, spread)
        found += own - (log_gamma(strength + tosses) - of_strength)
    return found


@log_likelihood.twin
def log_likelihood_in_numpy(
    level: float,
    slope: float,
    strength: float,
    scores: Weights,
    seen: Seen,
    lane: int,
    items: Elements,
) -> float:
    """The same for all items at once, added up from the first to the last."""
    counts = seen.counts[lane, items]
    sums = seen.sums[lane, items]
    spreads = seen.spreads[lane, items]
    means = prior_mean(level, slope, scores[items])
    own = log_likelihood_of_item(means, strength, counts, sums, spreads)
    _, tosses = coins(counts, sums, spreads)
    of_strength = log_gamma(np.array([strength]))
    each = own - (log_gamma(strength + tosses) - of_strength)
    return float(np.append(0.0, each).cumsum()[-1])


@kernel
def penalised(
    at: Weights, usual: float, scores: Weights, seen: Seen, lane: int, items: Elements
) -> float:
    """The likelihood at (level, slope, log strength), less what unusual values cost."""
    # The widths are those of "it may be five times stronger or weaker" and "a score that is one
    # deviation higher may double the mean".
    strangeness = (at[2] - usual) / 1.5
    steepness = at[1] / 0.5
    cost = 0.5 * (strangeness * strangeness + steepness * steepness)
    strength = 1.0 / exponential(-at[2])
    found: float = log_likelihood(at[0], at[1], strength, scores, seen, lane, items) - cost
    return found


@kernel
def fit(
    prior: Prior, seen: Seen, lane: int, items: Elements, at: Weights, has_scores: bool
) -> None:
    """Set the prior of a lane to the most likely one, at half of its strength.

    A search by steps along one parameter at a time, halved when none helps; ``at`` is work space
    for the three parameters. Half the strength, because items beside the fitted curve would be
    given up too early (measured: a fifth of the gain of a large catalogue).
    """
    heads = 0.0
    tosses = 0.0
    for k in range(len(items)):
        heads += seen.sums[lane, items[k]]
        tosses += seen.counts[lane, items[k]]
    mean = min(max(heads / max(tosses, 1.0), 1e-6), 0.5)
    at[0] = logarithm(mean)
    at[1] = prior.slope[lane]
    at[2] = logarithm(3.0 / mean)
    usual = at[2]
    best = penalised(at, usual, prior.scores, seen, lane, items)
    step = COARSEST_STEP
    while step >= FINEST_STEP:
        is_better = False
        for k in range(3):
            if k == 1 and not has_scores:
                continue
            for direction in range(2):
                before = at[k]
                at[k] = before + (step if direction == 0 else -step)
                # A strength of at least one view: `exponential` takes no positive numbers.
                found = -np.inf
                if at[2] > 0.0:
                    found = penalised(at, usual, prior.scores, seen, lane, items)
                if found > best:
                    best = found
                    is_better = True
                    break
                at[k] = before
        if not is_better:
            step *= 0.5
    prior.level[lane] = at[0]
    prior.slope[lane] = at[1]
    prior.strength[lane] = 0.5 / exponential(-at[2])
    prior.is_fitted[lane] = 1
