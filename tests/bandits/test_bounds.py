"""The regret bounds: the formulas on problems done by hand, and no measurement above them."""

from math import inf, log, pi, sqrt

import numpy as np
import pytest

from matroidlab import ExplicitMatroid, GraphicMatroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import IUCB, OMM, UCB1
from matroidlab.bandits.regret_bounds import (
    failure_probability,
    iucb1_bound,
    iucb1_gap_free_bound,
    iucb2_bound,
    iucb2_gap_free_bound,
    omm_bound,
)
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
from support.named import NAMED

N = 1000
FANO = next(named.matroid for named in NAMED if named.name == "Fano")
UNIFORM = UniformMatroid(size=4, rank=2)
MEANS = [0.9, 0.7, 0.4, 0.1]


def test_iucb1_by_hand() -> None:
    # D*: 0.9 - 0.4 and 0.7 - 0.4; D: 0.7 - 0.4 and 0.7 - 0.1.
    optimal = 1 / 0.5 + 1 / 0.3
    suboptimal = 1 / 0.3 + 1 / 0.6
    failure = 2 * 4 * 2 * (N + 1) / N**2
    assert iucb1_bound(UNIFORM, MEANS, horizon=N) == pytest.approx(
        (12 * optimal + 36 * suboptimal) * log(N) + failure, rel=1e-12
    )


def test_iucb2_by_hand() -> None:
    # D* to all smaller means: 0.9 - 0.7 and 0.7 - 0.4.
    # D' of the baseline {2, 3}: 0.7 - 0.4 and 0.4 - 0.1.
    optimal = 1 / 0.2 + 1 / 0.3
    suboptimal = 1 / 0.3 + 1 / 0.6
    trusted = 2 / 0.3
    failure = 2 * 4 * 2 * (N + 1) / N**2
    bound = (48 * optimal + 36 * suboptimal + 48 * trusted + 12 * suboptimal) * log(N) + failure
    assert iucb2_bound(UNIFORM, MEANS, [2, 3], horizon=N) == pytest.approx(bound, rel=1e-12)
    without = bound - 48 * trusted * log(N)
    assert iucb2_bound(UNIFORM, MEANS, [2, 3], horizon=N, known=[2, 3]) == pytest.approx(
        without, rel=1e-12
    )


def test_theorem_2_as_printed() -> None:
    optimal = 1 / 0.5 + 1 / 0.3
    suboptimal = 1 / 0.3 + 1 / 0.6
    lower = 4 * sqrt(24 * log(N)) + 2 * sqrt(6 * log(N)) + 4 * sqrt(6 * log(N)) + 2 * 4
    printed = iucb1_bound(UNIFORM, MEANS, horizon=N, printed=True)
    assert printed == pytest.approx((12 * optimal + 36 * suboptimal) * log(N) + lower, rel=1e-12)


def test_theorem_4_as_printed_has_24_where_its_proof_has_12() -> None:
    optimal = 1 / 0.5 + 1 / 0.3
    suboptimal = 1 / 0.3 + 1 / 0.6
    trusted = 1 / 0.3 + 1 / 0.6
    lower = 2 * 2 * sqrt(24 * log(N)) + 4 * sqrt(48 * log(N)) + 4 * sqrt(6 * log(N)) + 2 * 4
    leading = 48 * optimal + 36 * suboptimal + 48 * trusted + 24 * suboptimal
    printed = iucb2_bound(UNIFORM, MEANS, [2, 3], horizon=N, printed=True)
    assert printed == pytest.approx(leading * log(N) + lower, rel=1e-12)


def test_the_price_is_p_minus_1_and_not_k_minus_m() -> None:
    matroid = UniformMatroid(size=24, rank=12)
    means = np.where(np.arange(24) < 12, 0.6, 0.4)
    whole = iucb1_bound(matroid, means, horizon=N, swap_size=12)
    priced = [iucb1_bound(matroid, means, horizon=N, swap_size=m) - whole for m in (1, 2, 3, 4, 6)]
    assert [price / priced[-1] for price in priced] == pytest.approx([11, 5, 3, 2, 1])
    assert whole == omm_bound(matroid, means, horizon=N)


