"""The interval for paired differences: its formula, its coverage, and verdicts."""

from math import inf, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab_bench import compared, half_width
from matroidlab_bench.paired import PairedDifference


def log_bayes_factor(differences: np.ndarray, mean: float) -> float:
    n = len(differences)
    t_squared = n * (differences.mean() - mean) ** 2 / differences.var(ddof=1)
    ratio = (1 + t_squared / (n - 1)) / (1 + t_squared / ((n - 1) * (1 + n)))
    return -0.5 * log(1 + n) + n / 2 * log(ratio)


@given(st.lists(st.floats(-100, 100), min_size=12, max_size=40, unique=True), st.floats(0.001, 0.2))
def test_the_ends_are_where_the_bayes_factor_reaches_one_over_delta(
    values: list[float], delta: float
) -> None:
    differences = np.array(values)
    width = half_width(differences, delta)
    if width < inf and differences.std() > 1e-3:
        end = differences.mean() + width
        assert log_bayes_factor(differences, float(end)) == pytest.approx(log(1 / delta), rel=1e-6)


def test_it_covers_the_mean_at_all_numbers_of_runs() -> None:
    rng = np.random.default_rng(7)
    paths = 2000
    failures = 0
    values = rng.normal(3.0, 2.0, size=(paths, 120))
    for path in values:
        failures += any(
            abs(path[:n].mean() - 3.0) > half_width(path[:n], 0.1) for n in range(3, 121, 3)
        )
    assert failures / paths <= 0.1
    assert failures > 0  # the test could see a failure


def test_verdicts_follow_from_the_interval() -> None:
    verdicts = [
        PairedDifference("a", "b", 9, difference, width, 1.0).verdict
        for difference, width in [(-3, 1), (3, 1), (0.2, 0.5), (0.5, 2.0), (5.0, inf)]
    ]
    assert verdicts == ["better", "worse", "equivalent", "not decided", "not decided"]


def test_the_order_of_two_policies_only_turns_the_verdict() -> None:
    rng = np.random.default_rng(1)
    low = rng.normal(100, 5, size=30)
    high = rng.normal(120, 5, size=30)
    first = compared(("low", low), ("high", high), delta=0.05, margin=0.1)
    second = compared(("high", high), ("low", low), delta=0.05, margin=0.1)
    assert (first.verdict, second.verdict) == ("better", "worse")


def test_one_run_decides_nothing() -> None:
    assert half_width(np.array([1.0]), 0.05) == inf
