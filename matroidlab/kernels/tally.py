"""Counting observations: how often each item was seen in each lane, and the sums of its weights."""

from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Elements, Weights

BITS_OF_ONE = 0x3FF0000000000000


class Seen(NamedTuple):
    """The observations of each item, ``(lanes, size)``, added up."""

    counts: Elements
    """How often each item was observed."""
    sums: Weights
    """The sum of the weights of each item."""
    spreads: Weights
    """The sums of w (1 - w), which stay 0 where all weights are 0 or 1."""
    clock: Elements
    """``[lane]``: the number of actions that were shown."""
    version: Elements
    """One number, which grows with every change."""


class Before(NamedTuple):
    """The values that a `tally` is about to change, so that an interrupted one can be undone."""

    places: Elements
    """The places of the observations in the flattened arrays; -1 where nothing was observed."""
    values: Weights
    """``(3, places)``: counts, sums and spreads at these places."""
    clock: Elements
    state: Elements
    """1 while a tally is under way, else 0; and the version, or -1 if nothing is noted yet."""


def is_plain(values: object, kind: type[np.generic], axes: int) -> TypeGuard[NDArray[Any]]:
    """Whether kernels can take an array as it is; masked arrays, for example, they cannot."""
    return (
        type(values) is np.ndarray
        and values.dtype == kind
        and values.ndim == axes
        and values.flags.c_contiguous
    )


def nothing_before(lanes: int, count: int) -> Before:
    """Return space for ``count`` observations."""
    places = np.empty(count, dtype=np.intp)
    places.fill(-1)
    clock = np.empty(lanes, dtype=np.intp)
    return Before(places, np.empty((3, count)), clock, np.array([0, -1], dtype=np.intp))


def put_back(seen: Seen, before: Before) -> None:
    """Undo a tally. Doing so twice has no further effect."""
    noted = before.places >= 0
    # Three rows of values: zip stops after counts, sums and spreads. A place that was observed
    # twice is noted twice with the same value, because all were noted before any changed.
    for part, values in zip(seen, before.values, strict=False):
        part.reshape(-1)[before.places[noted]] = values[noted]
    seen.clock[:] = before.clock
    seen.version[0] = before.state[1]
    before.state[0] = 0


@kernel
def tally(
    seen: Seen, before: Before, actions: Actions, weights: Weights, is_shown: bool, until: int
) -> bool:
    """Add up observations w, and w (1 - w), ignoring items that are -1.

    If items or weights are out of range, change nothing and return False. The clock counts actions
    with an observation, if they were shown. When it reaches ``until``, later actions are ignored.
    """
    if not is_observation(actions, weights, seen.counts.shape[1]):
        return False
    note(seen, before, actions)
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            if not is_shown or seen.clock[lane] < until:
                tally_lane(seen, lane, actions[lane, i:], 1, weights[lane, i:], is_shown)
    seen.version[0] += 1
    before.state[0] = 0
    return True


@kernel
def note(seen: Seen, before: Before, actions: Actions) -> None:
    """Note the values at the places that were observed."""
    width = actions.shape[1] * actions.shape[2]
    size = seen.counts.shape[1]
    for lane in range(actions.shape[0]):
        items = actions[lane].reshape(-1)
        for j in range(width):
            if items[j] >= 0:
                k = lane * width + j
                item = np.uintp(items[j])  # unsigned: numba need not test for a negative index
                before.places[k] = lane * size + items[j]
                before.values[0, k] = seen.counts[lane, item]
                before.values[1, k] = seen.sums[lane, item]
                before.values[2, k] = seen.spreads[lane, item]
    before.clock[:] = seen.clock
    before.state[1] = seen.version[0]
    before.state[0] = 1  # last: from here on it can be put back


@kernel
def tally_lane(
    seen: Seen, lane: int, actions: Elements, count: int, weights: Weights, is_shown: bool
) -> None:
    """`tally` of the first ``count`` actions of one lane, which must be in range.

    Parameters
    ----------
    seen
        The totals to add to.
    lane
        The number of the lane.
    actions
        ``(actions, places)``: items; -1 is not observed.
    count
        The number of actions to add.
    weights
        The observed weights, of the shape of ``actions``.
    is_shown
        Whether these actions were shown, so that the clock counts them.
    """
    counts = seen.counts[lane]
    sums = seen.sums[lane]
    spreads = seen.spreads[lane]
    for i in range(count):
        is_observed = False
        for j in range(actions.shape[1]):
            item = actions[i, j]
            weight = weights[i, j]
            if item >= 0:
                is_observed = True
                place = np.uintp(item)  # unsigned: numba need not test for a negative index
                counts[place] += 1
                sums[place] += weight
                spread = weight * (1.0 - weight)
                if spread != 0.0:  # never true for weights of 0 and 1, so the branch is predicted
                    spreads[place] += spread
        if is_shown and is_observed:
            seen.clock[lane] += 1


