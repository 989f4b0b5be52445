"""Whole rounds of policies on direct sums of uniform matroids, with coins for rewards.

A lane plays all its rounds before the next lane begins, so that what it looks at stays close at hand. Arrays that
belong together come as tuples:

- ``seen`` and ``kept``: what `tally` adds up to, and the bounds that `tally_bounds` keeps;
- ``charges``: the means, what the best basis is worth, and what `charge` counts violations with.

Each row of ``words`` has the coins of one round of all lanes.
"""

import numpy as np

from matroidlab.kernels.accounting import account, account_broken, account_readings
from matroidlab.kernels.blocks import Blocks, heaviest_of_blocks
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.exchanges import exchange, exchange_space, interleave_rows
from matroidlab.kernels.learning import Kept, Seen, liked, size_of, spread, tally, tally_bounds, weigh
from matroidlab.types import Actions, Elements, Masks, Weights

Charges = tuple[Weights, float, Elements, Elements, Elements, Elements, int, Masks, Masks, Masks]


@kernel
def play_interleaving(
    words: Masks,
    thresholds: Masks,
    swap_size: int,
    blocks: Blocks,
    seen: Seen,
    kept: Kept,
    charges: Charges,
    trusted: Elements,
    totals: Weights,
) -> None:
    """Rounds of I-UCB with the bounds of `hoeffding`; ``trusted`` is any basis of each lane, and then the last."""
    (lanes, rank), size = trusted.shape, size_of(seen)
    length = -(-rank // swap_size)
    decision, partners = np.empty(rank, dtype=np.intp), np.empty((1, rank), dtype=np.intp)
    actions, weights = np.empty((1, length, rank), dtype=np.intp), np.empty((1, length, rank))
    earned, broken = np.empty((2, 1)), np.empty((totals.shape[0] - 2, 1))
    touched, space = np.empty(length * rank, dtype=np.intp), exchange_space(size, len(blocks.ends), rank)
    values, gathered = np.empty(rank), np.empty(len(blocks.members))
    for lane in range(lanes):
        own_seen, own_kept = seen_in(seen, lane), kept_in(kept, lane, size)
        _, _, upper, _, cautious = own_kept
        basis, earned[:, 0], broken[:, 0] = trusted[lane : lane + 1], totals[:2, lane], totals[2:, lane]
        for k in range(words.shape[0]):
            heaviest_of_blocks(upper, blocks, values, gathered, decision)
            heaviest_of_blocks(cautious, blocks, values, gathered, basis[0])
            exchange(basis[0], decision, blocks.block_of, space, partners[0])
            interleave_rows(basis, partners, swap_size, actions)
            liked(words[k], lane * length * rank, thresholds, actions, weights)
            charge(actions, weights, charges, earned, broken)
            tally_bounds(actions, weights, True, own_seen, touched, own_kept)
        totals[:2, lane], totals[2:, lane] = earned[:, 0], broken[:, 0]


@kernel
def play_optimism(
    words: Masks,
    thresholds: Masks,
    blocks: Blocks,
    seen: Seen,
    roots_of: Weights,
    all_means: Weights,
    all_widths: Weights,
    charges: Charges,
    totals: Weights,
) -> None:
    """Rounds of OMM with the bounds of `spread`, whose roots are looked up by the clock."""
    lanes, rank, size = totals.shape[1], blocks.starts[-1], size_of(seen)
    actions, weights = np.empty((1, 1, rank), dtype=np.intp), np.empty((1, 1, rank))
    earned, broken = np.empty((2, 1)), np.empty((totals.shape[0] - 2, 1))
    upper, root, touched = np.empty(size), np.empty(1), np.empty(rank, dtype=np.intp)
    values, gathered = np.empty(rank), np.empty(len(blocks.members))
    for lane in range(lanes):
        own_seen = seen_in(seen, lane)
        counts, sums, _, clock, _ = own_seen
        means, widths = all_means[lane * size : (lane + 1) * size], all_widths[lane * size : (lane + 1) * size]
        earned[:, 0], broken[:, 0] = totals[:2, lane], totals[2:, lane]
        for k in range(words.shape[0]):
            root[0] = roots_of[clock[0]]
            spread(means, widths, root, upper)
            heaviest_of_blocks(upper, blocks, values, gathered, actions[0, 0])
            liked(words[k], lane * rank, thresholds, actions, weights)
            charge(actions, weights, charges, earned, broken)
            found = tally(actions, weights, True, own_seen, touched)
            weigh(touched[:found], counts, sums, means, widths)
        totals[:2, lane], totals[2:, lane] = earned[:, 0], broken[:, 0]


@kernel
def seen_in(seen: Seen, lane: int) -> Seen:
    """The part of one lane."""
    counts, sums, spreads, clock, marks = seen
    own = slice(lane * size_of(seen), (lane + 1) * size_of(seen))
    return counts[own], sums[own], spreads[own], clock[lane : lane + 1], marks[own]


@kernel
def kept_in(kept: Kept, lane: int, size: int) -> Kept:
    """The part of one lane."""
    growth, lower, upper, source, cautious = kept
    own = slice(lane * size, (lane + 1) * size)
    return growth, lower[own], upper[own], source[own], cautious[own]


@kernel
def charge(actions: Actions, weights: Weights, charges: Charges, earned: Weights, broken: Weights) -> None:
    """Add regret and reward to what is earned, and how many lists break the two readings, if they are counted."""
    means, best, marks, slot_of, last_slots, counts, most, additions, start, tops = charges
    account(actions, weights, means, best, earned)
    if len(broken) > 0 and len(last_slots) == 0:
        account_broken(actions, additions, start, tops, broken)
    elif len(broken) > 0:
        account_readings(actions, marks, slot_of, last_slots, counts, most, additions, start, tops, broken)
