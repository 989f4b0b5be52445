"""Games of safe policies in worlds: step by step, or by a compiled loop; both are one game."""

from collections.abc import Callable, Sequence
from functools import cached_property
from time import thread_time
from typing import Any, Protocol

import numpy as np

from matroidlab import Matroid, max_weight_basis
from matroidlab.bandits import SafeThompson
from matroidlab.kernels import Kernel, finish, kernel, learn, plan
from matroidlab.protocol import Part, offered
from matroidlab.simulation import Constraint
from matroidlab.types import Elements, Weights
from matroidlab_experiments.recommenders.totals import Account, Totals

LISTS_TOGETHER = 1 << 16
"""Up to this many lists are kept before they are charged."""


class World(Protocol):
    """Click rates of items in each segment, a lane, as lists are shown."""

    @property
    def matroid(self) -> Matroid:
        """Defines the lists."""

    @property
    def baseline(self) -> Elements:
        """The list that is trusted at first."""

    @property
    def scores(self) -> Weights | None:
        """The scores of a ranker, if there is one."""

    @property
    def lanes(self) -> int:
        """The number of segments."""

    def means(self, lists: int, /) -> Weights:
        """``(lanes, items)``: the click rates after this many lists of each lane."""

    def lists_until_change(self, lists: int, /) -> int | None:
        """For how many lists from here on they stay; None if for all."""


