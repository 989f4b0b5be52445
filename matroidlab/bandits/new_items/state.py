"""The state of a line of newcomers as plain data, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from matroidlab.bandits.new_items.kernels.prior import Prior
from matroidlab.bandits.new_items.kernels.waiting_line import GONE, PROVEN
from matroidlab.bandits.new_items.waiting_line import WaitingLine
from matroidlab.types import Elements, as_count

ROWS = ("level", "slope", "strength", "likeness", "is_fitted", "fits", "next_fit")
"""The numbers of a prior that has one row."""


def line_state(line: WaitingLine) -> dict[str, Any]:
    """Return which items of a line with one lane are tried, proven or next, block by block."""
    waiting = line.waiting
    blocks = []
    for block, first in enumerate(waiting.firsts[:-1].tolist()):
        end = first + int(waiting.numbers[0, block])
        candidates = waiting.candidates[0, first:end]
        others = candidates[~np.isin(candidates, line.baseline)]
        proven = others[waiting.place_of[0, others] == PROVEN]
        following = int(waiting.following[0, block])
        in_line = waiting.line[0, following : int(waiting.ends[0, block])]
        blocks.append([others.tolist(), proven.tolist(), in_line.tolist()])
    return {
        "blocks": blocks,
        "goals": waiting.goals[0].tolist(),
        "fits": int(waiting.fits[0]),
    }


def resume_line(
    line: WaitingLine, state: Mapping[str, Any] | None, excluded: Elements, new: Elements
) -> None:
    """Place the items of a line as a state says, from before the ``new`` items came.

    Excluded items leave, and so do those that are now in the baseline; new ones wait in line, in
    their order. New items that the state has as well have come back, and wait behind the others.
    """
    waiting = line.waiting
    count = len(waiting.firsts) - 1
    given = {"blocks": [[[], [], []]] * count} if state is None else state
    if len(given["blocks"]) != count:
        raise ValueError(f"a line has {count} parts, got {len(given['blocks'])}")
    gone = set(excluded.tolist()) | set(line.baseline.tolist())
    waiting.place_of[0, excluded] = GONE
    size = len(waiting.block_of)
    is_new = set(new.tolist())
    for block, (tried, proven, in_line) in enumerate(given["blocks"]):
        own = new[waiting.block_of[new] == block].tolist()
        kept = {as_count(item, name="item", most=size - 1): None for item in [*tried, *in_line]}
        left = gone | is_new
        stay = [item for item in kept if waiting.block_of[item] == block and item not in left]
        is_tried = set(tried)
        line.arrange(
            0,
            block,
            [item for item in stay if item in is_tried],
            [item for item in stay if item in set(proven) & is_tried],
            [item for item in stay if item not in is_tried]
            + [item for item in own if item not in gone],
        )
    if state is not None:
        waiting.goals[0] = np.clip(np.array(state["goals"], dtype=np.float64), 0.0, 0.999)
        waiting.fits[0] = as_count(state["fits"], name="fits", least=-1)


def prior_state(prior: Prior) -> dict[str, Any]:
    """Return the parameters of a prior with one row, and the newcomers that it is fitted to."""
    plain: dict[str, Any] = {name: getattr(prior, name)[0].item() for name in ROWS}
    return plain | {"newcomers": prior.newcomers[0, : prior.arrived[0]].tolist()}


def resume_prior(prior: Prior, state: Mapping[str, Any]) -> None:
    """Take over the parameters and the newcomers of a state."""
    for name in ROWS:
        column = getattr(prior, name)
        column[0] = state[name]
        if not np.isfinite(column[0]):
            raise ValueError(f"the {name} of a prior is {state[name]!r:.40}")
    if not (prior.strength[0] > 0 and prior.likeness[0] >= 0 and prior.next_fit[0] >= 1):
        raise ValueError("a prior has a strength that is not positive")
    size = len(prior.numbers)
    numbers = [as_count(item, name="newcomer", most=size - 1) for item in state["newcomers"]]
    kept = numbers[: prior.newcomers.shape[1]]
    prior.newcomers[0, : len(kept)] = kept
    prior.is_newcomer[0, kept] = 1
    prior.arrived[0] = len(kept)
