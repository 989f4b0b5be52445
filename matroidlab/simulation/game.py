"""A game of a policy against a reward model: step by step, or by the compiled loop.

Both ways are one game: they consume the same random numbers and give the same totals.
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.algorithms import max_weight_basis
from matroidlab.bandits import Estimates
from matroidlab.kernels.compilation import AnyKernel, finish, kernel
from matroidlab.kernels.game import Ledger, enter_lane, loop_of, table_of
from matroidlab.kernels.game_slots import Nothing
from matroidlab.kernels.tally import in_order
from matroidlab.protocol import Part, Policy, RewardModel, offered, take_look
from matroidlab.protocol.asking import as_truths
from matroidlab.protocol.checked import as_rewards, planned_by
from matroidlab.simulation.constraint import Constraint
from matroidlab.types import Actions, Booleans, Elements, Weights

Answer = Callable[[Actions], ArrayLike]
"""Returns a number for each item of some actions, in their shape."""

ITEMS_TOGETHER = 1 << 13
"""Up to this many items, rounds are charged together, because small rounds cost mostly calls."""

ACTIONS_A_CALL = 1 << 16
"""How many actions the loop plays before it returns, so that an interrupt is noticed soon."""


class Game:
    """Plays a policy against a reward model and keeps the totals of all actions at the checkpoints.

    It plays round by round through public methods; or by the loop of kernels, once that is
    compiled, if the policy, the reward model and the constraint all offer a part.
    """

    steps: int
    estimates: Estimates

    def __init__(
        self,
        policy: Policy,
        rewards: RewardModel,
        constraint: Constraint | None,
        checkpoints: NDArray[np.intp],
        rng: np.random.Generator,
    ) -> None:
        self.policy = policy
        self.rewards = rewards
        self.constraint = constraint
        self.rng = rng
        self._expected: Answer = getattr(rewards, "expected", None) or rewards.means.take
        self._drawn: Answer = lambda actions: rewards.draw(actions, rng)
        self._ledger = self._opened(checkpoints)
        self._waiting: list[tuple[Actions, Weights]] = []
        self._ahead = 0
        self.steps = int(checkpoints[-1])
        kept: Estimates | None = getattr(policy, "estimates", None)
        self._policy_counts = kept is not None
        self._counts = Estimates(
            lanes=0 if self._policy_counts else policy.lanes,
            size=policy.matroid.size,
        )
        self.estimates = self._counts if kept is None else kept
        self._stop: Callable[[], Booleans] | None = getattr(policy, "stop", None)
        self.stopped: Elements | None = None
        if self._stop is not None:
            self.stopped = np.full(policy.lanes, -1, dtype=np.intp)

    def _opened(self, checkpoints: NDArray[np.intp]) -> Ledger:
        lanes = self.policy.lanes
        quantities = 2 if self.constraint is None else 4
        best_list = max_weight_basis(self.policy.matroid, self.rewards.means)
        best = np.asarray(self._expected(best_list[None, None]))
        return Ledger(
            clock=np.zeros(lanes, dtype=np.intp),
            running=np.zeros((quantities, lanes)),
            passed=np.zeros(lanes, dtype=np.intp),
            totals=np.zeros((quantities, lanes, len(checkpoints))),
            checkpoints=checkpoints,
            best=float(in_order(best)[0, 0]),
        )

    def look(self) -> None:
        """Show the policy one draw of all items, which is not charged."""
        everything = np.tile(np.arange(self.policy.matroid.size), (self.policy.lanes, 1, 1))
        self._learn(everything, _asked(self._drawn, everything, None), is_shown=False)

    def play(self) -> None:
        """Play to the end."""
        finish(self)

    def share_played(self) -> float:
        """How much of the game is over: 1 when all lanes have played all steps."""
        played: int = min(self._ledger.clock.tolist()) + self._ahead
        return played / self.steps

    def play_round(self) -> None:
        """Play one round of all lanes through public methods, cut where their steps end."""
        actions, real = _cut(*planned_by(self.policy), self._ledger.clock, self.steps - self._ahead)
        weights = _asked(self._drawn, actions, real)
        if real is None and actions.size * (1 + len(self._waiting)) < ITEMS_TOGETHER:
            # Copies, because the policy or the reward model may write over its own arrays.
            self._waiting.append((actions.copy(), weights.copy()))
            self._ahead += actions.shape[1]
        else:
            self._charge(self.ledger, actions, real, weights)
        self._learn(actions, weights)

    def find_loop(self) -> AnyKernel | None:
        """Return the loop linked from all parts; None if one is missing."""
        return self._loop

    @cached_property
    def _loop(self) -> AnyKernel | None:
        parts = self._parts()
        return None if parts is None else loop_of(*(part.kernels for part in parts))

    def play_compiled(self, loop: Callable[..., object]) -> None:
        """Play many rounds by the loop, which writes into the arrays of the parts."""
        parts = self._parts()
        assert parts is not None
        try:
            loop(*self._arguments(parts))
        finally:  # an error in a kernel leaves arrays changed, too
            for part in parts:
                if part.adopt is not None:
                    part.adopt()

    @property
    def ledger(self) -> Ledger:
        """The totals of all rounds, those that wait to be charged together included."""
        if self._waiting:
            actions, weights = (
                np.concatenate(parts, axis=1) for parts in zip(*self._waiting, strict=True)
            )
            self._charge(self._ledger, actions, None, weights)
            self._waiting = []
            self._ahead = 0
        return self._ledger

    def _charge(
        self, ledger: Ledger, actions: Actions, real: Booleans | None, weights: Weights
    ) -> None:
        played = np.full(len(actions), actions.shape[1]) if real is None else real.sum(axis=1)
        broken = np.zeros(actions.shape[:2], dtype=np.intp)
        if self.constraint is not None:
            broken = self.constraint.judged(actions)
        worth = in_order(_asked(self._expected, actions, real))
        enter(ledger, played, worth, in_order(weights), broken)

    def _learn(self, actions: Actions, weights: Weights, *, is_shown: bool = True) -> None:
        """Let the policy learn, and count observations if the policy does not."""
        if self.stopped is not None:
            # What a stopped lane sees is marked "not observed", so that its answer stays.
            actions = np.where((self.stopped < 0)[:, None, None], actions, -1)
        if is_shown:
            self.policy.learn(actions, weights)
        else:
            take_look(self.policy, actions, weights)
        if not self._policy_counts:
            self._counts.learn(actions, weights, is_shown=is_shown)
        if self._stop is not None and self.stopped is not None:
            has_stopped = as_truths(self._stop(), shape=(self.policy.lanes,), name="stop")
            is_new = has_stopped & (self.stopped < 0)
            self.stopped[is_new] = (self._ledger.clock + self._ahead)[is_new]

    def _parts(self) -> list[Part] | None:
        """The parts of policy, reward model and constraint; None if one of them has none."""
        if self._stop is not None:  # the loop does not ask for it
            return None
        judging = Part({}, Nothing()) if self.constraint is None else offered(self.constraint, Part)
        parts = [offered(self.policy, Part), offered(self.rewards, Part), judging]
        known = [part for part in parts if part is not None]
        return known if len(known) == len(parts) else None

    def _arguments(self, parts: list[Part]) -> tuple[object, ...]:
        """The arguments of the loop, from here on."""
        shape = (self.policy.lanes, parts[0].longest, self.policy.matroid.rank)
        table = table_of(shape, self.ledger, self.rewards.means, self._counts.seen)
        rounds = max(1, ACTIONS_A_CALL // (shape[0] * shape[1]))
        return table, self.rng, *(part.arrays for part in parts), rounds


def _cut(
    actions: Actions, is_whole: bool, clock: Elements, until: int
) -> tuple[Actions, Booleans | None]:
    """Cut a round where a lane's steps end; also return which actions are real, None for all."""
    if is_whole and max(clock.tolist()) + actions.shape[1] <= until:
        return actions, None
    played: Booleans = np.asarray((actions >= 0).all(axis=2))
    real: Booleans = played & (np.cumsum(played, axis=1) <= until - clock[:, None])
    count = int(real.sum(axis=1).max(initial=0))
    if count == 0:
        raise RuntimeError("the policy planned a round without any action")
    order = np.argsort(~real, axis=1, kind="stable")[:, :count]  # real actions first
    actions = np.take_along_axis(actions, order[:, :, None], axis=1)
    real = np.take_along_axis(real, order, axis=1)
    return (actions, None) if real.all() else (np.where(real[:, :, None], actions, -1), real)


