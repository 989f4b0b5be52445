"""The laws of policies. A policy has a state, so each law makes its own policies."""

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from matroidlab.algorithms import is_basis
from matroidlab.errors import ConformanceError
from matroidlab.protocol import Policy
from matroidlab.testing.laws import optional_for_policies as optional
from matroidlab.testing.laws.check import Check, Law, checks_for, refuse_unknown, run_checks
from matroidlab.testing.laws.parts import part_plays_the_same_game, policy_has_part
from matroidlab.types import Actions, Weights

ROUNDS = 12


@dataclass(frozen=True)
class PolicyTrial:
    """A policy under test: ``make(lanes)`` builds a fresh one."""

    make: Callable[[int], Policy]
    seed: int = 0

    def rng(self) -> np.random.Generator:
        """Return a fresh generator for a trial."""
        return np.random.default_rng(self.seed)

    def weights(self, actions: Actions, rng: np.random.Generator) -> Weights:
        """Likes and dislikes of the items; the smaller an item's number, the likelier a like."""
        return (rng.random(actions.shape) < 1 / (2 + np.maximum(actions, 0))).astype(np.float64)


def is_certain(trial: PolicyTrial) -> bool:
    """Whether a policy is deterministic: others have a generator in ``rng``."""
    return getattr(trial.make(1), "rng", None) is None


def has_estimates(trial: PolicyTrial) -> bool:
    """Whether a policy shows its estimates."""
    return hasattr(trial.make(1), "estimates")


def lanes_are_as_many_as_asked_for(trial: PolicyTrial) -> None:
    """A policy has the number of lanes it was made with, and plans for each of them."""
    for lanes in (1, 3):
        policy = trial.make(lanes)
        plan = policy.plan()
        if (
            policy.lanes != lanes
            or plan.ndim != 3
            or plan.shape[0] != lanes
            or plan.shape[2] != policy.matroid.rank
        ):
            raise ConformanceError(
                f"a policy of {lanes} lanes must plan items of shape "
                f"({lanes}, actions, {policy.matroid.rank}), got {plan.shape} "
                f"and {policy.lanes} lanes"
            )


def plans_are_bases(trial: PolicyTrial) -> None:
    """Every lane plays at least one action, each a basis; -1 fills the actions after the last."""
    policy = trial.make(3)
    rng = trial.rng()
    for _ in range(ROUNDS):
        plan = policy.plan()
        refuse_other_plan(policy, plan)
        policy.learn(plan, trial.weights(plan, rng))


def refuse_other_plan(policy: Policy, plan: Actions) -> None:
    """Raise unless the plan is made of bases."""
    for lane in plan.tolist():
        played = [action for action in lane if action != [-1] * policy.matroid.rank]
        if not played or lane[: len(played)] != played:
            raise ConformanceError(
                f"a lane must begin with the actions that it plays, at least one, got {lane}"
            )
        for action in played:
            if not (
                set(action) <= set(range(policy.matroid.size)) and len(set(action)) == len(action)
            ):
                raise ConformanceError(
                    f"an action must hold distinct items of the matroid, got {action}"
                )
            if not is_basis(policy.matroid, action):
                raise ConformanceError(f"an action must be a basis, but {action} is not one")


def learn_takes_any_items(trial: PolicyTrial) -> None:
    """`learn` takes any number of items, with repeats; weights beside -1 are ignored."""
    rng = trial.rng()
    size = trial.make(1).matroid.size
    rank = trial.make(1).matroid.rank
    for width in sorted({1, rank, size, 2 * size}):
        policy = trial.make(2)
        items = rng.integers(-1, size, size=(2, 3, width))
        policy.learn(items, np.where(items < 0, np.nan, trial.weights(items, rng)))
        policy.learn(np.full((2, 1, width), -1), np.zeros((2, 1, width)))
        policy.learn(items[:, :0], np.zeros((2, 0, width)))
        refuse_other_plan(policy, policy.plan())


def observations_are_counted(trial: PolicyTrial) -> None:
    """`estimates` count and sum up all observations: repeats add up, -1 is ignored."""
    policy = trial.make(2)
    rng = trial.rng()
    size = policy.matroid.size
    counts = np.zeros((2, size))
    sums = np.zeros((2, size))
    for _ in range(ROUNDS):
        items = rng.integers(-1, size, size=(2, 2, size))
        weights = rng.integers(0, 2, size=items.shape).astype(np.float64)
        policy.learn(items, weights)
        for lane, action, place in np.argwhere(items >= 0):
            counts[lane, items[lane, action, place]] += 1
            sums[lane, items[lane, action, place]] += weights[lane, action, place]
    seen = getattr(policy, "estimates")  # noqa: B009 - optional
    for name, expected in (("counts", counts), ("sums", sums)):
        kept = np.asarray(getattr(seen, name))
        if not np.array_equal(kept, expected):
            raise ConformanceError(
                f"estimates.{name} must be {expected.tolist()}, got {kept.tolist()}"
            )


