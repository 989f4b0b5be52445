"""Reference figures of time-uniform bounds, K = 10 of 200 items and 100,000 actions."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from matroidlab import UniformMatroid
from matroidlab.bandits import IUCB, OMM
from matroidlab.kernels.when_to_compile import compiling
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Trace, simulate

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def compiled() -> Iterator[None]:
    """From the first round on: these games are long enough."""
    with compiling("now"):
        yield


ITEMS = UniformMatroid(200, 10)
STEPS = 100_000
RUNS = 10
GAP = np.where(np.arange(200) < 10, 0.5, 0.3)
THOMPSON = {"delta": 0.01, "proposal": "thompson"}


def play(
    means: NDArray[np.float64],
    baseline: NDArray[np.intp],
    *,
    known_means: bool = False,
    **options: Any,
) -> Trace:
    known = {int(item): float(means[item]) for item in baseline} if known_means else None
    coins = np.random.default_rng(3)
    policy = IUCB(ITEMS, baseline, known_means=known, lanes=RUNS, seed=coins, **options)
    trace = simulate(
        policy, Bernoulli(means), steps=STEPS, seed=5, baseline=baseline, checkpoints=1
    )
    assert trace.violations.sum() == 0
    return trace


def mean_and_error(trace: Trace) -> tuple[float, float]:
    last = trace.regret[:, -1]
    return float(last.mean()), float(last.std(ddof=1) / math.sqrt(len(last)))


@pytest.mark.parametrize(
    ("options", "regret", "error"),
    [
        ({"known_means": True, "horizon": STEPS}, 55_547, 989),
        ({"horizon": STEPS}, 61_273, 655),
        ({"known_means": True, "delta": 0.01}, 19_695, 523),
        ({"delta": 0.01}, 22_620, 678),
        ({"delta": 1e-6}, 40_141, None),  # its error is not given: taken to be ours
        (THOMPSON, 18_585, 1_106),
    ],
)
def test_regret_at_a_gap_of_two_fifths_is_the_reference_figure(
    options: dict[str, Any], regret: float, error: float | None
) -> None:
    found, own = mean_and_error(play(GAP, np.arange(190, 200), **options))
    assert abs(found - regret) <= 3 * math.hypot(own, own if error is None else error), (
        f"{found:,.0f} +- {own:,.0f}"
    )


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_regret_on_means_of_beta_2_8_falls_to_half_and_less(seed: int) -> None:
    """In the reference 44,492 falls to 22,314, and to 18,607 by sampling, with unknown means."""
    means = np.sort(np.random.default_rng(seed).beta(2, 8, 200))[::-1].copy()
    second_ten = np.arange(10, 20)
    papers, ours, sampled = (
        mean_and_error(play(means, second_ten, **options))[0]
        for options in ({"horizon": STEPS}, {"delta": 0.01}, THOMPSON)
    )
    assert ours < 0.65 * papers
    assert sampled < 0.95 * ours
    free = simulate(
        OMM(ITEMS, lanes=RUNS), Bernoulli(means), steps=STEPS, seed=5, baseline=second_ten
    )
    assert free.violations[:, -1].min() > 1_000
    assert sampled < 1.5 * mean_and_error(free)[0]


def test_a_greedy_proposal_learns_nothing() -> None:
    """120,063 in the reference, more than five times the regret of optimism, and growing."""

    def greedy(beliefs: Any) -> NDArray[np.intp]:
        averages = beliefs.sums / np.maximum(beliefs.counts, 1)
        return np.argsort(-averages, axis=1, kind="stable")[:, :10]

    policy = IUCB(ITEMS, range(190, 200), delta=0.01, proposal=greedy, lanes=RUNS)
    trace = simulate(
        policy, Bernoulli(GAP), steps=STEPS, seed=5, baseline=range(190, 200), checkpoints=2
    )
    half, whole = trace.regret.mean(axis=0)
    assert whole > 3 * 22_620, f"{whole:,.0f}"
    assert whole - half > 0.8 * half
