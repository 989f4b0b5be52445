"""What a round is worth, and how many of its items are worse than their partners in the baseline."""

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Elements, Weights


@kernel
def fewest_worse(items: Elements, slot_of: Elements, last_slots: Elements, counts: Elements) -> int:
    """How many items are worse than their partners, at least, over all bijections within blocks; see `Levels`.

    ``counts`` is space for a number a slot.
    """
    counts[:] = 0
    for j in range(len(items)):
        counts[slot_of[items[j]]] += 1
    worse, slot = 0, 0
    for block in range(len(last_slots)):
        first, last, below, most = slot, last_slots[block], 0, 0
        while slot < last:
            below += counts[slot]
            excess = below - slot + first
            most = excess if excess > most else most  # noqa: FURB136 - half the time of max()
            slot += 1
        slot += 1
        worse += most
    return worse


@kernel
def fewest_worse_rows(
    lists: Elements, slot_of: Elements, last_slots: Elements, counts: Elements, out: Elements
) -> None:
    """`fewest_worse` of each row."""
    for row in range(lists.shape[0]):
        out[row] = fewest_worse(lists[row], slot_of, last_slots, counts)


@kernel
def account(actions: Actions, weights: Weights, means: Weights, best: float, regret: Weights, reward: Weights) -> None:
    """For each action what the best basis would have earned more, in expectation, and what was earned."""
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            worth, earned = 0.0, 0.0
            for j in range(actions.shape[2]):
                worth += means[actions[lane, i, j]]
                earned += weights[lane, i, j]
            regret[lane, i] = best - worth
            reward[lane, i] = earned


@kernel
def marked_rows(lists: Elements, marks: Elements, out: Elements) -> None:
    """How many items of each row are marked, ``marks[item]`` each."""
    for row in range(lists.shape[0]):
        total = 0
        for j in range(lists.shape[1]):
            total += marks[lists[row, j]]
        out[row] = total
