"""How often intervals that should hold at all times fail, if they are looked at after each weight.

Nine laws, 2,000 items each, 20,000 weights an item.
"""

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from matroidlab.bandits import Statistics, TimeUniform
from matroidlab.bandits.kernels.divergence import mixture

numba = pytest.importorskip("numba")
pytestmark = pytest.mark.slow

DELTA = 0.1
STEPS = 20_000
ITEMS = 2_000
VALUES = 1 << 16
CONFIDENCE = TimeUniform(DELTA, items=1)
Table = NDArray[np.float64]
RNG = np.random.default_rng(17)


class Law(NamedTuple):
    """Two tables of equally likely weights with one mean.

    The second is drawn from while the average is above the mean: an adversary may change the law
    with the past, as long as the mean stays. Other laws have the same table twice.
    """

    below: Table
    above: Table


def coins(mean: float) -> Table:
    return (np.arange(VALUES) < round(mean * VALUES)).astype(np.float64)


def fixed(table: Table) -> Law:
    return Law(table, table)


def revenue() -> Table:
    """Most visitors buy nothing; the others spend amounts with a long tail."""
    spent = np.minimum(RNG.lognormal(1.0, 1.0, VALUES) / 50, 1.0)
    return np.where(RNG.random(VALUES) < 0.3, spent, 0.0)


LAWS: dict[str, Law] = {
    "fair coins": fixed(coins(0.5)),
    "coins of 0.1": fixed(coins(0.1)),
    "coins of 0.02": fixed(coins(0.02)),
    "Beta(5, 5)": fixed(RNG.beta(5, 5, VALUES)),
    "Beta(50, 50)": fixed(RNG.beta(50, 50, VALUES)),
    "Beta(1, 9)": fixed(RNG.beta(1, 9, VALUES)),
    "stars": fixed(RNG.choice([0, 0.25, 0.5, 0.75, 1], p=[0.05, 0.1, 0.2, 0.35, 0.3], size=VALUES)),
    "revenue": fixed(revenue()),
    "an adversary": Law(coins(0.25), np.full(VALUES, coins(0.25).mean())),
}


def failing(law: Law, items: int, seed: int, *, is_filtered: bool = True) -> float:
    """The share of items whose interval ever fails."""
    own = CONFIDENCE.part().arrays
    rng = np.random.default_rng(seed)
    failed = 0
    for _ in range(items // 100):
        drawn = rng.integers(VALUES, size=(100, STEPS), dtype=np.uint16)
        failed += failures()(own, law.below.mean(), *law, drawn, is_filtered)
    return failed / items


@cache
def failures() -> Callable[..., int]:
    """Return the compiled count of items whose interval ever fails."""
    interval = mixture.compiled

    @numba.njit(error_model="numpy")  # type: ignore[untyped-decorator]
    def counted(
        own: Any,
        mean: float,
        below: Table,
        above: Table,
        drawn: NDArray[np.uint16],
        is_filtered: bool,
    ) -> int:
        failed = 0
        for i in range(drawn.shape[0]):
            total = 0.0
            spread = 0.0
            for j in range(drawn.shape[1]):
                weight = above[drawn[i, j]] if total > mean * j else below[drawn[i, j]]
                total += weight
                spread += weight * (1.0 - weight)
                count = j + 1
                # The divergence of the coin in disguise is at most its chi-square distance, and
                # the level at least price - (1/2) ln 2 > 2: most looks need no interval.
                ahead = total / count - mean
                side = total if ahead > 0 else count - total
                centre = mean if ahead > 0 else 1.0 - mean
                scale = (side - spread) / side
                is_near = count * ahead * ahead < 2.0 * centre * (scale - centre)
                if not (is_filtered and is_near):
                    lower, upper = interval(own, 0, count, total, spread, 0)
                    if lower > mean or upper < mean:
                        failed += 1
                        break
        return failed

    return counted  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", LAWS)
def test_intervals_fail_less_often_than_delta(name: str) -> None:
    share = failing(LAWS[name], ITEMS, seed=1)
    sys.stderr.write(f"{name}: {share:.2%}\n")
    assert share < DELTA


@pytest.mark.parametrize("name", ["fair coins", "coins of 0.1", "coins of 0.02"])
def test_intervals_of_coins_do_not_fail_ten_times_less_often(name: str) -> None:
    assert failing(LAWS[name], ITEMS, seed=1) > DELTA / 10


@pytest.mark.parametrize("name", LAWS)
def test_looks_that_are_left_out_would_not_have_failed(name: str) -> None:
    """The check is checked."""
    law = LAWS[name]
    assert failing(law, 100, seed=1) == failing(law, 100, seed=1, is_filtered=False)


def test_the_counted_failures_are_those_of_the_bounds() -> None:
    table = LAWS["Beta(1, 9)"].below
    shifted = np.minimum(table + 0.02, 1.0)  # a wrong mean: most intervals fail sooner or later
    drawn = np.random.default_rng(3).integers(VALUES, size=(20, STEPS), dtype=np.uint16)
    weights = shifted[drawn]
    counts = np.broadcast_to(np.arange(1, STEPS + 1), weights.shape)
    sums = weights.cumsum(axis=1)
    spreads = (weights * (1 - weights)).cumsum(axis=1)
    lower, upper = CONFIDENCE.bounds(
        Statistics(counts, sums, spreads, np.zeros((1, 1), dtype=np.intp))
    )
    mean = table.mean() + 0.017
    failed = ((lower > mean) | (upper < mean)).any(axis=1).sum()
    own = CONFIDENCE.part().arrays
    assert 0 < failures()(own, mean, shifted, shifted, drawn, True) == failed < 20
