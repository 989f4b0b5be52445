"""Orders of operators: what is shown and learnt from then on, recorded, with exact propensities."""

import logging
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Service
from serving_support.served import (
    BASELINE,
    ITEMS,
    open_sqlite,
    small,
    small_options,
    state_of,
    teach,
    told,
)

ORDERS = ["pause", "freeze", "fallback", "resume"]


def better(**options: Any) -> Service:
    """A service whose trusted list is not its baseline any more."""
    service = small(dealing="independent", **options)
    teach(service, 600)
    assert set(service.peek().items) != set(BASELINE)
    return service


def test_a_paused_service_shows_the_trusted_list_and_goes_on_learning() -> None:
    service = better()
    service.pause("a campaign begins")
    shown = [service.recommend() for _ in range(20)]
    trusted = service.peek().items
    assert {one.items for one in shown} == {trusted}
    assert {one.propensities.list for one in shown} == {1.0}
    assert {one.origin for one in shown} == {"trusted"}
    assert "paused" in str(shown[0].note)
    assert all(one.certificate.verify() for one in shown)
    before = service.status()["learnt"]
    assert service.observe(shown[0].token, {}, 0.0)
    assert service.status()["learnt"] == before + 1


def test_a_service_that_fell_back_shows_the_baseline_itself() -> None:
    service = better()
    service.fallback()
    shown = service.recommend()
    assert shown.items == tuple(BASELINE)
    assert (shown.origin, shown.propensities.list) == ("baseline", 1.0)
    assert {line.reason for line in shown.certificate.lines} == {"same"}
    other = service.recommend(unavailable=["b-1"])
    assert set(other.items) - {"b-3"} == {"b-2", "f-1"}
    assert other.certificate.verify()


@pytest.mark.parametrize("window", [None, 10.0])
def test_a_frozen_service_never_learns_what_was_answered_meanwhile(window: float | None) -> None:
    service = small(window=window)
    shown = service.recommend(now=100.0)
    service.freeze(now=101.0)
    before = told(service)
    assert service.observe(shown.token, {shown.items[0]: 1.0}, 0.0, now=102.0)
    service.recommend(now=120.0)
    assert told(service) == before
    with pytest.raises(ServingError, match="is frozen"):
        service.learn_from([{"weights": {"b-1": 1.0}}], now=120.0)
    service.resume(now=121.0)
    again = service.recommend(now=122.0)
    assert service.observe(again.token, {}, 0.0, now=123.0)
    service.recommend(now=140.0)
    assert service.status()["learnt"] == (1 if window is None else 2)


def test_orders_can_be_taken_back_and_are_all_in_the_history() -> None:
    service = small()
    service.pause("why not", now=10.0)
    service.ramp(0.25, now=11.0)
    service.freeze(now=12.0)
    service.resume(now=13.0)
    history = service.history()
    assert [row["order"] for row in history] == ["pause", "ramp", "freeze", "resume"]
    assert [row["time"] for row in history] == [10.0, 11.0, 12.0, 13.0]
    assert history[0]["reason"] == "why not"
    assert str(history[2]["in_words"]).endswith("learns nothing")
    control = service.status()["control"]
    assert control["in_words"] == "explores for every request"
    assert control["since"] == 13.0


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), "half"])
def test_a_share_that_is_not_one_is_refused(share: Any) -> None:
    with pytest.raises(ServingError, match="share"):
        small().ramp(share)


@pytest.mark.parametrize("dealing", ["shuffled", "independent"])
@pytest.mark.parametrize("unavailable", [(), ("b-1",)])
def test_a_ramped_list_comes_as_often_as_its_propensity_says(
    dealing: str, unavailable: tuple[str, ...]
) -> None:
    draws = 300
    counts: Counter[tuple[str, ...]] = Counter()
    chances: dict[tuple[str, ...], float] = {}
    origins: Counter[str] = Counter()
    for seed in range(draws):
        service = small(seed=seed, dealing=dealing, proposal=["b-3", "f-2"])
        service.ramp(0.3)
        shown = service.recommend(unavailable=unavailable)
        counts[shown.items] += 1
        origins[shown.origin] += 1
        chances.setdefault(shown.items, shown.propensities.list)
        assert chances[shown.items] == pytest.approx(shown.propensities.list)
    assert sum(chances.values()) == pytest.approx(1.0)
    for items, chance in chances.items():
        error = np.sqrt(draws * chance * (1 - chance))
        assert abs(counts[items] - chance * draws) <= 5 * error + 1e-9
    assert abs(origins["explored"] - 0.3 * draws) <= 5 * np.sqrt(draws * 0.21)


