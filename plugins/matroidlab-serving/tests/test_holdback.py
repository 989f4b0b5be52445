"""The uplift of a service: the comparison with a holdback, and its guardrails."""

import json
import logging
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.errors import ServingError
from matroidlab_serving import Service
from matroidlab_serving.operation.running_means import RunningMean
from matroidlab_serving.operation.sample_ratio import GroupSizes, SampleRatio, mismatch_p_value
from serving_support.served import MEANS, answer, open_sqlite, small, small_options, state_of

VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=60)


def visit_often(service: Service, lists: int, revenue: dict[bool, float] | None = None) -> None:
    """Visitors with and without keys; the revenue of a list depends on its group."""
    rng = np.random.default_rng(5)
    for step in range(lists):
        visitor = f"v{step % 300}" if step % 2 else None
        shown = service.recommend(visitor=visitor, now=float(step))
        watched = None
        if revenue is not None:
            watched = {"revenue": float(rng.random() < revenue[shown.origin == "holdback"])}
        weights = answer(shown.items, MEANS, rng)
        service.observe(shown.token, weights, watched=watched, now=float(step))


@given(VALUES, VALUES)
def test_the_interval_of_two_parts_added_is_that_of_all(
    first: list[float], second: list[float]
) -> None:
    parts = [RunningMean(), RunningMean()]
    for part, values in zip(parts, (first, second), strict=True):
        for value in values:
            part.add(value)
    both = parts[0].plus(parts[1])
    assert both.count == len(first + second)
    low, high = both.interval(0.05)
    assert 0 <= low <= np.mean(first + second) + 1e-9
    assert np.mean(first + second) - 1e-9 <= high <= 1


@given(VALUES, st.floats(0.001, 0.2))
def test_a_smaller_alpha_gives_a_wider_interval(values: list[float], alpha: float) -> None:
    found = RunningMean()
    for value in values:
        found.add(value)
    inner = found.interval(alpha)
    outer = found.interval(alpha / 2)
    assert outer.low <= inner.low <= inner.high <= outer.high


def test_the_deviation_is_where_the_mixture_of_bets_reaches_its_level() -> None:
    from matroidlab_serving.operation.running_means import _PRICES, BETS, _deviation

    for spread in (0.0, 0.3, 20.0, 5000.0):
        for level in (1.0, 3.7, 12.0):
            at = _deviation(spread, level)
            mixture = np.mean(np.exp(BETS * at - _PRICES * spread))
            assert np.log(mixture) == pytest.approx(level, abs=1e-6)
            assert np.log(mixture) >= level - 1e-9  # the safe side


def test_a_bet_on_a_value_wins_nothing_on_average() -> None:
    from matroidlab_serving.operation.running_means import _PRICES, BETS

    rng = np.random.default_rng(2)
    for _ in range(200):
        values = rng.random(3) ** rng.integers(1, 6)
        chances = rng.dirichlet(np.ones(3))
        guess = rng.random()
        mean = chances @ values
        for sign in (1, -1):
            gains = np.exp(
                np.outer(BETS, sign * (values - mean)) - np.outer(_PRICES, (values - guess) ** 2)
            )
            assert (gains @ chances <= 1 + 1e-12).all()


def test_the_p_value_of_group_sizes_is_never_smaller_than_that_of_all_counts() -> None:
    # By Ville's inequality: under the right share, the chance of a p-value of at most x is at
    # most x, here added up over all counts.
    for share, total in ((0.05, 60), (0.5, 40)):
        pairs = [
            (
                mismatch_p_value(GroupSizes(total - held, held), share),
                comb(total, held) * share**held * (1 - share) ** (total - held),
            )
            for held in range(total + 1)
        ]
        for level in (0.001, 0.01, 0.05, 0.2):
            assert sum(chance for p, chance in pairs if p <= level) <= level


def test_a_visitor_counts_once_in_the_sample_ratio() -> None:
    ratio = SampleRatio(0.5)
    for _ in range(1000):
        ratio.add(7, is_held_back=True)
    assert ratio.sizes == (0, 1)
    for _ in range(1000):
        ratio.add(None, is_held_back=True)
    assert ratio.status()["is_mismatch"]