def test_gaps_to_items_that_are_never_exchanged_do_not_count() -> None:
    blocks = PartitionMatroid([[0, 1], [2, 3]])
    near = iucb1_bound(blocks, [0.9, 0.1, 0.89, 0.09], horizon=N)
    far = iucb1_bound(blocks, [0.9, 0.1, 0.5, 0.1], horizon=N)
    assert near == pytest.approx((12 + 36) * 2 / 0.8 * log(N) + 2 * 4 * 2 * (N + 1) / N**2)
    assert far > near


def test_all_items_of_tied_best_bases_count() -> None:
    one = iucb1_bound(UNIFORM, [0.5, 0.5, 0.5, 0.1], horizon=N)
    assert one == pytest.approx((12 * 3 / 0.4 + 36 / 0.4) * log(N) + 2 * 4 * 2 * (N + 1) / N**2)


def test_nothing_to_learn_costs_only_the_failure() -> None:
    equal = iucb1_bound(UNIFORM, [0.5] * 4, horizon=N)
    assert equal == pytest.approx(failure_probability(UNIFORM, horizon=N) * 2 * N)
    assert equal < inf


@pytest.mark.parametrize("printed", [False, True])
def test_gap_free_bounds_grow_with_the_root_of_the_horizon(printed: bool) -> None:
    for bound in (iucb1_gap_free_bound, iucb2_gap_free_bound):
        short, long = (
            bound(UNIFORM, horizon=n, printed=printed) / sqrt(n * log(n)) for n in (10**6, 10**8)
        )
        assert short == pytest.approx(long, rel=1e-3)


@pytest.mark.parametrize(
    "matroid",
    [UniformMatroid(6, 3), GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]), FANO],
    ids=["uniform", "k4", "fano"],
)
@pytest.mark.parametrize("swap_size", [1, 2, 3])
def test_measured_regret_is_below_every_bound(matroid: ExplicitMatroid, swap_size: int) -> None:
    means = np.linspace(0.9, 0.1, matroid.size)
    baseline = matroid.greedy(np.arange(matroid.size)[::-1])
    known = {int(item): float(means[item]) for item in baseline}
    steps = 300
    for means_known, bounds in (
        (known, (iucb1_bound(matroid, means, horizon=steps, swap_size=swap_size),)),
        (None, (iucb2_bound(matroid, means, baseline, horizon=steps, swap_size=swap_size),)),
    ):
        policy = IUCB(
            matroid, baseline, horizon=steps, known_means=means_known, swap_size=swap_size, lanes=2
        )
        regret = simulate(policy, Bernoulli(means), steps=steps, seed=1).regret[:, -1].mean()
        free = (iucb1_gap_free_bound if means_known else iucb2_gap_free_bound)(
            matroid, horizon=steps, swap_size=swap_size
        )
        assert 0 < regret < min(*bounds, free)
    optimistic = simulate(
        OMM(matroid, confidence=UCB1(steps), lanes=2), Bernoulli(means), steps=steps, seed=1
    )
    assert optimistic.regret[:, -1].mean() < omm_bound(matroid, means, horizon=steps)


def test_printed_the_bound_of_omm_at_horizon_1_is_its_constant() -> None:
    # All gaps: 0.9 and 0.7 less 0.4 and 0.1.
    assert omm_bound(UNIFORM, MEANS, horizon=1, printed=True) == pytest.approx(
        4 / 3 * pi**2 * 2.2, rel=1e-12
    )


def test_printed_the_bound_of_omm_grows_by_16_a_gap() -> None:
    suboptimal = 1 / 0.3 + 1 / 0.6
    grown = omm_bound(UNIFORM, MEANS, horizon=N, printed=True) - omm_bound(
        UNIFORM, MEANS, horizon=1, printed=True
    )
    assert grown == pytest.approx(16 * suboptimal * log(N), rel=1e-12)


def test_gap_free_bounds_by_hand() -> None:
    # K = p = 2 and L = 4; N / 2 rounds.
    failure = 2 * 4 * 2 * (N + 1) / N**2
    root = sqrt(1.5 * 2 * 4 * N / 2 * log(N))
    assert iucb1_gap_free_bound(UNIFORM, horizon=N) == pytest.approx(12 * root + failure, rel=1e-12)
    trusted = 8 * 2 * sqrt(1.5 * N / 2 * log(N))
    assert iucb2_gap_free_bound(UNIFORM, horizon=N) == pytest.approx(
        16 * root + trusted + failure, rel=1e-12
    )
