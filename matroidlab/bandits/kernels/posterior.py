"""Draws from the posterior of each item, Beta(1 + sum, 1 + count - sum): exact, or nearly.

Each draw has two ways that take the same numbers from the generator and give the same bytes: all
lanes at once in numpy, and lane after lane in a kernel of the game loop.
"""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.slots import Number
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

LEAST_ROOT = 1e-100
"""Replaces roots that are not positive; its cube is a positive float, so no share is 0/0."""


def drawn(rng: np.random.Generator, seen: Seen) -> Weights:
    """Return exact draws, ``(lanes, size)``."""
    return rng.beta(1.0 + seen.sums, 1.0 + (seen.counts - seen.sums))


@kernel
def draw_lane(rng: np.random.Generator, seen: Seen, lane: int, out: Weights) -> None:
    """Write the exact draws of one lane."""
    for item in range(len(out)):
        liked = seen.sums[lane, item]
        out[item] = rng.beta(1.0 + liked, 1.0 + (seen.counts[lane, item] - liked))


def nearly_drawn(rng: np.random.Generator, seen: Seen) -> Weights:
    """Return approximate draws, ``(lanes, size)``: shares of two approximate gamma variables.

    Any proposal is safe, so a proposal may be drawn from nearly the right distribution.
    """
    return drawn_from(rng.standard_normal((*seen.counts.shape, 2)), seen.counts, seen.sums)


def drawn_from(normals: Weights, counts: Elements, sums: Weights) -> Weights:
    """Return the approximate draws that normal variables make, two for each item, side by side."""
    liked = nearly_gamma.numpy(1.0 + sums, normals[..., 0])
    disliked = nearly_gamma.numpy(1.0 + (counts - sums), normals[..., 1])
    share: Weights = liked / (liked + disliked)
    return share


@kernel
def nearly_draw_lane(rng: np.random.Generator, seen: Seen, lane: int, out: Weights) -> None:
    """Write the approximate draws of one lane."""
    for item in range(len(out)):
        total = seen.sums[lane, item]
        liked = nearly_gamma(1.0 + total, rng.standard_normal())
        disliked = nearly_gamma(1.0 + (seen.counts[lane, item] - total), rng.standard_normal())
        out[item] = liked / (liked + disliked)


@kernel
def nearly_gamma(shape: Number, normal: Number) -> Number:
    """Return nearly a Gamma(shape) variable, a cube of a normal one (Wilson and Hilferty 1931)."""
    # Shares of these take 13 ns an item compiled, exact Beta variables 34 (of 100,000 items);
    # their distribution functions differ by at most 0.012.
    variance = 1.0 / (9.0 * shape)
    root = np.maximum(1.0 - variance + np.sqrt(variance) * normal, LEAST_ROOT)
    return shape * (root * root * root)