def test_a_service_says_what_it_brought() -> None:
    service = small(holdback=0.3, dealing="independent")
    visit_often(service, 1500)
    uplift = service.status()["uplift"]
    truth = MEANS["b-3"] + MEANS["b-2"] + MEANS["f-2"] - MEANS["b-1"] - MEANS["b-2"] - MEANS["f-1"]
    assert 0 < uplift["low"] < uplift["difference"] < uplift["high"]
    assert uplift["difference"] < truth + 0.1
    assert uplift["holdback"] == pytest.approx(0.9, abs=0.1)
    assert sum(uplift["lists"].values()) == 1500
    assert not uplift["sample_ratio"]["is_mismatch"]
    json.dumps(service.status(), allow_nan=False)


def test_without_a_holdback_there_is_nothing_to_compare() -> None:
    assert small().status()["uplift"] is None
    with pytest.raises(ServingError, match=r"give holdback=0\.05 as well"):
        small(guardrails={"revenue": -0.1})
    with pytest.raises(ServingError, match="holdback"):
        small(holdback=0.95)


def test_a_violated_guardrail_falls_back_once_and_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    service = small(holdback=0.4, guardrails={"revenue": -0.05})
    with caplog.at_level(logging.WARNING, logger="matroidlab_serving"):
        visit_often(service, 600, revenue={False: 0.2, True: 0.8})
    orders = [row["order"] for row in service.history()]
    assert orders == ["guardrail"]
    assert "revenue" in str(service.history()[0]["reason"])
    assert sum("guardrail" in record.getMessage() for record in caplog.records) == 1
    assert service.recommend().origin in {"baseline", "holdback"}
    service.resume()
    assert service.status()["uplift"]["guardrails"]["revenue"]["difference"] is None
    visit_often(service, 600, revenue={False: 0.2, True: 0.8})
    assert [row["order"] for row in service.history()] == ["guardrail", "resume", "guardrail"]


def test_a_guardrail_that_holds_changes_nothing() -> None:
    service = small(holdback=0.4, guardrails={"revenue": -0.05})
    visit_often(service, 600, revenue={False: 0.5, True: 0.5})
    assert service.history() == []


@pytest.mark.parametrize("window", [None, 20.0])
def test_a_comparison_is_replayed_exactly(tmp_path: Path, window: float | None) -> None:
    address = f"sqlite:///{tmp_path / 'a.db'}"
    options = small_options(holdback=0.4, guardrails={"revenue": (-0.05, (0, 2))}, window=window)
    service = open_sqlite(address, **options)
    visit_often(service, 200, revenue={False: 0.1, True: 0.9})
    before = state_of(service)
    uplift = service.status()["uplift"]
    assert [row["order"] for row in service.history()] == ["guardrail"]
    service._recorded.journal.close()  # type: ignore[union-attr]
    service = open_sqlite(address)
    assert state_of(service) == before
    service.close()
    service = open_sqlite(address)
    assert service.status()["uplift"] == uplift
    service.save(tmp_path / "state")
    assert state_of(Service.load(tmp_path / "state")) == state_of(service)
    service.close()


def test_watched_weights_come_in_parts_while_a_window_is_open() -> None:
    service = small(holdback=0.5, guardrails={"revenue": -0.5, "stay": -0.5}, window=10.0)
    shown = service.recommend(now=1.0)
    assert service.observe(shown.token, {}, watched={"revenue": 0.5}, now=2.0)
    assert service.observe(shown.token, {}, watched={"stay": 1.0}, now=3.0)
    assert not service.observe(shown.token, {}, watched={"stay": 0.0}, now=4.0)
    service.recommend(now=20.0)
    guardrails = service.status()["uplift"]["guardrails"]
    group = "holdback" if shown.origin == "holdback" else "service"
    assert (guardrails["revenue"][group], guardrails["stay"][group]) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ({"sales": 1.0}, "there is no guardrail 'sales'; there is 'revenue'"),
        ({"revenue": 2.0}, "must lie in 0..1"),
        ({"revenue": float("nan")}, "must lie in 0..1"),
        ([1.0], "watched must be a mapping"),
    ],
)
def test_watched_weights_that_are_none_are_refused(given_: Any, message: str) -> None:
    service = small(holdback=0.5, guardrails={"revenue": -0.5})
    shown = service.recommend()
    with pytest.raises(ServingError, match=message):
        service.observe(shown.token, {}, 0.0, watched=given_)
    assert service.observe(shown.token, {}, 0.0, watched={"revenue": 1.0})


@pytest.mark.parametrize(
    "guardrails", [{"revenue": 0.1}, {"revenue": "x"}, {"weight": -1.0}, ["revenue"]]
)
def test_guardrails_that_are_none_are_refused(guardrails: Any) -> None:
    with pytest.raises(ServingError, match="guardrail"):
        small(holdback=0.5, guardrails=guardrails)
