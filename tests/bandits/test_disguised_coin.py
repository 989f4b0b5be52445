"""The formula of `TimeUniform`: reference values, its proof step by step, and the one before it."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from matroidlab.bandits import Bounds, Statistics, TimeUniform
from matroidlab.bandits.kernels.divergence import both_ends

Floats = NDArray[np.float64]

# Count, sum, spread, share of delta, and the interval in twelve digits, by a second program.
REFERENCE = [
    (1, 0.5, 0.25, 0.01, 0.0024325677219999, 0.997567432278),
    (3, 0.9, 0.63, 0.01, 0.043668178456549, 0.89821829961787),
    (10, 10, 0, 5e-5, 0.31214537686086, 1.0),
    (30, 15, 7, 0.01, 0.35739212322828, 0.64260787677172),
    (100, 10, 8.2, 5e-5, 0.056710578572756, 0.22675158460945),
    (1000, 500, 0, 5e-5, 0.41814439668441, 0.58185560331559),
    (1000, 100, 81.75, 5e-5, 0.085121118832264, 0.12310073676074),
    (1000, 989.5, 7, 5e-5, 0.96974159127524, 0.99645953711412),
    (10000, 105, 71.5, 1e-6, 0.0073871445237049, 0.015243413713366),
    (1000000, 300000, 209999, 1e-4, 0.29999262740164, 0.30001145072903),
]

shares = st.floats(-12, math.log10(0.04)).map(lambda exponent: 10.0**exponent)
counts = st.integers(1, 10**9) | st.integers(1, 20)
weights_seen = st.lists(
    st.floats(0, 1) | st.sampled_from([0.0, 1.0, 0.5, 1e-9, 1 - 1e-9]), min_size=1, max_size=12
)


def bounds(share: float, count: Any, total: Any, spread: Any) -> Bounds:
    """The bounds of items with the same share of delta."""
    sums = np.atleast_1d(np.asarray(total, dtype=float))
    spreads = np.atleast_1d(np.asarray(spread, dtype=float))
    clock = np.zeros(1, dtype=np.intp)
    return TimeUniform(share, items=1).bounds(
        Statistics(np.atleast_1d(count), sums, spreads, clock)
    )


def of_weights(share: float, weights: list[float]) -> tuple[float, float]:
    spread = math.fsum(w * (1 - w) for w in weights)
    lower, upper = bounds(share, len(weights), math.fsum(weights), spread)
    return float(lower[0]), float(upper[0])


def before(share: float, count: Any, total: Any) -> tuple[Floats, Floats]:
    """The formula that knew counts and sums alone: s kl(mean, q) <= ln(2 / share) + (1/2) ln s."""
    many = np.atleast_1d(np.asarray(count, dtype=float))
    level = (math.log(2 / share) + 0.5 * np.log(many)) / many
    ends: tuple[Floats, Floats] = both_ends.numpy(np.atleast_1d(total) / many, level)
    return ends


@pytest.mark.parametrize(("count", "total", "spread", "share", "lower", "upper"), REFERENCE)
def test_reference_values(
    count: int, total: float, spread: float, share: float, lower: float, upper: float
) -> None:
    found = np.ravel(bounds(share, count, total, spread))
    assert found == pytest.approx([lower, upper], rel=0, abs=1e-8 * (upper - lower))


def wealth(weights: list[float], q: float) -> float:
    """The mixture of all bets on a mean other than q, over Beta(1/2, 1/2).

    It is a polynomial in p of as many degrees as there are weights, so that Chebyshev's nodes
    integrate it exactly.
    """
    nodes = len(weights) + 1
    p = 0.5 - 0.5 * np.cos(np.pi * (np.arange(nodes) + 0.5) / nodes)
    factors = [p / q * x + (1 - p) / (1 - q) * (1 - x) for x in weights]
    return float(np.prod(factors, axis=0).mean())


@given(weights_seen, shares | st.floats(0.04, 1), st.floats(0, 1))
def test_where_the_interval_ends_the_wealth_is_enough(
    weights: list[float], share: float, inside: float
) -> None:
    """Ville: it ever reaches 1/share with a probability of at most the share."""
    lower, upper = of_weights(share, weights)
    for q in (lower, lower * inside, upper, upper + (1 - upper) * inside):
        is_outside = (q <= lower) or (q >= upper)
        if is_outside and 1e-12 < q < 1 - 1e-12:
            assert wealth(weights, q) >= (1 / share) * (1 - 1e-6)


@given(weights_seen, st.floats(1e-6, 100))
def test_the_coin_in_disguise_is_the_least_informative(weights: list[float], rho: float) -> None:
    """Lemma 1: sum ln(1 + rho x) >= (S/t) ln(1 + rho t)."""
    total = math.fsum(weights)
    if total > 1e-6:
        t = math.fsum(w * w for w in weights) / total
        least = total / t * math.log1p(rho * t)
        assert math.fsum(math.log1p(rho * w) for w in weights) >= least * (1 - 1e-9)


@given(st.floats(-3, 7), st.floats(-3, 7))
def test_the_price_of_the_mixture(log_a: float, log_b: float) -> None:
    """R(a, b) <= (1/2) ln(1 + pi (a + b)) - max(0, (1/2) ln 2 - 1/(24 a) - 1/(24 b))."""
    a = 10**log_a
    b = 10**log_b
    best = a * math.log(a / (a + b)) + b * math.log(b / (a + b))
    mixed = math.lgamma(a + 0.5) + math.lgamma(b + 0.5) - math.lgamma(a + b + 1) - math.log(math.pi)
    saved = max(0.0, 0.5 * math.log(2) - 1 / (24 * a) - 1 / (24 * b))
    assert best - mixed <= 0.5 * math.log1p(math.pi * (a + b)) - saved + 1e-14 * (1 + a + b) * 50


@given(shares, counts, st.floats(0, 1), st.floats(0, 1))
def test_it_is_never_more_than_two_thousandths_wider_than_before(
    share: float, count: int, mean: float, narrow: float
) -> None:
    """From two observations on it lies inside; 1e-8 of the width is the root finder's."""
    total = count * mean
    lower, upper = np.ravel(bounds(share, count, total, narrow * total * (1 - mean)))
    old_lower, old_upper = np.ravel(before(share, count, total))
    width = old_upper - old_lower
    assert upper - lower <= 1.002 * width
    if count > 1:
        assert lower >= old_lower - 1e-8 * width - 1e-15
        assert upper <= old_upper + 1e-8 * width + 1e-15