def _asked(ask: Answer, actions: Actions, real: Booleans | None) -> Weights:
    """The answer for the items of real actions, asked for in one call; 0 for other actions."""
    asked = actions if real is None else actions[real][None]
    answer = as_rewards(ask(asked), shape=asked.shape)
    if real is None:
        return answer
    weights = np.zeros(actions.shape)
    weights[real] = answer[0]
    return weights


@kernel
def enter(
    ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]
) -> None:
    """Enter a round, ``(lanes, actions)``: the first ``played[lane]`` actions of each lane."""
    for lane in range(len(played)):
        enter_lane(ledger, lane, played[lane], worth[lane], earned[lane], broken[lane])


@enter.twin
def enter_in_numpy(
    ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]
) -> None:
    """`enter` of all lanes at once: running totals after every action, added up one by one."""
    totals = np.empty((*ledger.running.shape, 1 + worth.shape[1]))
    totals[:, :, 0] = ledger.running
    totals[0, :, 1:] = ledger.best - worth
    totals[1, :, 1:] = earned
    if len(totals) > 2:
        totals[2, :, 1:] = broken & 1
        totals[3, :, 1:] = broken >> 1
    np.add.accumulate(totals, axis=2, out=totals)
    after = ledger.clock + played
    for column in range(int(ledger.passed.min()), len(ledger.checkpoints)):
        checkpoint = ledger.checkpoints[column]
        if checkpoint > after.max():
            break
        now = (ledger.clock < checkpoint) & (checkpoint <= after)
        ledger.totals[:, now, column] = totals[:, now, (checkpoint - ledger.clock)[now]]
    # Column k is the total after k actions; actions that were not played stand behind it.
    ledger.running[...] = totals[:, np.arange(len(played)), played]
    ledger.clock[...] = after
    ledger.passed[...] = np.searchsorted(ledger.checkpoints, after, side="right")