def test_lists_of_a_round_are_only_used_up_by_requests_that_explore() -> None:
    service = small(proposal=["b-3", "f-2"])
    service.ramp(0.2)
    shown = [service.recommend() for _ in range(200)]
    explored = [one.items for one in shown if one.origin == "explored"]
    assert 15 <= len(explored) <= 80
    for first, second in zip(explored[::2], explored[1::2], strict=False):
        assert first != second  # the two lists of each round


def test_orders_are_journalled_and_replayed_exactly(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'a.db'}"
    service = open_sqlite(address, **small_options(holdback=0.2))
    rng = np.random.default_rng(3)
    for step in range(120):
        shown = service.recommend(visitor=f"v{step % 7}" if step % 3 else None, now=float(step))
        service.observe(
            shown.token, {k: float(rng.random() < 0.4) for k in shown.items}, now=float(step)
        )
        if step % 20 == 5:
            getattr(service, ORDERS[step // 20 % 4])("test", now=float(step))
        if step % 20 == 15:
            service.ramp(0.5, now=float(step))
    before = state_of(service)
    history = service.history()
    log = list(service.log())
    service._recorded.journal.close()  # type: ignore[union-attr]
    again = open_sqlite(address)
    assert state_of(again) == before
    assert again.history() == history
    assert list(again.log()) == log
    assert {row["origin"] for row in log} == {"explored", "trusted", "baseline", "holdback"}
    again.close()


def test_the_log_does_not_count_what_a_frozen_service_heard(tmp_path: Path) -> None:
    service = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **small_options())
    for step in range(30):
        shown = service.recommend(now=float(step))
        if step == 10:
            service.freeze(now=float(step))
        if step == 20:
            service.resume(now=float(step))
        service.observe(shown.token, dict.fromkeys(shown.items, 1.0), now=float(step))
    fresh = small()
    fresh.learn_from(service.log())
    assert told(fresh) == told(service)
    assert service.status()["learnt"] == 20
    service.close()


def test_a_visitor_always_belongs_to_the_same_group() -> None:
    service = small(holdback=0.5)
    groups = {
        f"v{i}": {service.recommend(visitor=f"v{i}").origin == "holdback" for _ in range(4)}
        for i in range(40)
    }
    assert {len(group) for group in groups.values()} == {1}
    assert 5 <= sum(group == {True} for group in groups.values()) <= 35
    with pytest.raises(ServingError, match="visitor"):
        service.recommend(visitor=7)  # type: ignore[arg-type]


def test_a_held_back_list_has_its_share_as_propensity() -> None:
    draws = 400
    counts: Counter[tuple[str, ...]] = Counter()
    chances: dict[tuple[str, ...], float] = {}
    for seed in range(draws):
        service = small(seed=seed, proposal=["b-3", "f-2"], holdback=0.25)
        shown = service.recommend(visitor="ann" if seed % 2 else None)
        counts[shown.items] += 1
        chances[shown.items] = shown.propensities.list
    assert chances[tuple(BASELINE)] == pytest.approx(0.25 + 0.75 * 0.0)
    assert sum(chances.values()) == pytest.approx(1.0)
    for items, chance in chances.items():
        assert abs(counts[items] - chance * draws) <= 5 * np.sqrt(draws * chance * (1 - chance))


def test_rankers_are_compared_for_all_requests_or_for_none() -> None:
    pytest.importorskip("matroidlab_evaluation")
    rankers = {"one": ["b-3", "b-2", "f-2"], "two": ["b-1", "b-2", "f-1"]}
    service = small(compare=rankers)
    with pytest.raises(ServingError, match="explores for all requests or for none"):
        service.ramp(0.5)
    service.pause()
    shown = service.recommend()
    assert (shown.origin, shown.teams) == ("trusted", None)
    service.resume()
    assert service.recommend().teams is not None
    with pytest.raises(ServingError, match="no holdback"):
        small(compare=rankers, holdback=0.1)


def test_orders_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="matroidlab_serving"):
        small().ramp(0.05, "begin carefully")
    record = caplog.records[-1]
    assert record.order == "ramp"  # type: ignore[attr-defined]
    assert record.share == 0.05  # type: ignore[attr-defined]
    assert "share of 0.05" in record.getMessage()


def test_a_saved_service_keeps_its_orders(tmp_path: Path) -> None:
    service = small()
    service.fallback("an incident", now=5.0)
    service.save(tmp_path / "state")
    loaded = Service.load(tmp_path / "state")
    assert loaded.history() == service.history()
    assert loaded.recommend().items == tuple(BASELINE)
    assert set(ITEMS) >= set(BASELINE)
