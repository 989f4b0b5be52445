"""Beliefs about items before they were seen: a fitted prior, and the views of other segments."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, exponential, is_any, logarithm
from matroidlab.kernels.game_slots import Number
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

LOG_HALF = -0.6931471805599453
VIEWS_OF_KNOWN = 1000.0
"""As many views a known mean counts for, in the first guess."""


class Prior(NamedTuple):
    """The prior of each row. A row is a lane, or stands for all lanes if they are segments.

    The prior of an item is a Beta distribution of mean exp(level + slope * score). Segments share
    their observations: then the mean of an item in a segment is drawn around its mean in the
    others, which is worth ``likeness`` views at most.

    Items have a *number* here, under which all segments know them.
    """

    level: Weights
    """``[row]``: the logarithm of the mean of an item with score 0."""
    slope: Weights
    """``[row]``: how much the logarithm grows with the score."""
    strength: Weights
    """``[row]``: as many views as the prior is worth."""
    likeness: Weights
    """``[row]``: as many views as other segments are worth at most; 0 if they say nothing."""
    is_fitted: Elements
    """``[row]``: 1 after the first fit, else 0."""
    fits: Elements
    """``[row]``: the number of fits."""
    next_fit: Elements
    """``[row]``: after how many lists the prior is fitted next."""
    scores: Weights
    """``[number]``: the scores, with mean 0 and variance 1; all 0 without a ranker."""
    has_scores: bool
    is_shared: bool
    """Whether lanes are segments."""
    numbers: Elements
    """``[e]``: the number of an item."""
    seen: Seen
    """``(rows, numbers)``: the observations that the prior is fitted to."""
    newcomers: Elements
    """``(rows, 3000)``: the first items outside the baseline that were ever shown."""
    is_newcomer: Elements
    """``(rows, numbers)``: 1 if an item is among them."""
    arrived: Elements
    """``[row]``: the number of newcomers."""
    votes: Weights
    """For each strength between segments, its log-likelihood as far as segments have added theirs;
    empty if lanes fit it together."""
    at: Weights
    """Work space for the parameters."""


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
def centre_of(prior: Prior, seen: Seen, lane: int, item: Number) -> tuple[Number, Number]:
    """The prior mean of an item in a lane, and as many views as it is worth."""
    row = min(lane, len(prior.level) - 1)
    number = prior.numbers[item]
    strength = prior.strength[row]
    likeness = prior.likeness[row]
    mean = prior_mean(prior.level[row], prior.slope[row], prior.scores[number])
    if likeness == 0.0:
        return mean, strength
    # What the other segments saw.
    count = np.maximum(prior.seen.counts[row, number] - seen.counts[lane, item], 0)
    total = np.maximum(prior.seen.sums[row, number] - seen.sums[lane, item], 0.0)
    spread = np.maximum(prior.seen.spreads[row, number] - seen.spreads[lane, item], 0.0)
    heads, tosses = coins(count, total, spread)
    whole = strength + tosses
    return (strength * mean + heads) / whole, 1.0 / (1.0 / likeness + 1.0 / whole)


@kernel
def guess_prior(
    prior: Prior, lane: int, baseline: Elements, known: Elements, means: Weights
) -> None:
    """Until the first fit, a newcomer is taken to be as good as the average of the baseline."""
    row = min(lane, len(prior.level) - 1)
    if prior.is_fitted[row] > 0:
        return
    liked = 0.5
    views = 1.0
    for k in range(len(baseline)):
        liked += prior.seen.sums[row, prior.numbers[baseline[k]]]
        views += prior.seen.counts[row, prior.numbers[baseline[k]]]
    for k in range(len(known)):
        liked += VIEWS_OF_KNOWN * means[k]
        views += VIEWS_OF_KNOWN
    mean = min(max(liked / views, 1e-6), 0.5)
    prior.level[row] = logarithm(mean)
    prior.strength[row] = 1.0 / mean


@kernel
def share_observations(
    prior: Prior, actions: Elements, count: int, weights: Weights, is_shown: bool
) -> None:
    """Add what a segment saw in ``count`` actions to what all of them saw."""
    seen = prior.seen
    for i in range(count):
        is_observed = False
        for j in range(actions.shape[1]):
            if actions[i, j] < 0:
                continue
            is_observed = True
            number = prior.numbers[actions[i, j]]
            weight = weights[i, j]
            seen.counts[0, number] += 1
            seen.sums[0, number] += weight
            seen.spreads[0, number] += weight * (1.0 - weight)
        if is_observed and is_shown:
            seen.clock[0] += 1


@kernel
def note_newcomer(prior: Prior, lane: int, item: int) -> None:
    """Note that an item outside the baseline was shown; the first are fitted to."""
    row = min(lane, len(prior.level) - 1)
    number = prior.numbers[item]
    arrived = prior.arrived[row]
    if prior.is_newcomer[row, number] == 0 and arrived < prior.newcomers.shape[1]:
        prior.is_newcomer[row, number] = 1
        prior.newcomers[row, arrived] = number
        prior.arrived[row] += 1