def copies_plan_alike(trial: PolicyTrial) -> None:
    """A copy of a policy that learns the same plans the same, random choices included."""
    policy = trial.make(2)
    rng = trial.rng()
    twin = copy.deepcopy(policy)
    for _ in range(ROUNDS):
        plan = policy.plan()
        other = twin.plan()
        if not np.array_equal(plan, other):
            raise ConformanceError(
                f"a policy plans {plan[0].tolist()}, but its copy {other[0].tolist()}"
            )
        weights = trial.weights(plan, rng)
        policy.learn(plan, weights)
        twin.learn(plan, weights)


def only_learning_changes_a_plan(trial: PolicyTrial) -> None:
    """A plan stays the same until something is learnt; planning and -1 teach nothing."""
    policy = trial.make(2)
    rng = trial.rng()
    for _ in range(ROUNDS):
        plan = policy.plan()
        kept = plan.copy()
        if plan.flags.writeable:
            plan[...] = -1
        policy.learn(np.full((2, 1, 1), -1), np.ones((2, 1, 1)))
        again = policy.plan().copy()
        if not np.array_equal(again, kept):
            raise ConformanceError(
                f"the plan {kept.tolist()} became {again.tolist()} without an observation"
            )
        policy.learn(kept, trial.weights(kept, rng))


def lanes_are_independent(trial: PolicyTrial) -> None:
    """Each of several lanes plans what a policy of one lane plans that has learnt the same."""
    policy = trial.make(3)
    singles = [trial.make(1) for _ in range(3)]
    rng = trial.rng()
    for _ in range(ROUNDS):
        plan = policy.plan()
        weights = trial.weights(plan, rng)
        for lane, single in enumerate(singles):
            played = plan[lane][(plan[lane] >= 0).any(axis=1)]
            alone = single.plan()[0]
            if not np.array_equal(alone[(alone >= 0).any(axis=1)], played):
                raise ConformanceError(
                    f"lane {lane} plans {played.tolist()}, a policy of its own {alone.tolist()}"
                )
            single.learn(plan[lane][None], weights[lane][None])
        policy.learn(plan, weights)


def observations_are_not_changed(trial: PolicyTrial) -> None:
    """`learn` writes into neither its actions nor its weights."""
    policy = trial.make(2)
    rng = trial.rng()
    items = rng.integers(-1, policy.matroid.size, size=(2, 3, policy.matroid.size))
    weights = trial.weights(items, rng)
    given = items.copy()
    seen = weights.copy()
    policy.learn(given, seen)
    if not (np.array_equal(given, items) and np.array_equal(seen, weights)):
        raise ConformanceError(
            f"learn changed its arguments: {items[0, 0].tolist()}, {weights[0, 0].tolist()}"
        )


POLICY_LAWS = (
    *map(
        Law[PolicyTrial],
        (
            lanes_are_as_many_as_asked_for,
            plans_are_bases,
            learn_takes_any_items,
            observations_are_not_changed,
            copies_plan_alike,
        ),
    ),
    Law(observations_are_counted, has_estimates),
    Law(only_learning_changes_a_plan, is_certain),
    Law(lanes_are_independent, is_certain),
    Law(optional.a_look_is_not_a_list, optional.can_look),
    Law(optional.stop_answers_for_each_lane, optional.can_stop),
    Law(part_plays_the_same_game, policy_has_part),
)
"""The laws of policies, in the order in which they are tried."""


def policy_checks(
    make: Callable[[int], Policy], *, seed: int = 0
) -> Iterator[Check[Callable[[int], Policy]]]:
    """Yield the checks that concern a policy; each is called with ``make``."""
    return checks_for(POLICY_LAWS, make, partial(PolicyTrial, seed=seed))


def check_policy(
    make: Callable[[int], Policy],
    *,
    expected_failures: Mapping[str, str] | None = None,
    seed: int = 0,
) -> None:
    """Try every law on policies made by ``make(lanes)``; raise one error with all witnesses.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import OMM
    >>> check_policy(lambda lanes: OMM(UniformMatroid(size=5, rank=2), lanes=lanes))

    A policy has a state, so every law takes fresh ones. They are played for a dozen rounds: a
    horizon of 1000 is ample.

    Parameters
    ----------
    make
        A function that makes a policy of so many lanes.
    expected_failures
        The reason for each check, by name, that is known to fail; such a check must fail.
    seed
        The seed of the weights that are drawn.
    """
    expected = expected_failures or {}
    refuse_unknown(expected, POLICY_LAWS)
    shown = type(make(1)).__name__
    run_checks(policy_checks(make, seed=seed), make, shown, expected)
