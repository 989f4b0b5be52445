"""A clock that jumps neither ends learning nor closes windows, and the service says that it did."""

import time
from pathlib import Path

import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Service
from serving_support.served import open_sqlite, small, small_options, state_of, told

YEAR = 365 * 86_400.0
START = 1.7e9


def show_and_answer(service: Service, count: int, start: float) -> int:
    """Show lists a second apart, each answered at once, and return how many were accepted."""
    accepted = 0
    for i in range(count):
        shown = service.recommend(now=start + i)
        accepted += service.observe(shown.token, dict.fromkeys(shown.items, 1.0), now=start + i)
    return accepted


@pytest.mark.parametrize("jump", [3 * 86_400.0, YEAR, -YEAR, 9e10])
@pytest.mark.parametrize("readings", [1, 2, 7])
def test_wrong_readings_neither_end_learning_nor_learn_zeros(jump: float, readings: int) -> None:
    service = small(window=60)
    assert show_and_answer(service, 5, START) == 5
    for i in range(readings):
        service.recommend(now=START + jump + i / 10)
    assert service.status()["clock_jumps"] == 1
    assert show_and_answer(service, 50, START + 5) >= 49
    service.recommend(now=START + 200)
    status = service.status()
    assert status["learnt"] == 55 + readings, "all of them, by their windows"
    assert status["time"] == START + 200
    counts, sums = told(service)
    assert sum(sums.values()) >= 3 * 54, "weights of 1 were learnt, not zeros"
    assert sum(counts.values()) == 3 * (55 + readings)


def test_a_first_reading_that_was_wrong_is_taken_back() -> None:
    service = small(window=60)
    service.recommend(now=START + YEAR)
    assert show_and_answer(service, 50, START) >= 49
    service.recommend(now=START + 200)
    assert service.status()["time"] == START + 200
    assert service.status()["learnt"] == 51


@pytest.mark.parametrize("now", [1e300, 1.7e12, -1e300])
def test_a_time_that_is_not_in_seconds_is_refused(now: float) -> None:
    service = small(window=60)
    shown = service.recommend(now=START)
    for call in (
        lambda: service.recommend(now=now),
        lambda: service.observe(shown.token, {}, 0.0, now=now),
        lambda: service.expire(100, now=now),
    ):
        with pytest.raises(ServingError, match="in seconds, at most 1e\\+11"):
            call()
    assert service.observe(shown.token, dict.fromkeys(shown.items, 1.0), now=START + 1)


@pytest.mark.parametrize("jump", [7200.0, YEAR, -YEAR, 1e300])
def test_a_wrong_system_clock_does_no_harm(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    service = small(window=60)
    real = time.time
    first = service.recommend()
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    for _ in range(3):
        service.recommend()
    monkeypatch.setattr(time, "time", real)
    for _ in range(10):
        shown = service.recommend()
        assert service.observe(shown.token, dict.fromkeys(shown.items, 1.0))
    assert service.observe(first.token, dict.fromkeys(first.items, 1.0)), "its window is open"
    assert service.status()["clock_jumps"] >= 1
    assert abs(service.status()["time"] - real()) < 5


def test_a_quiet_week_of_the_system_clock_is_believed_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    service = small(window=60)
    service.recommend()
    week = 7 * 86_400.0
    real = time.time
    steady = time.clock_gettime
    monkeypatch.setattr(time, "time", lambda: real() + week)
    monkeypatch.setattr(time, "clock_gettime", lambda kind: steady(kind) + week)
    service.recommend()
    assert service.status()["learnt"] == 1
    assert service.status()["clock_jumps"] == 0


def test_a_journal_repeats_jumps_exactly(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'a.db'}"
    service = open_sqlite(address, **small_options(window=60))
    for jump in (0, YEAR, YEAR, 0, 0, -YEAR, 3, 100):
        show_and_answer(service, 3, START + jump)
    state = state_of(service)
    log = list(service.log())
    service._recorded.journal.close()  # type: ignore[union-attr]  # without a snapshot
    again = open_sqlite(address)
    assert state_of(again) == state
    assert list(again.log()) == log
    learnt = {row["slate_id"] for row in log if row["outcome"] != "not learnt"}
    assert len(learnt) == again.status()["learnt"]
    again.close()
