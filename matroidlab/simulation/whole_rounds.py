from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from matroidlab.algorithms.blocks import BlockSum
from matroidlab.bandits import IUCB, OMM
from matroidlab.bandits.kept_bases import LARGE
from matroidlab.bandits.kept_bounds import GrowingBounds, HoeffdingBounds
from matroidlab.bandits.limits import SHORT
from matroidlab.kernels import enabled
from matroidlab.kernels.blocks import Blocks
from matroidlab.kernels.rounds import Charges, play_interleaving, play_optimism
from matroidlab.protocol import Matroid, Policy, RewardModel
from matroidlab.rewards import Bernoulli
from matroidlab.rewards.words import random_words
from matroidlab.simulation.ledger import Ledger
from matroidlab.simulation.score import Score
from matroidlab.types import Masks, Weights

ROOM = 1 << 14
"""So many random words are drawn at a time, or those of one round."""
WORTH = 5000
"""A game of fewer actions, all lanes together, is over before the kernel is there."""

Play = Callable[[Masks, Weights], None]


@dataclass(frozen=True)
class WholeRounds:
    """Plays rounds from one checkpoint to the next in one call of a kernel: the same game, without leaving it.

    For `IUCB` and `OMM` with their usual bounds, on direct sums of uniform matroids, with coins for rewards: then the
    kernel knows everybody who takes part.
    """

    play: Play
    """Plays rounds whose coins are the rows of an array, and adds to the totals."""
    length: int
    """How many actions a round has."""
    words: int
    """How many random words a round needs, all lanes together."""

    def advance(self, ledger: Ledger, rng: np.random.Generator) -> bool:
        """Play as many rounds as are left until the next checkpoint, or some of them; False if there is none."""
        rounds = min(ledger.ahead // self.length, max(ROOM // self.words, 1))
        if rounds < 1 or not ledger.advance(rounds * self.length):
            return False
        self.play(random_words(rng, 2 * rounds * self.words).reshape(rounds, self.words), ledger.running)
        return True


def whole_rounds(policy: Policy, rewards: RewardModel, score: Score, steps: int) -> WholeRounds | None:
    """Return what plays whole rounds, or None if it is not worth it, or somebody takes part that no kernel knows."""
    if policy.lanes * steps < WORTH:
        return None
    # Not of subclasses, which may play otherwise, and not if somebody has put his own in the place of a method.
    if not enabled() or type(rewards) is not Bernoulli or type(policy) not in (IUCB, OMM) or _is_altered(policy):
        return None
    charges, blocks = score.charges, _blocks(policy.matroid)
    if charges is None or blocks is None:
        return None
    if isinstance(policy, IUCB) and isinstance(policy.bounds, HoeffdingBounds) and policy.rounds == "paper":
        return _interleaving(policy, policy.bounds, rewards, blocks, charges)
    if isinstance(policy, OMM) and isinstance(policy.bounds, GrowingBounds):
        return _optimism(policy, policy.bounds, rewards, blocks, charges)
    return None


def _interleaving(
    policy: IUCB, bounds: HoeffdingBounds, rewards: Bernoulli, blocks: Blocks, charges: Charges
) -> WholeRounds:
    trusted = np.tile(policy.baseline, (policy.lanes, 1))
    rank, swap_size, seen = policy.matroid.rank, policy.interleaver.swap_size, policy.estimates.arrays

    def play(words: Masks, totals: Weights) -> None:
        play_interleaving(words, rewards.thresholds, swap_size, blocks, seen, bounds.arrays, charges, trusted, totals)
        bounds.changes.close(everything=True)

    length = -(-rank // swap_size)
    return WholeRounds(play, length, (policy.lanes * length * rank + 1) // 2)


def _optimism(policy: OMM, bounds: GrowingBounds, rewards: Bernoulli, blocks: Blocks, charges: Charges) -> WholeRounds:
    seen = policy.estimates.arrays

    def play(words: Masks, totals: Weights) -> None:
        bounds.upper()  # weighs what has been seen before
        roots = bounds.roots_until(int(policy.estimates.clock.max()) + len(words))
        play_optimism(words, rewards.thresholds, blocks, seen, roots, bounds.means, bounds.widths, charges, totals)

    return WholeRounds(play, 1, (policy.lanes * policy.matroid.rank + 1) // 2)


def _is_altered(policy: Policy) -> bool:
    return any(hasattr(type(policy), name) for name in vars(policy))


def _blocks(matroid: Matroid) -> Blocks | None:
    known = BlockSum.of(matroid) if 0 < matroid.rank <= SHORT and matroid.size < LARGE else None
    return None if known is None else known.arrays
