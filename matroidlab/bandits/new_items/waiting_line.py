from collections.abc import Mapping

import numpy as np

from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.budget import Budget
from matroidlab.bandits.kernels.safe_blocks import SafeBlocks, safe_arrays
from matroidlab.bandits.kernels.safe_lists import heaviest_safe_lists
from matroidlab.bandits.new_items.kernels.hope import draws_of
from matroidlab.bandits.new_items.kernels.line_policies import LineArrays, move_line
from matroidlab.bandits.new_items.kernels.prior import Prior, guess_prior
from matroidlab.bandits.new_items.kernels.waiting_line import (
    BASELINE,
    GONE,
    PROVEN,
    TRIED,
    WAITING,
    Near,
    Waiting,
    gather,
    set_goals,
)
from matroidlab.types import Actions, Booleans, Elements, Weights

LINE_FROM = 300
"""From this many items in a part on, newcomers wait in a line. Below it, a line gains little."""

TRIED_A_PLACE = 5
"""How many newcomers are tried at a time, for each place of a block."""


class WaitingLine:
    """The newcomers of a large catalogue: a few are tried at a time, the others wait in a line.

    An item gives way to the next when that one is more promising: when it is more likely, as far as
    is known of both, to be better than the weakest trusted item by a quarter. What is known of an
    item that was never seen is a prior, fitted to all newcomers so far; with the ``scores`` of a
    ranker, which are as good as they turn out to be, it differs from item to item.

    Any list of candidates may be weighed as one likes, since only proofs make a list safe. So
    nothing here concerns the promise.

    Parameters
    ----------
    given
        The blocks of the matroid and the baseline.
    beliefs
        What the policy has seen.
    known_means
        The means of baseline items that are known.
    prior
        What is known of items that were not seen yet.
    rng
        Shuffles the line; without it, all items wait outside of the line until `arrange`.
    """

    def __init__(
        self,
        given: SafeBlocks,
        beliefs: Beliefs,
        known_means: Mapping[int, float],
        prior: Prior,
        rng: np.random.Generator | None,
    ) -> None:
        self._beliefs = beliefs
        lanes, size = beliefs.counts.shape
        self.members: Elements = given.blocks.members
        self.baseline: Elements = given.baseline
        self.known: Elements = np.array(list(known_means), dtype=np.intp)
        self.means: Weights = np.array(list(known_means.values()), dtype=np.float64)
        self.prior: Prior = prior
        self.waiting: Waiting = _none_tried(given, lanes)
        self._given = given
        if rng is not None:
            for lane in range(lanes):
                for block in range(len(given.firsts) - 1):
                    self._line_up(lane, block, rng)
        self.near: Near = _near(given, size)

    def _line_up(self, lane: int, block: int, rng: np.random.Generator) -> None:
        """Try some newcomers of a block; the others wait in random order."""
        first, end = self.waiting.firsts[block : block + 2].tolist()
        items = self.members[first:end] if len(self.members) else np.arange(first, end)
        others = rng.permutation(np.setdiff1d(items, self._baseline_of(block)))
        self.arrange(lane, block, [], [], others.tolist())

    def _baseline_of(self, block: int) -> Elements:
        found: Elements = self.baseline[self._given.firsts[block] : self._given.firsts[block + 1]]
        return found

    def arrange(
        self, lane: int, block: int, tried: list[int], proven: list[int], line: list[int]
    ) -> None:
        """Place the items of a block. Where fewer are tried than may be, those in line follow.

        ``tried`` may have proven items among them, which keep their place.
        """
        waiting = self.waiting
        first = waiting.firsts[block]
        starts = self._given.blocks.starts
        room = int(starts[block + 1] - starts[block])
        free = max(TRIED_A_PLACE * room - (len(tried) - len(proven)), 0)
        trusted = self._baseline_of(block).tolist()
        candidates = [*trusted, *tried, *line[:free]]
        rest = line[free:]
        waiting.place_of[lane, candidates] = TRIED
        waiting.place_of[lane, proven] = PROVEN
        waiting.place_of[lane, trusted] = BASELINE
        waiting.candidates[lane, first : first + len(candidates)] = candidates
        waiting.numbers[lane, block] = len(candidates)
        waiting.line[lane, first : first + len(rest)] = rest
        waiting.following[lane, block] = first
        waiting.ends[lane, block] = first + len(rest)

    @property
    def arrays(self) -> LineArrays:
        """All arrays, for the game loop."""
        return LineArrays(
            self.near,
            self.waiting,
            self.prior,
            self.members,
            self.baseline,
            self.known,
            self.means,
        )

    def plan(self, count: int, lots: int, rng: np.random.Generator, budget: Budget) -> Actions:
        """``(lanes, count, K)``: the heaviest lists of candidates that may be shown, by draws.

        Parameters
        ----------
        count
            The number of lists of each lane.
        lots
            How many standard normal variables more each takes from the generator.
        rng
            The generator.
        budget
            Decides which of the lists may be afforded.
        """
        lanes = range(len(self._beliefs.counts))
        return np.stack([self._plan_lane(lane, count, lots, rng, budget) for lane in lanes])

    def draws(self, normals: Weights, items: Elements | None = None) -> Weights:
        """Draws of some items, or of all, from normal variables ``(lanes, lists, items, 2)``."""
        seen = self._beliefs.settled
        own = np.arange(seen.counts.shape[1]) if items is None else items
        drawn = np.empty(normals.shape[:3])
        for lane, numbers in enumerate(normals):
            guess_prior.plain(self.prior, lane, self.baseline, self.known, self.means)
            drawn[lane] = draws_of(self.prior, seen, lane, own, numbers)
        return drawn

    @property
    def is_tried(self) -> Booleans:
        """``(lanes, size)``: the items that are tried, proven or in the baseline."""
        place_of = self.waiting.place_of
        tried: Booleans = (place_of != WAITING) & (place_of != GONE)
        return tried

    def _plan_lane(
        self, lane: int, count: int, lots: int, rng: np.random.Generator, budget: Budget
    ) -> Elements:
        seen, kept = self._beliefs.arrays
        near = self.near
        number = gather.numpy(near, self.waiting, kept, lane)
        guess_prior.plain(self.prior, lane, self.baseline, self.known, self.means)
        items = near.items[:number]
        # List by list, as the kernel takes them from the generator.
        drawn = rng.standard_normal((count, 2 * number + lots))
        normals = drawn[:, : 2 * number].reshape(count, number, 2)
        weights = draws_of(self.prior, seen, lane, items, normals)
        known_at, which = np.nonzero(items[:, None] == self.known)
        weights[:, known_at] = self.means[which]
        weights[:, np.isin(items, self._beliefs.excluded)] = -np.inf
        given = near.safe.given
        own = given._replace(blocks=given.blocks._replace(block_of=given.blocks.block_of[:number]))
        cautious = np.repeat(near.cautious[None, :number], count, axis=0)
        by_lot = np.ascontiguousarray(drawn[:, 2 * number :])
        lists = np.empty((count, given.blocks.starts[-1]), dtype=np.intp)
        heaviest_safe_lists(own, weights, cautious, by_lot, lists)
        chosen: Elements = items[lists]

        def certain(i: int) -> Elements:
            one = slice(i, i + 1)
            rows = lists[one]
            bare = own._replace(swap_size=0)
            heaviest_safe_lists(bare, weights[one], cautious[one], by_lot[one], rows)
            found: Elements = items[rows[0]]
            return found

        budget.keep_to(chosen, lane, certain)
        near.weights[:number] = weights[-1]
        set_goals.plain(near, self.waiting, lane)
        return chosen

    def give_up(self, items: Elements) -> None:
        """Never try some items again, in any lane; the next in line are tried in their place."""
        waiting = self.waiting
        for lane in range(len(waiting.place_of)):
            tried = items[waiting.place_of[lane, items] == TRIED]
            waiting.place_of[lane, items] = GONE
            for block in np.unique(waiting.block_of[items]).tolist():
                following, end = waiting.following[lane, block], waiting.ends[lane, block]
                line = waiting.line[lane, following:end]
                stay = line[waiting.place_of[lane, line] == WAITING]
                waiting.line[lane, following : following + len(stay)] = stay
                waiting.ends[lane, block] = following + len(stay)
            for item in tried.tolist():
                self._replace(lane, item)

    def _replace(self, lane: int, item: int) -> None:
        """Try the next in line in the place of an item; if none is left, close the gap."""
        waiting = self.waiting
        block = waiting.block_of[item]
        first = waiting.firsts[block]
        last = first + waiting.numbers[lane, block] - 1
        candidates = waiting.candidates[lane]
        place = first + int(np.flatnonzero(candidates[first : last + 1] == item)[0])
        following = waiting.following[lane, block]
        if following < waiting.ends[lane, block]:
            candidates[place] = waiting.line[lane, following]
            waiting.place_of[lane, candidates[place]] = TRIED
            waiting.following[lane, block] += 1
        else:
            candidates[place:last] = candidates[place + 1 : last + 1]
            waiting.numbers[lane, block] -= 1

    def learn(self, actions: Actions, weights: Weights, *, is_shown: bool = True) -> None:
        """Let the lines advance after ``actions (lanes, actions, width)`` were learnt."""
        seen, kept = self._beliefs.arrays
        for lane, own in enumerate(actions):
            move_line(
                self.waiting,
                self.prior,
                seen,
                kept,
                self.members,
                lane,
                own,
                weights[lane],
                is_shown,
            )


