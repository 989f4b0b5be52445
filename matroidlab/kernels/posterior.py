"""Draws from what is believed of items, Beta(1 + sum, 1 + count - sum), of all lanes at once."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.divergence import logarithm
from matroidlab.kernels.drawing import draw_beta
from matroidlab.kernels.learning import Seen
from matroidlab.kernels.parts import Number
from matroidlab.types import Weights

SHIFT = 2.0**26
"""What is behind the point of so many times a normal number is uniform, and independent of it, up to 1e-7."""
TINY = 1e-300
"""In place of roots that are not positive: such variables do not stand."""
LOOSE = 1.3
"""How many times the lower bound of a doubt its upper bound is."""


class Sample(NamedTuple):
    """A draw for each item, ``(lanes, size)``, and the two normal numbers that it is made of."""

    drawn: Weights
    normals: Weights


def sample_space(lanes: int, size: int) -> Sample:
    """Return space for the draws of some lanes."""
    return Sample(np.empty((lanes, size)), np.empty((2, lanes, size)))


def drawn_beliefs(rng: np.random.Generator, seen: Seen) -> Weights:
    """`draw_beliefs`, all or nothing: after an interrupt the generator is as it was before."""
    sample, before = sample_space(*seen.counts.shape), rng.bit_generator.state
    try:
        draw_beliefs(rng, seen, sample)
    except BaseException:
        rng.bit_generator.state = before
        raise
    return sample.drawn


@kernel
def draw_beliefs(rng: np.random.Generator, seen: Seen, sample: Sample) -> None:
    """Write a draw from Beta(1 + sum, 1 + count - sum) for each item: the share of one of two gamma variables.

    These are cubes of normal variables that nearly always stand, and a uniform one says whether both do (Marsaglia and
    Tsang 2000). Where they do not, the generator's own Beta variable takes their place.
    """
    drawn, normals = sample.drawn.reshape(-1), sample.normals.reshape(-1)
    counts, sums, first, second = seen.counts.reshape(-1), seen.sums.reshape(-1), normals, normals[len(drawn) :]
    for k in range(len(normals)):
        normals[k] = rng.standard_normal()
    for k in range(len(drawn)):
        own, own_doubt, own_room = gamma(sums[k], first[k])
        other, other_doubt, other_room = gamma(counts[k] - sums[k], second[k])
        doubt, room = own_doubt * other_room + other_doubt * own_room, own_room * other_room
        drawn[k] = own / (own + other) if LOOSE * doubt < uniform(first[k]) * room else -1.0
    for k in range(len(drawn)):
        if drawn[k] < 0.0:
            drawn[k] = draw_again(rng, counts[k], sums[k], first[k], second[k])


@kernel
def draw_again(rng: np.random.Generator, count: int, total: float, first: float, second: float) -> Number:
    """The share after all, if both variables stand, or a draw in its place."""
    own, own_doubt, own_room = gamma(total, first)
    other, other_doubt, other_room = gamma(count - total, second)
    doubt, room, number = own_doubt * other_room + other_doubt * own_room, own_room * other_room, uniform(first)
    falls = number * room * room < doubt * (room - 0.5 * doubt)  # at least 1 - exp(-doubt / room) do
    if falls or logarithm(1.0 - number) >= chance(total, first) + chance(count - total, second):
        return draw_beta(rng, 1.0 + total, 1.0 + count - total)
    return own / (own + other)


@draw_beliefs.twin
def draw_beliefs_in_numpy(rng: np.random.Generator, seen: Seen, sample: Sample) -> None:
    """All at once, and then those in doubt."""
    rng.standard_normal(out=sample.normals)
    both, numbers = np.stack([seen.sums, seen.counts - seen.sums]), uniform(sample.normals[0])
    (own, other), (own_doubt, other_doubt), (own_room, other_room) = gamma(both, sample.normals)
    np.divide(own, own + other, out=sample.drawn)
    doubts, room = own_doubt * other_room + other_doubt * own_room, own_room * other_room
    lanes, items = np.nonzero(LOOSE * doubts >= numbers * room)
    both, normals, numbers = both[:, lanes, items], sample.normals[:, lanes, items], numbers[lanes, items]
    falls = logarithm(1.0 - numbers) >= chance(both, normals).sum(axis=0)
    sample.drawn[lanes[falls], items[falls]] = rng.beta(*(1.0 + both[:, falls]))


@kernel
def uniform(normal: Number) -> Number:
    """A number of [0, 1): the last digits of a normal one."""
    shifted = SHIFT * normal
    return shifted - np.floor(shifted)


@kernel
def gamma(likes: Number, normal: Number) -> tuple[Number, Number, Number]:
    """A variable that is Gamma(1 + likes) if it stands, and about the probability that it does not, as a fraction.

    With t = normal / sqrt(9 scale), the logarithm of the probability that it stands is 3 scale (ln(1+t) - t + t^2/2 -
    t^3/3). That is at most -(3/4) scale t^4 / (1 + 0.8 t), and at least `LOOSE` times as much if t >= -0.9; below, the
    fraction is more than 1.
    """
    scale = likes + 2.0 / 3.0
    step = normal / np.sqrt(9.0 * scale)
    root, doubt = 1.0 + step, step * normal
    return scale * (root * root * root), doubt * doubt, np.maximum(12.0 + 9.6 * step, 0.0)


@kernel
def chance(likes: Number, normal: Number) -> Number:
    """The logarithm of the probability that such a variable stands."""
    scale = likes + 2.0 / 3.0
    root = np.maximum(1.0 + normal / np.sqrt(9.0 * scale), TINY)
    return 0.5 * normal * normal + scale * (1.0 - root * root * root + 3.0 * logarithm(root))
