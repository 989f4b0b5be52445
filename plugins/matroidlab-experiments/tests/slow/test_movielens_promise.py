"""A promise without a horizon on the real MovieLens 1M, at full size, against reference figures."""

import os
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from experiments_support.older_bounds import OlderTimeUniform
from matroidlab import Policy, Problem
from matroidlab.bandits import SafeThompson
from matroidlab.kernels.when_to_compile import compiling
from matroidlab.registry import policies, problems
from matroidlab.simulation import Trace, simulate

STEPS = 500_000
RUNS = 10
VARIABLE = "MATROIDLAB_ML1M"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        VARIABLE not in os.environ, reason=f"{VARIABLE} names no directory with MovieLens 1M"
    ),
]


@pytest.fixture(autouse=True)
def compiled() -> Iterator[None]:
    """From the first round on: these games are long enough."""
    with compiling("now"):
        yield


LEAN = {"rounds": "lean"}
THOMPSON = {"proposal": "thompson"}


class Reference(NamedTuple):
    """The mean regret of a policy with delta 0.01 and these options, with its error."""

    regret: float
    error: float
    constraint: str
    policy: str
    options: dict[str, Any]


REFERENCES = [
    Reference(30_065, 571, "top-k", "iucb1", {}),
    Reference(36_374, 821, "top-k", "iucb2", {}),
    Reference(40_028, 860, "diverse", "iucb1", {}),
    Reference(46_677, 480, "diverse", "iucb2", {}),
    Reference(27_798, 392, "top-k", "iucb2", LEAN),
    Reference(41_651, 1_526, "diverse", "iucb2", LEAN),
    Reference(33_567, 819, "top-k", "iucb2", THOMPSON),
    Reference(40_006, 732, "diverse", "iucb2", THOMPSON),
    Reference(8_236, 163, "top-k", "safe-thompson", {"known_means": True}),
    Reference(13_171, 1_044, "top-k", "safe-thompson", {}),
    Reference(18_326, 835, "diverse", "safe-thompson", {"known_means": True}),
    Reference(24_020, 475, "diverse", "safe-thompson", {}),
]

OLDER = [
    Reference(8_236, 163, "top-k", "safe-thompson", {"known": True, "lots": True}),
    Reference(13_171, 1_044, "top-k", "safe-thompson", {"known": False, "lots": True}),
    Reference(18_326, 835, "diverse", "safe-thompson", {"known": True, "lots": True}),
    Reference(24_020, 475, "diverse", "safe-thompson", {"known": False, "lots": True}),
    Reference(24_020, 475, "diverse", "safe-thompson", {"known": False, "lots": False}),
]
"""With the bounds that the references were measured with; the last without lots for parts."""


def played(constraint: str, policy: str, options: dict[str, Any], *, seed: int = 2017) -> Trace:
    problem: Problem = problems()["movielens"].build(constraint=constraint)
    coins = np.random.default_rng(seed)
    chosen: Policy = policies()[policy].play(
        problem, horizon=STEPS, lanes=RUNS, rng=coins, parameters=options
    )
    return simulate(
        chosen, problem.rewards, steps=STEPS, seed=seed, baseline=problem.baseline, checkpoints=1
    )


def mean_and_error(values: NDArray[Any]) -> tuple[float, float]:
    last = values[:, -1].astype(np.float64)
    return float(last.mean()), float(last.std(ddof=1) / np.sqrt(len(last)))


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda row: "-".join(map(str, row[2:])))
def test_regret_is_within_three_standard_errors_and_no_list_breaks_the_constraint(
    reference: Reference,
) -> None:
    trace = played(reference.constraint, reference.policy, {"delta": 0.01, **reference.options})
    regret, error = mean_and_error(trace.regret)
    measured = f"{regret:,.0f} +- {error:,.0f}"
    assert abs(regret - reference.regret) <= 3 * np.hypot(error, reference.error), measured
    assert not trace.violations.any()
    assert not trace.exchange_violations.any()


@pytest.mark.parametrize("reference", OLDER, ids=lambda row: "-".join(map(str, row[2:])))
def test_regret_with_the_bounds_of_the_references(reference: Reference) -> None:
    problem: Problem = problems()["movielens"].build(constraint=reference.constraint)
    baseline = problem.baseline
    is_known = reference.options["known"]
    means = {int(item): float(problem.rewards.means[item]) for item in baseline if is_known}
    policy = SafeThompson(
        problem.matroid,
        baseline,
        confidence=OlderTimeUniform(0.01, items=problem.matroid.size - len(means)),
        known_means=means,
        lanes=RUNS,
        seed=np.random.default_rng(2018),
    )
    if not reference.options["lots"]:
        policy.safe_lists.cure([])
    trace = simulate(
        policy, problem.rewards, steps=STEPS, seed=2018, baseline=baseline, checkpoints=1
    )
    regret, error = mean_and_error(trace.regret)
    measured = f"{regret:,.0f} +- {error:,.0f}"
    sys.stderr.write(f"\n{reference.constraint} {reference.options}: {measured}\n")
    assert abs(regret - reference.regret) <= 3 * np.hypot(error, reference.error), measured
    assert not trace.violations.any()
    assert not trace.exchange_violations.any()


@pytest.mark.parametrize(
    ("constraint", "regret", "error", "violations", "exchange"),
    [("top-k", 4_591, 164, 2_812, 2_812), ("diverse", 6_416, 177, 9_369, 16_723)],
)
def test_thompson_without_a_promise(
    constraint: str, regret: float, error: float, violations: float, exchange: float
) -> None:
    trace = played(constraint, "thompson", {})
    found, own = mean_and_error(trace.regret)
    assert abs(found - regret) <= 3 * np.hypot(own, error)
    for counted, expected in (
        (trace.violations, violations),
        (trace.exchange_violations, exchange),
    ):
        count, own = mean_and_error(counted)
        assert abs(count - expected) <= 3 * np.sqrt(2) * own
