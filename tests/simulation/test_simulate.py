"""The simulation beside a recount of what passed through it, action by action."""

import re
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import IUCB, OMM, UCB1, Thompson
from matroidlab.bandits.interleaving import Rounds
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Constraint, Trace, simulate
from support.witnessed import ByPlace, WitnessedPolicy, WitnessedRewards

EIGHTHS = [0.5, 0.125, 0.875, 0.25, 0.75, 0.375, 0.625, 1.0]  # sums of these are exact
UNIFORM = UniformMatroid(8, 3)
SHELVES = PartitionMatroid([[0, 1, 2], [3, 4, 5, 6], [7]], [1, 2, 1])
K5 = GraphicMatroid(list(combinations(range(5), 2))[:8])
STEPS = 47
LANES = 3

each_matroid = pytest.mark.parametrize(
    "matroid", [UNIFORM, SHELVES, K5], ids=["uniform", "partition", "graphic"]
)
each_rounds = pytest.mark.parametrize("rounds", ["paper", "lean"])
each_swap_size = pytest.mark.parametrize("swap_size", [1, 2])


def baseline_of(matroid: Matroid) -> list[int]:
    worst: list[int] = matroid.greedy(np.argsort(EIGHTHS)).tolist()
    return worst


def iucb(
    matroid: Matroid, swap_size: int = 1, rounds: Rounds = "paper", lanes: int = LANES
) -> IUCB:
    return IUCB(
        matroid,
        baseline_of(matroid),
        horizon=STEPS,
        swap_size=swap_size,
        rounds=rounds,
        lanes=lanes,
    )


def run(policy: Any, **options: Any) -> Trace:
    return simulate(policy, Bernoulli(EIGHTHS), steps=STEPS, seed=9, **options)


@each_matroid
@each_rounds
@each_swap_size
def test_the_trace_is_the_recount_of_what_was_played(
    matroid: Matroid, rounds: Rounds, swap_size: int
) -> None:
    policy = WitnessedPolicy(iucb(matroid, swap_size, rounds))
    baseline = baseline_of(matroid)
    trace = run(
        policy, baseline=baseline, swap_size=1, readings="both", checkpoints=range(1, STEPS + 1)
    )
    assert trace.steps.tolist() == list(range(1, STEPS + 1))
    best = sum(
        EIGHTHS[item] for item in matroid.greedy(np.argsort(-np.array(EIGHTHS), kind="stable"))
    )
    constraint = Constraint(matroid, EIGHTHS, baseline, 1)
    for lane in range(LANES):
        played = policy.played(lane)
        assert len(played) == STEPS
        actions = np.array([action for action, _ in played])
        assert (
            trace.regret[lane].tolist()
            == np.cumsum([best - sum(EIGHTHS[e] for e in a) for a in actions]).tolist()
        )
        assert (
            trace.reward[lane].tolist() == np.cumsum([sum(earned) for _, earned in played]).tolist()
        )
        assert trace.violations[lane].tolist() == np.cumsum(constraint.violated(actions)).tolist()
        assert (
            trace.exchange_violations[lane].tolist()
            == np.cumsum(constraint.exchange_violated(actions)).tolist()
        )


@each_matroid
@each_rounds
@pytest.mark.parametrize("first_look", [True, False])
def test_counts_and_sums_are_of_all_that_was_told(
    matroid: Matroid, rounds: Rounds, first_look: bool
) -> None:
    """The same whether the policy keeps estimates or the simulation must."""
    bare = WitnessedPolicy(iucb(matroid, 2, rounds))
    own = iucb(matroid, 2, rounds)
    counted = run(bare, first_look=first_look)
    kept = run(own, first_look=first_look)
    assert not hasattr(bare, "estimates")
    for trace in (counted, kept):
        assert trace.counts.sum(axis=1).tolist() == [first_look * 8 + STEPS * matroid.rank] * LANES
        for lane in range(LANES):
            shown = [
                item for action, _ in bare.played(lane, first_look=first_look) for item in action
            ]
            assert trace.counts[lane].tolist() == [
                shown.count(item) + first_look for item in range(8)
            ]
    assert kept.sums.tolist() == counted.sums.tolist()
    assert own.estimates.clock.tolist() == [STEPS] * LANES
    own.learn(np.zeros((LANES, 1, 1), dtype=int), np.ones((LANES, 1, 1)))
    assert kept.sums.tolist() == counted.sums.tolist(), (
        "a trace is not changed by what happens later"
    )


@each_matroid
@each_rounds
@each_swap_size
def test_one_draw_a_plan_of_real_items_only(
    matroid: Matroid, rounds: Rounds, swap_size: int
) -> None:
    policy = WitnessedPolicy(iucb(matroid, swap_size, rounds))
    rewards = WitnessedRewards(Bernoulli(EIGHTHS))
    simulate(policy, rewards, steps=STEPS, seed=9)
    assert rewards.drawn[0].tolist() == [[list(range(8))]] * LANES
    assert len(rewards.drawn) == 1 + len(policy.plans)
    assert len(policy.told) == len(rewards.drawn)
    assert all(actions.ndim == 3 and actions.min() >= 0 for actions in rewards.drawn)
    assert sum(actions.size for actions in rewards.drawn[1:]) == LANES * STEPS * matroid.rank


@each_rounds
def test_without_a_first_look_every_draw_is_of_a_plan(rounds: Rounds) -> None:
    policy = WitnessedPolicy(iucb(UNIFORM, 1, rounds))
    rewards = WitnessedRewards(Bernoulli(EIGHTHS))
    simulate(policy, rewards, steps=STEPS, seed=9, first_look=False)
    assert len(rewards.drawn) == len(policy.plans) == len(policy.told)


