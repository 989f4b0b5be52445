"""The slots of the game loop: what each who takes part may bring as a kernel of its own.

A *part* is an optional offer, like others (``offered(thing, Part)``): kernels by the slot that they fill, and the
arrays that they work on, which are passed to them first. Slots have fixed signatures, those of the functions here; a
slot that nobody fills is as it is written here.

A kernel does one lane at a time. It makes no arrays: what it needs as work space is among its own, and lanes take
turns, so that one space will do.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, ParamSpec, TypeAlias, TypeVar

import numpy as np

from matroidlab.kernels.compilation import Kernel, kernel
from matroidlab.types import Elements, Weights

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


Own: TypeAlias = Any
"""The arrays of whoever fills the slot: a named tuple, of which the slot knows nothing."""


Number: TypeAlias = Any
"""A number in a kernel, an array of numbers in its numpy twin."""


class Nothing(NamedTuple):
    """The arrays of a part that needs none."""

    none: int = 0


def slot(function: Callable[Arguments, Result]) -> Kernel[Arguments, Result]:
    """A kernel that takes arrays of anybody, and is not kept on disk: numba could not read of types that are gone."""
    made = kernel(function)
    made.is_cached = False
    return made


# What a matroid brings: `keep` and `pair`, and `heaviest` where it has a quicker way than to sort.


@slot
def keep(matroid: Own, order: Elements, out: Elements) -> int:
    """Write the elements of ``order`` that greedy keeps, in order, until ``out`` is full; return how many."""
    raise NotImplementedError


@slot
def heaviest(matroid: Own, weights: Weights, out: Elements) -> None:
    """Write the maximum-weight basis in greedy order, ties to the smaller element; ``out`` may hold anything before."""
    keep(matroid, np.argsort(-weights, kind="mergesort"), out)


@slot
def pair(matroid: Own, source: Elements, target: Elements, out: Elements) -> None:
    """Write an exchange bijection of two bases, aligned with ``source``; common elements stay."""
    raise NotImplementedError


# What a reward model brings: `draw`, and `expect` where the place in the list matters.


@slot
def draw(
    rewards: Own, rng: np.random.Generator, actions: Elements, count: int, out: Weights
) -> None:
    """Weigh the first ``count`` actions, with the very numbers that the model's ``draw`` takes from the generator."""
    raise NotImplementedError


@slot
def expect(_rewards: Own, means: Weights, actions: Elements, i: int) -> float:
    """What action i is expected to earn, added up from its first place to its last."""
    total = 0.0
    for j in range(actions.shape[1]):
        total += means[np.uintp(actions[i, j])]
    return total


# What a confidence brings.


@slot
def interval(
    confidence: Own, item: Number, count: Number, total: Number, spread: Number, clock: Number
) -> tuple[Number, Number]:
    """The bounds of an item seen ``count`` times, at least once: its weights w, and w (1 - w), have these sums."""
    raise NotImplementedError


@slot
def renew(confidence: Own, seen: Own, kept: Own, lane: Number, item: Number) -> None:
    """Bring up to date what is kept of an item that was just observed."""
    raise NotImplementedError


@slot
def widen(confidence: Own, seen: Own, kept: Own, lane: Number) -> None:
    """Bring the bounds of a lane up to its clock before they are looked at; most do not depend on it."""


# What those bring whom a policy is made of.


@slot
def propose(proposal: Own, matroid: Own, seen: Own, kept: Own, lane: int, out: Elements) -> None:
    """Write the basis to explore in a lane."""
    raise NotImplementedError


@slot
def interleave(interleaver: Own, trusted: Elements, partners: Elements, actions: Elements) -> int:
    """Write the actions of a round, each the trusted basis with places taken from the partners; return how many."""
    raise NotImplementedError


# What a policy brings.


@slot
def plan(policy: Own, lane: int, actions: Elements) -> int:
    """Write the round of a lane, ``(actions, rank)``, and return how many actions it has."""
    raise NotImplementedError


@slot
def learn(policy: Own, lane: int, actions: Elements, count: int, weights: Weights) -> None:
    """Take in the weights of the first ``count`` actions, which were played."""
    raise NotImplementedError


# What the constraint brings.


@slot
def judge(_constraint: Own, _actions: Elements, _i: int) -> int:
    """How action i breaks the constraint: 0 not at all, 1 read with any bijection, 2 with an exchange, 3 both."""
    return 0
