"""Draws from what is believed of items, Beta(1 + sum, 1 + count - sum), of all lanes at once."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.elementary import logarithm
from matroidlab.kernels.slots import Number
from matroidlab.kernels.tally import Seen
from matroidlab.types import Booleans, Elements, Weights

SHIFT = 2.0**26
"""What is behind the point of so many times a random number is uniform, and independent of it, up to 1e-7."""
S2, S3, S4 = 2.130407101249133, 0.5212375104680548, 0.07618018253835394
"""The sine of t half turns is t (2 + 4 u + S2 u^2 + S3 u^3 + S4 u^4), u = 1/4 - t^2: as of a t less than 1e-8 off."""
TINY = 1e-300
"""In place of roots that are not positive: such variables do not stand."""
LOOSE = 1.3
"""How many times the lower bound of a doubt its upper bound is."""


class Sample(NamedTuple):
    """A draw for each item, ``(lanes, size)``, the number that it is made of, and space for places."""

    drawn: Weights
    numbers: Weights
    waiting: Elements


def sample_space(lanes: int, size: int) -> Sample:
    """Return space for the draws of some lanes."""
    return Sample(np.empty((lanes, size)), np.empty((lanes, size)), np.empty(lanes * size, dtype=np.intp))


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

    Both are made of one exponential number, and nearly always stand. Where they do not, another number takes its place.
    """
    drawn, numbers, waiting, left = sample.drawn.reshape(-1), sample.numbers.reshape(-1), sample.waiting, 0
    counts, sums = seen.counts.reshape(-1), seen.sums.reshape(-1)
    for k in range(len(numbers)):
        numbers[k] = rng.standard_exponential()
    for k in range(len(numbers)):  # at a glance, several at a time
        made = trial(sums[k], counts[k] - sums[k], numbers[k])
        drawn[k] = made.value if surely_stands(made) else -1.0
    for k in range(len(numbers)):
        if drawn[k] < 0.0:
            waiting[left] = k
            left += 1
    while left > 0:
        count, left = left, 0
        for i in range(count):
            k = waiting[i]
            made = trial(sums[k], counts[k] - sums[k], numbers[k])
            drawn[k] = made.value
            if not surely_stands(made) and (surely_falls(made) or falls(made)):
                waiting[left] = k
                left += 1
        for i in range(left):
            numbers[waiting[i]] = rng.standard_exponential()


@draw_beliefs.twin
def draw_beliefs_in_numpy(rng: np.random.Generator, seen: Seen, sample: Sample) -> None:
    """All at once, and then those that do not stand, until there are none."""
    likes, dislikes = seen.sums.ravel(), (seen.counts - seen.sums).ravel()
    drawn, places = sample.drawn.reshape(-1), np.arange(likes.size)
    while len(places):
        made = trial(likes[places], dislikes[places], rng.standard_exponential(len(places)))
        again = np.flatnonzero(np.logical_not(surely_stands(made)))
        if len(again):
            again = again[falls(Trial(*(part[again] for part in made)))]
        drawn[places] = made.value
        places = places[again]


class Trial(NamedTuple):
    """The share of one of two gamma variables, and what decides whether they stand."""

    value: Number
    own: Number
    """The scale of one variable, and how far it is from that: it is own (1 + step)^3."""
    step: Number
    other: Number
    other_step: Number
    digits: Number
    """A number of [0, 1): they fall if it is too small."""
    doubt: Number
    """About the probability that they fall, times ``room``."""
    room: Number


@kernel
def trial(likes: Number, dislikes: Number, number: Number) -> Trial:
    """Two variables, Gamma(1 + likes) and Gamma(1 + dislikes) if they stand, of one exponential number."""
    own, other = likes + 2.0 / 3.0, dislikes + 2.0 / 3.0
    step, other_step = steps(own, other, number)
    mine, own_doubt, own_room = gamma(own, step)
    theirs, other_doubt, other_room = gamma(other, other_step)
    doubt, room = own_doubt * other_room + other_doubt * own_room, own_room * other_room
    return Trial(mine / (mine + theirs), own, step, other, other_step, last_digits(step), doubt, room)


@kernel
def surely_stands(made: Trial) -> Number:
    """Whether both variables stand, by a bound."""
    return LOOSE * made.doubt < made.digits * made.room


@kernel
def surely_falls(made: Trial) -> Number:
    """Whether one of them falls, by a bound: 1 - exp(-x) is more than x (1 - x / 2)."""
    return made.digits * made.room * made.room < made.doubt * (made.room - 0.5 * made.doubt)


@kernel
def falls(made: Trial) -> Number:
    """Whether one of them falls."""
    own, other = logarithm(np.maximum(1.0 + made.step, TINY)), logarithm(np.maximum(1.0 + made.other_step, TINY))
    return logarithm(1.0 - made.digits) >= chance(made.own, made.step, own) + chance(made.other, made.other_step, other)


@falls.twin
def falls_in_numpy(made: Trial) -> Booleans:
    """Those of many, all logarithms at once."""
    roots = np.maximum(1.0 + np.stack([made.step, made.other_step, -made.digits]), TINY)
    own, other, number = logarithm(roots)
    fallen: Booleans = number >= chance(made.own, made.step, own) + chance(made.other, made.other_step, other)
    return fallen


@kernel
def last_digits(number: Number) -> Number:
    """A number of [0, 1)."""
    shifted = SHIFT * number
    return shifted - np.floor(shifted)


@kernel
def steps(own: Number, other: Number, number: Number) -> tuple[Number, Number]:
    """Two independent normal numbers, each over sqrt(9 scale), of one exponential number (Box and Muller 1958).

    That is half the square of how far they are from zero together; its last digits are the direction.
    """
    turn = last_digits(number) - 0.5
    beside = 0.25 - turn * turn
    sine = turn * (2.0 + beside * (4.0 + beside * (S2 + beside * (S3 + beside * S4))))
    rest, part = 1.0 - sine * sine, number / (4.5 * own * other)
    cosine = np.sqrt(np.maximum(rest, 0.0))
    return 2.0 * sine * cosine * np.sqrt(part * other), (rest - sine * sine) * np.sqrt(part * own)


@kernel
def gamma(scale: Number, step: Number) -> tuple[Number, Number, Number]:
    """A variable that is Gamma(scale + 1/3) if it stands, and about the probability that it does not, as a fraction.

    It is a cube (Marsaglia and Tsang 2000). The logarithm of the probability that it stands, see `chance`, is at most
    -(3/4) scale step^4 / (1 + 0.8 step), and at least `LOOSE` times as much if step >= -0.9; below, the fraction is
    more than 1.
    """
    root, square = 1.0 + step, step * step
    return scale * (root * root * root), 3.0 * scale * (square * square), np.maximum(4.0 + 3.2 * step, 0.0)


@kernel
def chance(scale: Number, step: Number, log_of_root: Number) -> Number:
    """The logarithm of the probability that such a variable stands: 3 scale (ln(1+t) - t + t^2/2 - t^3/3)."""
    return 3.0 * scale * (log_of_root - step + step * step * (0.5 - step / 3.0))
