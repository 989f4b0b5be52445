"""The posterior of an item under a prior: draws from it, and the probability of a large mean."""

import numpy as np

from matroidlab.bandits.kernels.posterior import nearly_gamma
from matroidlab.bandits.new_items.kernels.prior import Prior, centre_of, coins
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import chosen, exponential, logarithm
from matroidlab.kernels.game_slots import Number
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

ROOT_OF_TWO_PI = 2.5066282746310002


@kernel
def shapes_of(prior: Prior, seen: Seen, lane: int, item: Number) -> tuple[Number, Number]:
    """The parameters of the Beta distribution that an item's mean has after what was seen."""
    mean, strength = centre_of(prior, seen, lane, item)
    return shapes_around(mean, strength, seen, lane, item)


@kernel
def shapes_around(
    mean: Number, strength: Number, seen: Seen, lane: int, item: Number
) -> tuple[Number, Number]:
    """The same for a prior of this mean, which is worth ``strength`` views."""
    heads, tosses = coins(seen.counts[lane, item], seen.sums[lane, item], seen.spreads[lane, item])
    liked = strength * mean
    return liked + heads, (strength - liked) + (tosses - heads)


@kernel
def share(likes: Number, dislikes: Number, first: Number, second: Number) -> Number:
    """Nearly a Beta variable, made from two normal ones."""
    liked = nearly_gamma(likes, first)
    return liked / (liked + nearly_gamma(dislikes, second))


@kernel
def hope(likes: Number, dislikes: Number, goal: Number) -> Number:
    """The probability that such a share is larger than ``goal``, which lies between 0 and 1.

    A share is larger if one normal variable is larger than another, because `nearly_gamma` is the
    cube of one (Abramowitz and Stegun 26.5.20).
    """
    odds = (dislikes * goal) / (likes * (1.0 - goal))
    is_low = odds < 1.0
    root = exponential(logarithm(chosen(is_low, odds, 1.0 / odds)) / 3.0)
    needed = chosen(is_low, root, 1.0)
    given = chosen(is_low, 1.0, root)
    first = 1.0 / (9.0 * likes)
    second = 1.0 / (9.0 * dislikes)
    distance = needed * (1.0 - second) - given * (1.0 - first)
    return upper_tail(distance / np.sqrt(needed * needed * second + given * given * first))


@kernel
def upper_tail(x: Number) -> Number:
    """The probability that a standard normal variable is larger, to 0.3 % of it or of the rest.

    Boerjesson and Sundberg (1979); what is compared are probabilities that differ by a tenth.
    """
    size = np.abs(x)
    divisor = ROOT_OF_TWO_PI * (0.661 * size + 0.339 * np.sqrt(x * x + 5.510))
    tail = exponential(-0.5 * x * x) / divisor
    return chosen(x < 0.0, 1.0 - tail, tail)


@kernel
def hope_of(prior: Prior, seen: Seen, lane: int, item: int, goal: float) -> float:
    """The probability that the mean of an item is larger than ``goal``."""
    likes, dislikes = shapes_of(prior, seen, lane, item)
    found: float = hope(likes, dislikes, goal)
    return found


def draws_of(prior: Prior, seen: Seen, lane: int, items: Elements, normals: Weights) -> Weights:
    """Draws of many items, from two normal variables for each, ``(..., items, 2)``."""
    likes, dislikes = shapes_of.numpy(prior, seen, lane, items)
    drawn: Weights = share.numpy(likes, dislikes, normals[..., 0], normals[..., 1])
    return drawn