def _none_tried(given: SafeBlocks, lanes: int) -> Waiting:
    size = len(given.blocks.block_of)
    blocks = len(given.firsts) - 1
    return Waiting(
        firsts=np.append(0, given.blocks.ends).astype(np.intp),
        block_of=given.blocks.block_of,
        place_of=np.zeros((lanes, size), dtype=np.intp),
        candidates=np.zeros((lanes, size), dtype=np.intp),
        numbers=np.zeros((lanes, blocks), dtype=np.intp),
        line=np.zeros((lanes, size), dtype=np.intp),
        following=np.zeros((lanes, blocks), dtype=np.intp),
        ends=np.zeros((lanes, blocks), dtype=np.intp),
        goals=np.full((lanes, blocks), 0.5),
        fits=np.zeros(lanes, dtype=np.intp),
        hopes=np.empty(size),
    )


def _near(given: SafeBlocks, size: int) -> Near:
    blocks = given.blocks._replace(
        members=np.empty(0, dtype=np.intp),
        ends=np.zeros_like(given.blocks.ends),
        block_of=np.zeros(size, dtype=np.intp),
    )
    own = given._replace(blocks=blocks, baseline=given.baseline.copy())
    safe = safe_arrays.plain(own)
    certain = safe_arrays.plain(own._replace(swap_size=0))
    return Near(safe, certain, np.zeros(size, dtype=np.intp), np.empty(size), np.empty(size))