@pytest.mark.parametrize(
    ("share", "mean", "most"),
    [(0.01, 0.5, 0.98), (5e-5, 0.5, 0.988), (5e-5, 0.1, 0.99), (5e-5, 0.02, 0.996)],
)
def test_coins_gain_about_two_percent(share: float, mean: float, most: float) -> None:
    """The saving is (1/2) ln 2 of the level, so that it is smaller for smaller shares."""
    count = np.array([50, 100, 1000, 10_000, 100_000])
    total = np.round(count * mean)
    new = np.diff(bounds(share, count, total, np.zeros(5)), axis=0)[0]
    old = np.diff(before(share, count, total), axis=0)[0]
    assert (new / old <= most).all()
    assert (new / old >= 0.96).all()


@pytest.mark.parametrize(
    ("variance", "most"), [(0.25 / 11, 0.35), (0.25 / 101, 0.15), (0.25 / 1001, 0.11)]
)
def test_on_narrow_weights_it_is_three_to_ten_times_narrower(variance: float, most: float) -> None:
    """Beta weights of mean 1/2 and concentrations of 10, 100 and 1000, after 1000 of them."""
    lower, upper = bounds(0.01 / 200, 1000, 500.0, 1000 * (0.25 - variance))
    old_lower, old_upper = before(0.01 / 200, 1000, 500.0)
    assert (upper - lower)[0] < most * (old_upper - old_lower)[0]


@given(shares, counts, st.floats(0, 1), st.floats(0, 1))
def test_it_contains_the_average_and_mirrors(
    share: float, count: int, mean: float, narrow: float
) -> None:
    total = count * mean
    spread = narrow * total * (1 - mean)
    lower, upper = bounds(share, count, total, spread)
    assert 0 <= lower[0] <= min(total / count, 1) <= upper[0] <= 1
    mirrored = bounds(share, count, count - total, spread)
    width = upper[0] - lower[0] + 1e-15
    assert abs((1 - mirrored.upper[0]) - lower[0]) <= 1e-6 * width + 1e-12
    assert abs((1 - mirrored.lower[0]) - upper[0]) <= 1e-6 * width + 1e-12


@pytest.mark.parametrize(
    ("count", "total", "spread"), [(10, 5.0, 5.0), (10, 5.0, -0.1), (10, 11.0, 0.0), (4, -1.0, 0.0)]
)
def test_impossible_statistics_are_refused(count: int, total: float, spread: float) -> None:
    """A spread that is too large, say the sum of squares of coins, would give false bounds."""
    with pytest.raises(ValueError, match=r"no weights in \[0, 1\] have these statistics"):
        bounds(0.01, count, total, spread)


def test_beta_weights_of_any_kind_pass_as_possible() -> None:
    weights = np.random.default_rng(0).beta(30, 70, (1000, 50))
    for few in (weights, np.full((1000, 50), 0.1), np.full((1000, 50), 1 / 3)):
        sums = few.cumsum(axis=0)
        spreads = (few * (1 - few)).cumsum(axis=0)
        many = np.broadcast_to(np.arange(1, 1001)[:, None], few.shape)
        assert Statistics(many, sums, spreads, np.zeros(1, dtype=np.intp)).are_possible.all()
