"""The regret bounds of `TimeUniform` and from below: their formulas, and measurements between."""

from functools import partial
from itertools import combinations
from math import inf, log, pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid, is_basis
from matroidlab.bandits import IUCB, OMM
from matroidlab.bandits.regret_bounds import (
    iucb1_time_uniform_bound,
    iucb2_time_uniform_bound,
    unconstrained_lower_bound,
)
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

UNIFORM = UniformMatroid(size=4, rank=2)
MEANS = [0.9, 0.7, 0.4, 0.1]
K4 = GraphicMatroid(list(combinations(range(4), 2)))
PARTITION = PartitionMatroid([[0, 1, 2], [3, 4, 5]], [1, 2])


def level(k: int, gap: float, items: int, delta: float) -> float:
    """Lambda_k(D), by trying every s."""
    if gap == inf:
        return 0.0
    price = log(1 + items / delta)
    last = max(s for s in range(1, 20_000) if k * (price + log(1 + pi * s) / 2) >= s * gap**2)
    return price + log(1 + pi * last) / 2


def weighed(k: int, gaps: list[float], items: int, delta: float) -> float:
    return sum(level(k, gap, items, delta) / gap for gap in gaps)


@pytest.mark.parametrize("delta", [0.5, 0.01, 1e-6])
def test_iucb1_by_hand(delta: float) -> None:
    # Two items are not known. D*: 0.9 - 0.4 and 0.7 - 0.4; D: 0.7 - 0.4 and 0.7 - 0.1; p = 2.
    optimal = weighed(2, [0.5, 0.3], 2, delta)
    suboptimal = weighed(2, [0.3, 0.6], 2, delta)
    bound = iucb1_time_uniform_bound(UNIFORM, MEANS, delta=delta)
    assert bound == pytest.approx(4 * optimal + 12 * suboptimal, rel=1e-12)
    assert iucb1_time_uniform_bound(UNIFORM, MEANS, delta=delta, swap_size=2) == pytest.approx(
        4 * suboptimal
    )


def test_iucb2_by_hand() -> None:
    # D* to all smaller means: 0.9 - 0.7 and 0.7 - 0.4.
    # D' of the baseline {2, 3}: 0.7 - 0.4 and 0.4 - 0.1.
    optimal = weighed(8, [0.2, 0.3], 4, 0.01)
    suboptimal = weighed(2, [0.3, 0.6], 4, 0.01)
    bound = 16 * (optimal + weighed(8, [0.3, 0.3], 4, 0.01)) + 16 * suboptimal
    assert iucb2_time_uniform_bound(UNIFORM, MEANS, [2, 3], delta=0.01) == pytest.approx(
        bound, rel=1e-12
    )
    expected = 16 * (weighed(8, [0.2, 0.3], 3, 0.01) + weighed(8, [0.3], 3, 0.01)) + 16 * weighed(
        2, [0.3, 0.6], 3, 0.01
    )
    found = iucb2_time_uniform_bound(UNIFORM, MEANS, [2, 3], delta=0.01, known=[2])
    assert found == pytest.approx(expected, rel=1e-12)


def test_without_a_first_look_and_in_expectation_they_are_more() -> None:
    first = partial(iucb1_time_uniform_bound, UNIFORM, MEANS, delta=0.01)
    second = partial(iucb2_time_uniform_bound, UNIFORM, MEANS, [2, 3], delta=0.01)
    for bound in (first, second):
        assert bound(first_look=False) - bound() == pytest.approx(4 + (4 + 2))
        assert bound(horizon=1000) - bound() == pytest.approx(0.01 * 2 * 1000)


def test_equal_means_cost_nothing_on_the_good_event() -> None:
    assert iucb1_time_uniform_bound(UNIFORM, [0.5] * 4, delta=0.01) == 0
    assert iucb2_time_uniform_bound(UNIFORM, [0.5] * 4, [2, 3], delta=0.01) == 0


@pytest.mark.parametrize(
    "matroid", [UniformMatroid(6, 3), PARTITION, K4], ids=["uniform", "partition", "k4"]
)
@pytest.mark.parametrize("swap_size", [1, 2])
def test_measured_regret_is_between_the_bounds(matroid: Matroid, swap_size: int) -> None:
    means = np.linspace(0.9, 0.1, matroid.size)
    baseline = matroid.greedy(np.arange(matroid.size)[::-1])
    known = {int(item): float(means[item]) for item in baseline}
    for means_known in (known, {}):
        if means_known:
            bound = iucb1_time_uniform_bound(matroid, means, delta=0.01, swap_size=swap_size)
        else:
            bound = iucb2_time_uniform_bound(
                matroid, means, baseline, delta=0.01, swap_size=swap_size
            )
        policy = IUCB(
            matroid, baseline, delta=0.01, known_means=means_known, swap_size=swap_size, lanes=2
        )
        regret = simulate(policy, Bernoulli(means), steps=300, seed=1).regret
        assert 0 < regret[:, -1].max() < bound


def test_regret_stops_growing() -> None:
    """In the second half no lane loses a twentieth of its loss in the first."""
    policy = IUCB(
        UniformMatroid(6, 3),
        [3, 4, 5],
        delta=0.01,
        known_means=dict.fromkeys((3, 4, 5), 0.2),
        lanes=4,
    )
    regret = simulate(
        policy, Bernoulli([0.8] * 3 + [0.2] * 3), steps=2000, seed=2, checkpoints=2
    ).regret
    assert (regret[:, 1] < 1.05 * regret[:, 0]).all()


def reference_lower_bound(matroid: Matroid, means: list[float]) -> float:
    """By all bases: items outside all best ones, and the items of the first that each replaces."""
    bases = [
        basis
        for basis in combinations(range(matroid.size), matroid.rank)
        if is_basis(matroid, basis)
    ]
    weigh = {basis: sum(round(1000 * means[e]) for e in basis) for basis in bases}
    best = [basis for basis in bases if weigh[basis] == max(weigh.values())]
    total = 0.0
    for e in set(range(matroid.size)).difference(*best):
        partners = [x for x in best[0] if is_basis(matroid, [*(set(best[0]) - {x}), e])]
        p = means[e]
        q = min((means[x] for x in partners), default=1)
        if q < 1:
            total += (q - p) / ((p * log(p / q) if p else 0) + (1 - p) * log((1 - p) / (1 - q)))
    return total


@settings(max_examples=40, deadline=None)
@given(
    st.data(),
    st.sampled_from(
        [UniformMatroid(6, 3), PARTITION, K4, GraphicMatroid([(0, 0), (0, 1), (1, 2), (0, 2)])]
    ),
)
def test_the_lower_bound_is_that_of_all_bases(data: st.DataObject, matroid: Matroid) -> None:
    means = data.draw(
        st.lists(
            st.sampled_from([0.0, 0.2, 0.5, 0.6, 1.0]), min_size=matroid.size, max_size=matroid.size
        )
    )
    assert unconstrained_lower_bound(matroid, means) == pytest.approx(
        reference_lower_bound(matroid, means)
    )


def test_a_uniformly_good_policy_comes_near_the_lower_bound_and_grows_as_fast() -> None:
    """The last nine tenths of OMM's time, ln 10 of it, cost at least half of the limit."""
    means = [0.9, 0.8, 0.3, 0.2]
    regret = simulate(
        OMM(UNIFORM, lanes=8), Bernoulli(means), steps=2000, seed=3, checkpoints=[200, 2000]
    ).regret
    grown = (regret[:, 1] - regret[:, 0]).mean()
    assert grown > 0.5 * unconstrained_lower_bound(UNIFORM, means) * log(10)
