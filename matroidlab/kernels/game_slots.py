"""The slots of the game loop: the kernels that a part may bring, with their signatures.

A *part* is an optional offer like others (``offered(thing, Part)``): kernels by the slot that they
fill, and the arrays that they work on, which are passed to them as their first argument. A slot
that no part fills keeps the default written here.

A kernel in a slot handles one lane at a time. It makes no arrays: its work space is among its own
arrays, and since lanes take turns, one work space is enough.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, ParamSpec, TypeAlias, TypeVar

import numpy as np

from matroidlab.kernels.compilation import Kernel, kernel
from matroidlab.types import Elements, Weights

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


Own: TypeAlias = Any
"""The arrays of the part that fills the slot: a named tuple that only its kernels understand."""


Number: TypeAlias = Any
"""A number in a kernel, an array of numbers in its numpy twin."""


class Nothing(NamedTuple):
    """The arrays of a part that needs none."""

    none: int = 0


def slot(function: Callable[Arguments, Result]) -> Kernel[Arguments, Result]:
    """Make a kernel that is a slot.

    It is called with arrays of any plugin. Machine code of it is not kept on disk, because the
    entry could not be read once the plugin is gone.
    """
    made = kernel(function)
    made.is_cached = False
    return made


# Slots of a matroid: `keep` and `pair`, and `heaviest` where there is a faster way than sorting.


@slot
def keep(matroid: Own, order: Elements, out: Elements) -> int:
    """Write the elements of ``order`` that greedy keeps, in order, and return their number.

    Stops when ``out`` is full.

    Parameters
    ----------
    matroid
        The arrays of the matroid.
    order
        Elements, the preferred first.
    out
        Space for the result.
    """
    raise NotImplementedError


@slot
def heaviest(matroid: Own, weights: Weights, out: Elements) -> None:
    """Write the maximum-weight basis in greedy order, ties to the smaller element.

    ``out`` may hold anything before, often the basis of the round before.

    Parameters
    ----------
    matroid
        The arrays of the matroid.
    weights
        The weight of each element.
    out
        Space for the result; it may hold anything before.
    """
    # numba calls its stable sort "mergesort". It makes an array, so a loop with this default is
    # compiled with reference counting.
    keep(matroid, np.argsort(-weights, kind="mergesort"), out)


@slot
def pair(matroid: Own, source: Elements, target: Elements, out: Elements) -> None:
    """Write an exchange bijection of two bases, aligned with ``source``; common elements stay.

    Parameters
    ----------
    matroid
        The arrays of the matroid.
    source
        A basis.
    target
        Another basis.
    out
        Space for the result.
    """
    raise NotImplementedError


# Slots of a reward model: `draw`, and `expect` where the place in the list matters.


@slot
def draw(
    rewards: Own, rng: np.random.Generator, actions: Elements, count: int, out: Weights
) -> None:
    """Draw the weights of the first ``count`` actions.

    Takes the same numbers from the generator as the model's own ``draw``.

    Parameters
    ----------
    rewards
        The arrays of the reward model.
    rng
        The generator.
    actions
        ``(actions, rank)``: the lists of a round.
    count
        The number of lists to draw for.
    out
        Space for the weights, of the shape of ``actions``.
    """
    raise NotImplementedError


@slot
def expect(_rewards: Own, means: Weights, actions: Elements, i: int) -> float:
    """The expected reward of action i, added up from its first place to its last.

    Parameters
    ----------
    _rewards
        The arrays of the reward model.
    means
        The expected weight of each item.
    actions
        ``(actions, rank)``: the lists of a round.
    i
        The number of the list.
    """
    total = 0.0
    for j in range(actions.shape[1]):
        # An unsigned index spares numba's test for negative ones.
        total += means[np.uintp(actions[i, j])]
    return total


# Slots of a confidence.


@slot
def interval(
    confidence: Own, item: Number, count: Number, total: Number, spread: Number, clock: Number
) -> tuple[Number, Number]:
    """The bounds of an item that was seen ``count`` times, at least once.

    ``total`` is the sum of its weights w, and ``spread`` that of w (1 - w).
    """
    raise NotImplementedError


@slot
def renew(confidence: Own, seen: Own, kept: Own, lane: Number, item: Number) -> None:
    """Update the bounds of an item that was just observed."""
    raise NotImplementedError


@slot
def widen(confidence: Own, seen: Own, kept: Own, lane: Number) -> None:
    """Update the bounds of a lane to its clock before they are read; most do not depend on it."""


# Slots filled by a policy's components.


@slot
def propose(proposal: Own, matroid: Own, seen: Own, kept: Own, lane: int, out: Elements) -> None:
    """Write the basis to explore in a lane."""
    raise NotImplementedError


@slot
def weigh_items(weighing: Own, seen: Own, kept: Own, lane: int, out: Weights) -> None:
    """Write the weights of all items that the list of a lane is chosen by."""
    raise NotImplementedError


@slot
def interleave(interleaver: Own, trusted: Elements, partners: Elements, actions: Elements) -> int:
    """Write the actions of a round, and return their number.

    Each is the trusted basis with some places taken from the partners.
    """
    raise NotImplementedError


# Slots of a policy.


@slot
def plan(policy: Own, lane: int, actions: Elements) -> int:
    """Write the round of a lane, ``(actions, rank)``, and return the number of its actions.

    Parameters
    ----------
    policy
        The arrays of the policy.
    lane
        The number of the lane.
    actions
        Space for the lists of the round.
    """
    raise NotImplementedError


@slot
def learn(policy: Own, lane: int, actions: Elements, count: int, weights: Weights) -> None:
    """Take in the weights of the first ``count`` actions, which were played.

    Parameters
    ----------
    policy
        The arrays of the policy.
    lane
        The number of the lane.
    actions
        ``(actions, rank)``: the lists of the round.
    count
        The number of lists that were played.
    weights
        The observed weights, of the shape of ``actions``.
    """
    raise NotImplementedError


# The slot of the constraint.


@slot
def judge(_constraint: Own, _actions: Elements, _i: int) -> int:
    """How action i breaks the constraint.

    0: not at all; 1: read with any bijection; 2: read with an exchange bijection; 3: both.
    """
    return 0
