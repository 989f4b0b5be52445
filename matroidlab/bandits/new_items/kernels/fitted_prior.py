"""The prior of items that were hardly seen, fitted to those that were seen: empirical Bayes.

Weights of an item are taken for coins of unknown bias, and the biases of newcomers for draws from
one Beta distribution. The likelihood of what was observed is beta-binomial; it stays right although
the policy chose what to show.
"""

import numpy as np

from matroidlab.bandits.new_items.kernels.prior import Prior, centre_of, coins, prior_mean
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import exponential, logarithm
from matroidlab.kernels.game_slots import Number
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

HALF_LOG_TWO_PI = 0.9189385332046728
FIRST_FIT = 500
"""The prior is fitted after this many lists, and each time that their number has doubled."""
LIKES_BEFORE_FIT = 20.0
"""Before newcomers have been liked that often, there is nothing to fit."""
COARSEST_STEP = 0.5
FINEST_STEP = 0.01
"""The search ends when no step of this size in a parameter makes the likelihood larger."""
LIKENESSES = 9
"""How many strengths between segments are compared: 10, 30, 100, ..., 100,000."""


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
    mean: Number, strength: Number, count: Number, total: Number, spread: Number
) -> Number:
    """The beta-binomial likelihood of what was seen of an item."""
    heads, tosses = coins(count, total, spread)
    liked = strength * mean
    disliked = strength - liked
    of_heads = log_gamma(liked + heads) - log_gamma(liked)
    of_tails = log_gamma(disliked + (tosses - heads)) - log_gamma(disliked)
    of_strength = log_gamma(strength) - log_gamma(strength + tosses)
    return (of_heads + of_tails) + of_strength


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
    for k in range(len(items)):
        item = items[k]
        count = seen.counts[lane, item]
        total = seen.sums[lane, item]
        spread = seen.spreads[lane, item]
        mean = prior_mean(level, slope, scores[item])
        found += log_likelihood_of_item(mean, strength, count, total, spread)
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
    each = log_likelihood_of_item(means, np.array([strength]), counts, sums, spreads)
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
def fit(prior: Prior, row: int) -> None:
    """Set the prior of a row to the most likely one, at half of its strength.

    A search by steps along one parameter at a time, halved when none helps. Half the strength,
    because items beside the fitted curve would be given up too early (measured: a fifth of the gain
    of a large catalogue).
    """
    items = prior.newcomers[row, : prior.arrived[row]]
    at = prior.at
    seen = prior.seen
    heads = 0.0
    tosses = 0.0
    for k in range(len(items)):
        heads += seen.sums[row, items[k]]
        tosses += seen.counts[row, items[k]]
    mean = np.minimum(np.maximum(heads / max(tosses, 1.0), 1e-6), 0.5)
    at[0] = logarithm(mean)
    at[1] = prior.slope[row]
    at[2] = logarithm(3.0 / mean)
    usual = at[2]
    best = penalised(at, usual, prior.scores, seen, row, items)
    step = COARSEST_STEP
    while step >= FINEST_STEP:
        is_better = False
        for k in range(3):
            if k == 1 and not prior.has_scores:
                continue
            for direction in range(2):
                before = at[k]
                at[k] = before + (step if direction == 0 else -step)
                # A strength of at least one view: `exponential` takes no positive numbers.
                found = -np.inf
                if at[2] > 0.0:
                    found = penalised(at, usual, prior.scores, seen, row, items)
                if found > best:
                    best = found
                    is_better = True
                    break
                at[k] = before
        if not is_better:
            step *= 0.5
    prior.level[row] = at[0]
    prior.slope[row] = at[1]
    prior.strength[row] = 0.5 / exponential(-at[2])
    prior.is_fitted[row] = 1


@kernel
def log_likelihood_in_lane(prior: Prior, seen: Seen, lane: int, items: Elements) -> float:
    """The likelihood of what a segment saw of some items, given what the others saw."""
    found = 0.0
    for k in range(len(items)):
        item = items[k]
        count = seen.counts[lane, item]
        if count > 0:
            mean, strength = centre_of(prior, seen, lane, item)
            total = seen.sums[lane, item]
            spread = seen.spreads[lane, item]
            found += log_likelihood_of_item(mean, strength, count, total, spread)
    return found


@log_likelihood_in_lane.twin
def log_likelihood_in_lane_in_numpy(prior: Prior, seen: Seen, lane: int, items: Elements) -> float:
    """The same for all items at once, added up from the first to the last."""
    own = items[seen.counts[lane, items] > 0]
    means, strengths = centre_of(prior, seen, lane, own)
    counts = seen.counts[lane, own]
    each = log_likelihood_of_item(
        means, strengths, counts, seen.sums[lane, own], seen.spreads[lane, own]
    )
    return float(np.append(0.0, each).cumsum()[-1])


@kernel
def likeness_at(place: int) -> float:
    """10, 30, 100, 300, ...: the strengths between segments that are compared."""
    value = 10.0
    for _ in range(place // 2):
        value *= 10.0
    return 3.0 * value if place % 2 == 1 else value


@kernel
def fit_likeness(prior: Prior, seen: Seen) -> None:
    """Set the strength between segments, which are the lanes of ``seen``, to the most likely."""
    items = prior.newcomers[0, : prior.arrived[0]]
    best = -np.inf
    chosen = 0
    for place in range(LIKENESSES):
        prior.likeness[0] = likeness_at(place)
        found = 0.0
        for lane in range(len(seen.clock)):
            found += log_likelihood_in_lane(prior, seen, lane, items)
        if found > best:
            best = found
            chosen = place
    prior.likeness[0] = likeness_at(chosen)


def votes_of(prior: Prior, seen: Seen, items: Elements) -> Weights:
    """The log-likelihood of what one segment saw, for each strength between segments."""
    likenesses = np.array([likeness_at(place) for place in range(LIKENESSES)])
    before = prior.likeness[0]
    prior.likeness[0] = np.inf  # then the strength is that of the others' views alone
    means, wholes = centre_of.numpy(prior, seen, 0, items)
    prior.likeness[0] = before
    # All strengths at once: one by one took nine times as long, 18 ms of a request.
    strengths = 1.0 / (1.0 / likenesses[:, None] + 1.0 / wholes)
    columns = (seen.counts[0, items], seen.sums[0, items], seen.spreads[0, items])
    each = log_likelihood_of_item.numpy(means, strengths, *columns)
    votes: Weights = each.sum(axis=1)
    return votes


@kernel
def is_fit_due(prior: Prior, row: int) -> bool:
    """Whether the number of lists has doubled since the last fit, and there is what to fit to."""
    clock = prior.seen.clock[row]
    if clock < prior.next_fit[row]:
        return False
    while prior.next_fit[row] <= clock:
        prior.next_fit[row] *= 2
    liked = 0.0
    for k in range(prior.arrived[row]):
        liked += prior.seen.sums[row, prior.newcomers[row, k]]
    return bool(liked >= LIKES_BEFORE_FIT)


@kernel
def fit_if_due(prior: Prior, seen: Seen, lane: int) -> None:
    """Fit the prior of a lane when it is time."""
    row = min(lane, len(prior.level) - 1)
    if is_fit_due(prior, row):
        fit(prior, row)
        if prior.is_shared and len(prior.votes) == 0:
            fit_likeness(prior, seen)
        prior.fits[row] += 1
