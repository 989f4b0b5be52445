"""What a round is worth, and how many of its items are worse than their partners in the baseline."""

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Booleans, Elements, Masks, Weights


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
def account(actions: Actions, weights: Weights, means: Weights, best: float, totals: Weights) -> None:
    """Add to each lane's totals what the best basis would have earned more, in expectation, and what was earned."""
    for lane in range(actions.shape[0]):
        regret, reward = 0.0, 0.0
        for i in range(actions.shape[1]):
            worth, earned = 0.0, 0.0
            for j in range(actions.shape[2]):
                worth += means[actions[lane, i, j]]
                earned += weights[lane, i, j]
            regret += best - worth
            reward += earned
        totals[0, lane] += regret
        totals[1, lane] += reward


@kernel
def account_worse(
    actions: Actions, slot_of: Elements, last_slots: Elements, counts: Elements, most: int, totals: Weights
) -> None:
    """Add to each lane's totals, all of them, the number of actions of which more than ``most`` items are worse."""
    for lane in range(actions.shape[0]):
        found = 0
        for i in range(actions.shape[1]):
            found += fewest_worse(actions[lane, i], slot_of, last_slots, counts) > most
        for reading in range(totals.shape[0]):
            totals[reading, lane] += found


@kernel
def is_broken(actions: Actions, lane: int, i: int, additions: Masks, start: Masks, tops: Masks) -> bool:
    """Whether a list passes one of the limits, whose counters stand side by side in words; see `Limits`."""
    over = False
    for word in range(len(start)):
        total = start[word]
        for j in range(actions.shape[2]):
            total += additions[word, actions[lane, i, j]]
        over |= (total & tops[word]) != 0
    return over


@kernel
def are_broken(actions: Actions, additions: Masks, start: Masks, tops: Masks, out: Booleans) -> None:
    """`is_broken` of each list."""
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            out[lane, i] = is_broken(actions, lane, i, additions, start, tops)


@kernel
def account_broken(actions: Actions, additions: Masks, start: Masks, tops: Masks, totals: Weights) -> None:
    """Add to each lane's totals, all of them, the number of actions that pass a limit."""
    for lane in range(actions.shape[0]):
        found = 0
        for i in range(actions.shape[1]):
            found += is_broken(actions, lane, i, additions, start, tops)
        for reading in range(totals.shape[0]):
            totals[reading, lane] += found


@kernel
def account_readings(
    actions: Actions,
    marks: Elements,
    slot_of: Elements,
    last_slots: Elements,
    counts: Elements,
    most: int,
    additions: Masks,
    start: Masks,
    tops: Masks,
    totals: Weights,
) -> None:
    """Add to each lane's second total the number of actions of which more than ``most`` items are worse within blocks.

    Only such a list can be one for the first total, that of lists which pass a limit. Where ``marks`` are given, the
    items that are worse within blocks are the marked ones.
    """
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            if len(marks) == 0:
                worse = fewest_worse(actions[lane, i], slot_of, last_slots, counts)
            else:
                worse = 0
                for j in range(actions.shape[2]):
                    worse += marks[actions[lane, i, j]]
            if worse > most:
                totals[1, lane] += 1
                totals[0, lane] += is_broken(actions, lane, i, additions, start, tops)


@kernel
def set_codes(sets: Elements, words: Masks, out: Masks) -> None:
    """For each row the sum, without carry, of the words of its elements: the same in whatever order they stand."""
    for row in range(sets.shape[0]):
        code = words[0] ^ words[0]
        for j in range(sets.shape[1]):
            code ^= words[sets[row, j]]
        out[row] = code
