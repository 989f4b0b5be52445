"""The slots of the game loop: what each who takes part may bring as a kernel of its own.

A *part* is an optional offer, like others (``offered(thing, Part)``): kernels by the slot that they fill, and the arrays
that they work on, which are passed to them first. Slots have fixed signatures; the functions here state them. A slot that
nobody fills is an error, or has the plain way that is written here.

Each kernel does one lane. What a part needs as work space is among its arrays; lanes take turns, so one space will do.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import AnyKernel, kernel
from matroidlab.types import Actions, Elements, Weights


class Part(NamedTuple):
    """What one who takes part brings to the game loop.

    Attributes
    ----------
    kernels
        By slot, the kernels that fill it; those of others whom it calls as well.
    arrays
        A named tuple of arrays and numbers, the first argument of its kernels.
    """

    kernels: Mapping[AnyKernel, AnyKernel]
    arrays: tuple[object, ...]


class Nothing(NamedTuple):
    """The arrays of a part that needs none."""


# What a matroid brings: `keep` and `pair`, and `heaviest` where it has a quicker way than to sort.


@kernel
def keep(matroid: Nothing, order: Elements, out: Elements) -> int:
    """Write the elements of ``order`` that greedy keeps, in order, until ``out`` is full; return how many."""
    raise NotImplementedError


@kernel
def heaviest(matroid: Nothing, weights: Weights, out: Elements) -> None:
    """Write the maximum-weight basis in greedy order, ties to the smaller element."""
    keep(matroid, np.argsort(-weights, kind="mergesort"), out)


@kernel
def pair(matroid: Nothing, source: Elements, target: Elements, out: Elements) -> None:
    """Write an exchange bijection of two bases, aligned with ``source``; common elements stay."""
    raise NotImplementedError


# What a reward model brings: `draw`, and `expect` where the place in the list matters.


@kernel
def draw(rewards: Nothing, rng: np.random.Generator, items: Elements, out: Weights) -> None:
    """Weigh the items of one action, with the very numbers that the model's ``draw`` takes from the generator."""
    raise NotImplementedError


@kernel
def expect(rewards: Nothing, means: Weights, items: Elements) -> float:
    """What a list is expected to earn, added up from its first place to its last."""
    total = 0.0
    for j in range(len(items)):
        total += means[items[j]]
    return total


# What a confidence brings.


@kernel
def interval(confidence: Nothing, count: int, total: float, spread: float, clock: int) -> tuple[float, float]:
    """The bounds of an item seen ``count`` times, at least once, with weights w of this sum, and of w (1 - w)."""
    raise NotImplementedError


# What a policy brings.


@kernel
def plan(policy: Nothing, lane: int, actions: Elements) -> int:
    """Write the round of a lane, ``(actions, rank)``, and return how many actions it has."""
    raise NotImplementedError


@kernel
def learn(policy: Nothing, lane: int, actions: Elements, weights: Weights) -> None:
    """Take in the weights of the actions that were played, ``(actions, rank)``."""
    raise NotImplementedError


# What the constraint brings.


@kernel
def judge(constraint: Nothing, items: Elements) -> int:
    """How a list breaks the constraint: 0 not at all, 1 read with any bijection, 2 with an exchange, 3 both."""
    return 0


__all__ = [
    "Actions",
    "Nothing",
    "Part",
    "draw",
    "expect",
    "heaviest",
    "interval",
    "judge",
    "keep",
    "learn",
    "pair",
    "plan",
]