def test_the_last_round_is_cut_at_the_steps() -> None:
    policy = WitnessedPolicy(iucb(UNIFORM))
    simulate(policy, Bernoulli(EIGHTHS), steps=4, seed=0)
    assert [actions.shape for actions, _ in policy.told] == [(3, 1, 8), (3, 3, 3), (3, 1, 3)]


def test_lean_lanes_of_different_length_all_end_at_the_steps() -> None:
    policy = WitnessedPolicy(iucb(UNIFORM, 1, "lean", lanes=8))
    run(policy)
    ragged = [plan for plan in policy.plans if plan.min() < 0]
    assert ragged, "rounds of one length show nothing"
    assert [len(policy.played(lane)) for lane in range(8)] == [STEPS] * 8


@pytest.mark.parametrize(
    "checkpoints", [1, 7, 10, STEPS, 10 * STEPS, [5], [3, 46, 20], range(2, STEPS, 9)]
)
def test_checkpoints_are_windows_on_one_run(checkpoints: Any) -> None:
    every = run(iucb(SHELVES, 2, "lean"), baseline=baseline_of(SHELVES), checkpoints=STEPS)
    some = run(iucb(SHELVES, 2, "lean"), baseline=baseline_of(SHELVES), checkpoints=checkpoints)
    assert some.steps[-1] == STEPS
    assert (np.diff(some.steps) > 0).all()
    count = (
        len({*checkpoints, STEPS}) if not isinstance(checkpoints, int) else min(checkpoints, STEPS)
    )
    assert len(some.steps) == count
    for name in ("regret", "reward", "violations", "exchange_violations"):
        assert getattr(some, name).shape == (LANES, count)
        assert getattr(some, name).tolist() == getattr(every, name)[:, some.steps - 1].tolist()
        assert (np.diff(getattr(every, name), axis=1) >= 0).all()


def test_the_same_seed_gives_the_same_trace_and_another_seed_another() -> None:
    def reward(seed: int | np.random.SeedSequence) -> Any:
        return simulate(iucb(UNIFORM), Bernoulli(EIGHTHS), steps=STEPS, seed=seed).reward.tolist()

    assert reward(4) == reward(4)
    assert reward(4) == reward(np.random.SeedSequence(4))
    assert reward(4) != reward(5)
    assert len({tuple(lane) for lane in reward(4)}) == LANES


def test_without_a_baseline_no_constraint_is_counted() -> None:
    trace = run(OMM(UNIFORM, lanes=LANES))
    assert trace.counted is None
    assert trace.swap_size is None
    with pytest.raises(AttributeError, match=r"violations were not counted.*: pass baseline="):
        trace.violations.sum()
    with pytest.raises(AttributeError, match="give baseline= and readings='both'"):
        trace.exchange_violations.sum()


def test_omm_violates_the_constraint_where_the_baseline_is_good() -> None:
    trace = run(OMM(UNIFORM, lanes=LANES), baseline=[2, 4, 7])
    assert (trace.violations[:, -1] > 0).all()


@each_rounds
def test_expected_weights_by_place_are_what_regret_is_made_of(rounds: Rounds) -> None:
    policy = WitnessedPolicy(iucb(UNIFORM, 1, rounds))
    rewards = ByPlace(Bernoulli(EIGHTHS))
    trace = simulate(policy, rewards, steps=STEPS, seed=9)
    best = 1.0 + 0.875 / 2 + 0.75 / 3
    for lane in range(LANES):
        expected = sum(
            EIGHTHS[e] / (i + 1) for action, _ in policy.played(lane) for i, e in enumerate(action)
        )
        assert trace.regret[lane, -1] == pytest.approx(STEPS * best - expected)
    assert all(actions.min() >= 0 for actions in rewards.expected_of), (
        "it is asked about real items only"
    )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"steps": 0}, "steps must be at least 1, got 0"),
        ({"steps": 2.5}, "steps must be an integer, got 2.5"),
        (
            {"steps": 48},
            "steps must be at most the policy's horizon, 47, got 48: beyond it nothing is promised",
        ),
        (
            {"rewards": Bernoulli([0.5] * 7)},
            "rewards must weigh 8 items, as the matroid has, got 7",
        ),
        ({"checkpoints": 0}, "checkpoints must be at least 1, got 0"),
        ({"checkpoints": [0, 5]}, "checkpoints must lie in 1..47, got 0"),
        ({"checkpoints": [5, 48]}, "checkpoints must lie in 1..47, got 48"),
        ({"checkpoints": [1.5]}, "checkpoints[0] must be an integer, got 1.5"),
        ({"checkpoints": 2.5}, "checkpoints must be an integer, got 2.5"),
        ({"baseline": [0, 1]}, "baseline must have 3 elements, the rank, got 2: [0, 1]"),
        ({"baseline": [0, 1, 2], "swap_size": 4}, "swap_size must lie in 1..3, got 4"),
    ],
)
def test_bad_input_is_refused_before_anything_runs(changed: dict[str, Any], message: str) -> None:
    policy = iucb(UNIFORM)
    given: dict[str, Any] = {"rewards": Bernoulli(EIGHTHS), "steps": STEPS, "seed": 0} | changed
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        simulate(policy, given.pop("rewards"), **given)
    assert policy.estimates.counts.sum() == 0


def test_the_horizon_of_omm_is_that_of_its_confidence() -> None:
    with pytest.raises(ValueError, match="steps must be at most the policy's horizon, 46"):
        run(OMM(UNIFORM, confidence=UCB1(46)))
    run(OMM(UNIFORM))
    run(Thompson(UNIFORM, seed=0))