def play_world(
    policy: SafeThompson, world: World, *, marks: Sequence[int], seed: int
) -> list[Totals]:
    """Show each segment one list after the other, and return the totals at the marks.

    >>> from matroidlab_experiments.recommenders import CatalogueWorld
    >>> world = CatalogueWorld(items=50, segments=2)
    >>> policy = SafeThompson(world.matroid, world.baseline, lanes=2, segments=True, seed=1)
    >>> [(total.lists, total.bad) for total in play_world(policy, world, marks=[100, 200], seed=1)]
    [(100, 0), (200, 0)]

    Parameters
    ----------
    policy
        A policy with as many lanes as the world has segments, and one list a plan.
    world
        Where it plays.
    marks
        Rising numbers of lists, in all segments together.
    seed
        Of the visitors.
    """
    if policy.lanes != world.lanes or policy.lists_per_plan != 1:
        raise ValueError(
            f"the policy must have {world.lanes} lanes, the segments, and plan one list at a time; "
            f"got {policy.lanes} lanes and {policy.lists_per_plan} lists"
        )
    game = WorldGame(policy, world, [mark // world.lanes for mark in marks], seed)
    finish(game)
    return game.totals


@kernel
def play_rounds(
    policy: Any,
    means: Weights,
    rng: np.random.Generator,
    actions: Elements,
    weights: Weights,
    shown: Elements,
) -> None:
    """Fill ``shown (lanes, rounds, places)``: all lanes plan, then all are answered, then learn."""
    for t in range(shown.shape[1]):
        for lane in range(len(means)):
            plan(policy, lane, actions[lane])
            for j in range(shown.shape[2]):
                shown[lane, t, j] = actions[lane, 0, j]
        for lane in range(len(means)):
            for j in range(shown.shape[2]):
                is_liked = rng.random() < means[lane, shown[lane, t, j]]
                weights[lane, 0, j] = 1.0 if is_liked else 0.0
        for lane in range(len(means)):
            learn(policy, lane, actions[lane], 1, weights[lane])


class WorldGame:
    """A game in stretches of constant means, each of which is charged as a whole."""

    def __init__(self, policy: SafeThompson, world: World, marks: Sequence[int], seed: int) -> None:
        self.policy = policy
        self.world = world
        self.totals: list[Totals] = []
        self._marks = list(marks)
        self._rng = np.random.default_rng(seed)
        self._account = Account()
        self._played = 0
        """The rounds that were charged."""
        self._waiting = 0
        """The rounds of the stretch that were played."""
        self._seconds = 0.0
        self._timed = 0
        self._has_compiled = False
        self._begin()

    def _begin(self) -> None:
        """Begin the next stretch."""
        following = min(mark for mark in self._marks if mark > self._played)
        length = min(following - self._played, max(LISTS_TOGETHER // self.policy.lanes, 1))
        until_change = self.world.lists_until_change(self._played)
        if until_change is not None:
            length = min(length, until_change)
        self._means: Weights = self.world.means(self._played)
        shape = (self.policy.lanes, length, self.policy.matroid.rank)
        self._shown: Elements = np.zeros(shape, dtype=np.intp)

    def share_played(self) -> float:
        """How much of the game is over."""
        return (self._played + self._waiting) / self._marks[-1]

    def play_round(self) -> None:
        """Play one list of each lane through public methods."""
        start = thread_time()
        actions = self.policy.plan()
        means = np.take_along_axis(self._means[:, None, :], actions, axis=2)
        likes = self._rng.random(actions.shape) < means
        self.policy.learn(actions, likes.astype(np.float64))
        self._shown[:, self._waiting] = actions[:, 0]
        self._count(1, thread_time() - start)

    def find_loop(self) -> Kernel[..., Any] | None:
        """Return the compiled loop; None if the policy has no kernels."""
        return self._loop

    @cached_property
    def _loop(self) -> Kernel[..., Any] | None:
        part = offered(self.policy, Part)
        return None if part is None else play_rounds.linked(part.kernels)

    def play_compiled(self, loop: Callable[..., object]) -> None:
        """Play the rest of the stretch; at first one round alone, which includes compiling."""
        part = offered(self.policy, Part)
        assert part is not None
        length = self._shown.shape[1] - self._waiting
        count = length if self._has_compiled else 1
        actions = np.zeros((self.policy.lanes, part.longest, self._shown.shape[2]), dtype=np.intp)
        shown = np.ascontiguousarray(self._shown[:, self._waiting : self._waiting + count])
        start = thread_time()
        loop(part.arrays, self._means, self._rng, actions, np.zeros(actions.shape), shown)
        seconds = thread_time() - start
        if part.adopt is not None:
            part.adopt()
        self._shown[:, self._waiting : self._waiting + count] = shown
        self._count(count, seconds)
        if not self._has_compiled:
            self._has_compiled = True
            self._seconds = 0.0
            self._timed = 0

    def _count(self, rounds: int, seconds: float) -> None:
        self._waiting += rounds
        self._seconds += seconds
        self._timed += rounds * self.policy.lanes
        if self._waiting == self._shown.shape[1]:
            self._charge()

    def _charge(self) -> None:
        """Enter the stretch, and begin the next unless the game is over."""
        world = self.world
        lanes, rounds, _ = self._shown.shape
        worth = np.zeros(rounds)
        own = np.zeros((lanes, rounds), dtype=np.intp)
        best = 0.0
        for lane, means in enumerate(self._means):
            worth += means[self._shown[lane]].sum(axis=1)
            best += float(means[max_weight_basis(world.matroid, means)].sum())
            own[lane] = self._bad(means, self._shown[lane])
        staying = float(self._means[:, world.baseline].sum())
        bad = own
        if self.policy.average is not None:
            lists = self._shown.reshape(lanes * rounds, -1)
            bad = self._bad(self._means.mean(axis=0), lists).reshape(lanes, rounds)
        self._account.add(worth, staying, best, bad, own)
        self._played += rounds
        self._waiting = 0
        if self._played in self._marks:
            self.totals.append(self._account.totals(self._trusted(), self._microseconds()))
        if self._played < self._marks[-1]:
            self._begin()

    def _bad(self, means: Weights, lists: Elements) -> Elements:
        """1 for each list that broke the promise; equal lists are judged once."""
        sets, which = np.unique(np.sort(lists, axis=1), axis=0, return_inverse=True)
        world = self.world
        constraint = Constraint(world.matroid, means, world.baseline, self.policy.swap_size)
        broken: Elements = constraint.violated(sets[None])[0].astype(np.intp)
        return broken[which.ravel()]

    def _trusted(self) -> float:
        """How much more the trusted lists get than the baseline."""
        now = np.take_along_axis(self._means, self.policy.trusted(), axis=1).sum()
        return float(now / self._means[:, self.world.baseline].sum()) - 1.0

    def _microseconds(self) -> float:
        return 1e6 * self._seconds / max(self._timed, 1)
