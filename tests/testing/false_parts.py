"""Parts that play another game than their owners."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels import draw, keep, kernel, learn, pair
from matroidlab.protocol import Part
from matroidlab.types import Elements, Weights
from testing.false_policies import Honest
from testing.false_rewards import Coins
from testing.honest import Two


class Means(NamedTuple):
    means: Weights


@kernel
def keep_two(_own: Means, order: Elements, out: Elements) -> int:
    count = min(len(order), 2, len(out))
    out[:count] = order[:count]
    return count


@kernel
def keep_last(_own: Means, order: Elements, out: Elements) -> int:
    count = min(len(order), 2, len(out))
    out[:count] = order[::-1][:count]
    return count


@kernel
def pair_as_they_stand(_own: Means, _source: Elements, target: Elements, out: Elements) -> None:
    out[:] = target


@kernel
def toss_once_more(
    own: Means, rng: np.random.Generator, actions: Elements, count: int, out: Weights
) -> None:
    for i in range(count):
        for j in range(actions.shape[1]):
            out[i, j] = 1.0 if rng.random() < own.means[actions[i, j]] else 0.0
    rng.random()


@kernel
def learn_nothing(
    _own: object, _lane: int, _actions: Elements, _count: int, _weights: Weights
) -> None:
    pass


class KeepsTheLast(Two):
    def part(self) -> Part:
        return Part({keep: keep_last}, Means(np.zeros(0)))


class PairsAsTheyStand(Two):
    """Common elements do not stay."""

    def part(self) -> Part:
        return Part({keep: keep_two, pair: pair_as_they_stand}, Means(np.zeros(0)))


class TossesOnceMore(Coins):
    def part(self) -> Part:
        return Part({draw: toss_once_more}, Means(self.means))


class LearnsNothing(Honest):
    def part(self) -> Part | None:
        part = super().part()
        return (
            None if part is None else part._replace(kernels={**part.kernels, learn: learn_nothing})
        )
