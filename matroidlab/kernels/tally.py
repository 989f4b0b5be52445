"""Counting observations: how often each item was seen in each lane, and with what sums."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Elements, Weights

BITS_OF_ONE = 0x3FF0000000000000


class Seen(NamedTuple):
    """What was seen of each item, ``(lanes, size)``, the clock of each lane, and how often anything was learnt."""

    counts: Elements
    sums: Weights
    spreads: Weights
    """The sums of w (1 - w), which stay 0 where all weights are 0 or 1."""
    clock: Elements
    version: Elements


class Before(NamedTuple):
    """What observations are about to change, as it was: for a call that does not come to its end."""

    places: Elements
    """Where the observations are noted in the flattened arrays; -1 for what was not observed."""
    values: Weights
    """``(3, places)``: counts, sums and spreads there."""
    clock: Elements
    state: Elements
    """1 while something is half done, else 0; and the version, -1 as long as nothing is noted."""


def nothing_before(lanes: int, count: int) -> Before:
    """Space for so many observations."""
    places = np.empty(count, dtype=np.intp)
    places.fill(-1)
    return Before(
        places,
        np.empty((3, count)),
        np.empty(lanes, dtype=np.intp),
        np.array([0, -1], dtype=np.intp),
    )


def put_back(seen: Seen, before: Before) -> None:
    """Make everything as it was before; to do so twice does no harm."""
    noted = before.places >= 0
    for part, values in zip(seen, before.values, strict=False):
        part.reshape(-1)[before.places[noted]] = values[noted]
    seen.clock[:], seen.version[0] = before.clock, before.state[1]
    before.state[0] = 0


@kernel
def tally(
    seen: Seen, before: Before, actions: Actions, weights: Weights, is_shown: bool, until: int
) -> bool:
    """Add up observations w, and w (1 - w), -1 passed over; nothing, and False, if they are no observations.

    The clock counts actions with an observation, if they were shown. Where it comes to ``until`` it stands still, and
    what comes after is passed over.
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
    """Note what stands where something was observed."""
    width, size = actions.shape[1] * actions.shape[2], seen.counts.shape[1]
    places, old_counts, old_sums, old_spreads = (
        before.places,
        before.values[0],
        before.values[1],
        before.values[2],
    )
    for lane in range(actions.shape[0]):
        items, counts, sums, spreads = (
            actions[lane].reshape(-1),
            seen.counts[lane],
            seen.sums[lane],
            seen.spreads[lane],
        )
        for j in range(width):
            if items[j] >= 0:
                k, item = lane * width + j, np.uintp(items[j])
                places[k], old_counts[k] = lane * size + items[j], counts[item]
                old_sums[k], old_spreads[k] = sums[item], spreads[item]
    before.clock[:] = seen.clock
    before.state[0], before.state[1] = 1, seen.version[0]


@kernel
def tally_lane(
    seen: Seen, lane: int, actions: Elements, count: int, weights: Weights, is_shown: bool
) -> None:
    """`tally` of the first ``count`` actions of one lane."""
    counts, sums, spreads = seen.counts[lane], seen.sums[lane], seen.spreads[lane]
    for i in range(count):
        observed = False
        for j in range(actions.shape[1]):
            item, weight = actions[i, j], weights[i, j]
            if item >= 0:
                observed, place = True, np.uintp(item)
                counts[place] += 1
                sums[place] += weight
                spread = weight * (1.0 - weight)
                if spread != 0.0:  # never, if weights are 0 or 1
                    spreads[place] += spread
        if is_shown and observed:
            seen.clock[lane] += 1


@tally.twin
def tally_in_numpy(
    seen: Seen, before: Before, actions: Actions, weights: Weights, is_shown: bool, until: int
) -> bool:
    """All lanes at once; ``add.at`` adds in the order of the observations, as the kernel does."""
    lanes, size = seen.counts.shape
    # As numbers without a sign, items below 0 and weights outside [0, 1] are the largest, and NaN is.
    is_whole = actions.size > 0 and actions.view(np.uintp).max() < size
    if not (is_whole and weights.view(np.uint64).max() <= BITS_OF_ONE) and not is_observation(
        actions, weights, size
    ):
        return False
    at = slice(None) if is_whole else (actions >= 0).reshape(-1)
    places = (actions + np.arange(0, lanes * size, size)[:, None, None]).reshape(-1)
    before.places[at] = noted = places[at]
    for values, part in zip(before.values, seen, strict=False):
        values[at] = part.take(noted)
    before.clock[:], before.state[1] = seen.clock, seen.version[0]
    before.state[0] = 1  # from here on it can be put back
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
    """One after the other."""
    np.add.at(seen.counts.reshape(-1), places, 1)
    np.add.at(seen.sums.reshape(-1), places, weights)
    spreads = weights * (1.0 - weights)
    if spreads.any():
        np.add.at(seen.spreads.reshape(-1), places, spreads)


@kernel
def is_observation(items: Actions, weights: Weights, size: int) -> bool:
    """Whether items lie in ``-1 .. size-1`` and the weights of all but -1 in [0, 1].

    Everything is looked at, without a branch: so several items are, at a time.
    """
    all_items, all_weights, wrong = items.reshape(-1), weights.reshape(-1), 0
    for k in range(len(all_items)):
        item, weight = all_items[k], all_weights[k]
        inside = (weight >= 0.0) & (weight <= 1.0)
        wrong += (item < -1) | (item >= size) | ((item >= 0) & (not inside))
    return wrong == 0


@is_observation.twin
def is_observation_in_numpy(items: Actions, weights: Weights, size: int) -> bool:
    """All at once; NaN is not in [0, 1]."""
    inside = (items >= 0) & (items < size) & (weights >= 0.0) & (weights <= 1.0)
    return bool(np.all(inside | (items == -1)))


def in_order(values: Weights) -> Weights:
    """The sum along the last axis, added up from the first to the last, as kernels do and numpy's ``sum`` does not."""
    if values.size == values.shape[-1]:
        return (
            np.add.accumulate(values, axis=-1)[..., -1]
            if values.size
            else np.zeros(values.shape[:-1])
        )
    # Along the first axis numpy adds one row after the other, unless there is one column alone.
    total: Weights = np.add.reduce(np.moveaxis(values, -1, 0).copy(), axis=0)
    return total