@tally.twin
def tally_in_numpy(
    seen: Seen, before: Before, actions: Actions, weights: Weights, is_shown: bool, until: int
) -> bool:
    """`tally` of all lanes at once; ``add.at`` adds in the same order as the kernel."""
    lanes, size = seen.counts.shape
    # Viewed as unsigned, negative items and weights outside [0, 1] (and NaN) are larger than any
    # valid value: one max() checks all. Only if that fails, the items may still be -1, and all is
    # looked at.
    is_whole = actions.size > 0 and actions.view(np.uintp).max() < size
    is_valid = is_whole and weights.view(np.uint64).max() <= BITS_OF_ONE
    if not is_valid and not is_observation(actions, weights, size):
        return False
    at = slice(None) if is_whole else (actions >= 0).reshape(-1)
    places = (actions + np.arange(0, lanes * size, size)[:, None, None]).reshape(-1)
    noted = places[at]
    before.places[at] = noted
    for values, part in zip(before.values, seen, strict=False):
        values[at] = part.take(noted)
    before.clock[:] = seen.clock
    before.state[1] = seen.version[0]
    before.state[0] = 1  # last: from here on it can be put back
    # Python's max() of a few clocks is faster than numpy's: here and in the game it made
    # I-UCB1 with one lane, in numpy, 4 % faster.
    if is_shown and is_whole and max(seen.clock.tolist()) + actions.shape[1] <= until:
        np.add(seen.clock, actions.shape[1], out=seen.clock)
    elif is_shown:
        observed = actions >= 0
        shown = observed.any(axis=2)
        shown &= seen.clock[:, None] + np.cumsum(shown, axis=1) <= until
        at = (observed & shown[:, :, None]).reshape(-1)
        np.add(seen.clock, shown.sum(axis=1), out=seen.clock)
    _add_up(seen, places[at], weights.reshape(-1)[at])
    seen.version[0] += 1
    before.state[0] = 0
    return True


def _add_up(seen: Seen, places: Elements, weights: Weights) -> None:
    """Add up observations at places of the flattened arrays."""
    np.add.at(seen.counts.reshape(-1), places, 1)
    np.add.at(seen.sums.reshape(-1), places, weights)
    spreads = weights * (1.0 - weights)
    # Weights of 0 and 1 have no spread, and then the third of these passes is spared.
    if spreads.any():
        np.add.at(seen.spreads.reshape(-1), places, spreads)


@kernel
def is_observation(items: Actions, weights: Weights, size: int) -> bool:
    """Whether items lie in ``-1 .. size-1`` and the weights of all but -1 in [0, 1]."""
    all_items = items.reshape(-1)
    all_weights = weights.reshape(-1)
    wrong = 0
    # No branch and no early return, so that the compiler handles several items with one
    # instruction.
    for k in range(len(all_items)):
        item = all_items[k]
        weight = all_weights[k]
        is_inside = (weight >= 0.0) & (weight <= 1.0)
        wrong += (item < -1) | (item >= size) | ((item >= 0) & (not is_inside))
    return wrong == 0


@is_observation.twin
def is_observation_in_numpy(items: Actions, weights: Weights, size: int) -> bool:
    """`is_observation` in numpy; NaN is not in [0, 1]."""
    inside = (items >= 0) & (items < size) & (weights >= 0.0) & (weights <= 1.0)
    return bool(np.all(inside | (items == -1)))


def in_order(values: Weights) -> Weights:
    """The sum along the last axis, added from the first to the last as kernels do.

    numpy's ``sum`` adds in pairs, which rounds differently.
    """
    if values.size == values.shape[-1]:
        if not values.size:
            return np.zeros(values.shape[:-1])
        return np.add.accumulate(values, axis=-1)[..., -1]
    # Along the first axis numpy adds one row after the other, unless there is one column alone.
    total: Weights = np.add.reduce(np.moveaxis(values, -1, 0).copy(), axis=0)
    return total
