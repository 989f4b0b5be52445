"""What is old, finished and exported is removed; what was learnt stays, and the log is whole."""

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from matroidlab.errors import JournalError, ServingError, UnknownTokenError
from matroidlab_serving import Service
from matroidlab_serving.engine.durations import as_duration
from matroidlab_serving.sqlite import journal
from matroidlab_serving.sqlite.retention import ROWS_A_CALL
from serving_support.served import open_sqlite, small, small_options, state_of, told

HOUR = 3600.0


@pytest.fixture(autouse=True)
def frequent_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots after so few calls that short tests see many."""
    monkeypatch.setattr(journal, "CALLS_BETWEEN_SNAPSHOTS", 20)


def kept_in(path: Path, **options: object) -> Service:
    """A service in a file, which does not wait for the disk: nothing crashes here."""
    service = open_sqlite(f"sqlite:///{path}", **small_options(**options))
    own = service._recorded.journal
    assert own is not None
    own._connection.execute("PRAGMA synchronous = OFF")
    return service


def rows_in(service: Service) -> int:
    own = service._recorded.journal
    assert own is not None
    return int(own._connection.execute("SELECT count(*) FROM journal").fetchone()[0])


def visits(service: Service, numbers: range, *, orders: bool = False) -> None:
    """One visit in ten minutes; some answers come late, in parts, or never."""
    waiting: list[Any] = []
    for number in numbers:
        coins = random.Random(number)
        now = 600.0 * (number + 1)
        shown = service.recommend(now=now)
        waiting.append(shown)
        if coins.random() < 0.8:
            late = waiting.pop(coins.randrange(len(waiting)))
            service.observe(late.token, {late.items[0]: coins.random()}, 0.0, now=now + 1)
        if orders and number % 40 == 25:
            service.freeze(now=now + 2)
        if orders and number % 40 == 30:
            service.resume(now=now + 2)


def lists_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("window", [None, 2 * HOUR])
def test_exports_and_the_log_together_are_the_log_that_nothing_was_removed_from(
    tmp_path: Path, window: float | None
) -> None:
    whole = kept_in(tmp_path / "whole.db", window=window)
    options = {"window": window, "retain": "6 hours"}
    service = kept_in(tmp_path / "kept.db", **options)
    exported: list[dict[str, Any]] = []
    for part in range(4):
        numbers = range(50 * part, 50 * part + 50)
        visits(service, numbers, orders=True)
        visits(whole, numbers, orders=True)
        if window is None:  # as `retain` does by itself
            whole.expire(6 * HOUR, now=600.0 * (numbers.stop + 1))
            service.expire(6 * HOUR, now=600.0 * (numbers.stop + 1))
        path = tmp_path / f"{part}.jsonl"
        service.export(path)
        exported += lists_of(path)
        before = state_of(service)
        if part % 2:
            service.close()
        else:
            service._recorded.journal.close()  # type: ignore[union-attr]  # not gently
        service = kept_in(tmp_path / "kept.db", **options)
        assert state_of(service) == before
    expected = list(whole.log())
    finished = service.status()["exported"]
    assert exported == [row for row in expected if row["slate_id"] < finished]
    kept = list(service.log())
    first = service.status()["journal"]["log_begins_with"]
    assert first > 50
    assert kept == [row for row in expected if row["slate_id"] >= first]
    assert told(service) == told(whole)
    assert rows_in(service) < rows_in(whole) / 2
    service.close()
    whole.close()


def test_nothing_is_removed_before_it_is_exported(tmp_path: Path) -> None:
    service = kept_in(tmp_path / "a.db", retain=HOUR)
    visits(service, range(200))
    assert len({row["slate_id"] for row in service.log()}) == 200
    assert service.export(tmp_path / "lists") > 190
    visits(service, range(200, 260))
    assert min(row["slate_id"] for row in service.log()) > 100
    with pytest.raises(ServingError, match="is there already"):
        service.export(tmp_path / "lists")
    service.close()


def test_a_call_removes_some_rows_at_most(tmp_path: Path) -> None:
    service = kept_in(tmp_path / "a.db", retain=HOUR)
    visits(service, range(150))
    service.export(tmp_path / "lists")
    before = rows_in(service)
    while rows_in(service) > 60:
        service.recommend(now=600.0 * 200)
        assert rows_in(service) >= before - ROWS_A_CALL
        before = rows_in(service)
    service.close()


def test_tokens_and_certificates_of_lists_that_were_removed(tmp_path: Path) -> None:
    service = kept_in(tmp_path / "a.db", retain=HOUR)
    first = service.recommend(now=1.0)
    certificate = first.certificate
    visits(service, range(150))
    service.export(tmp_path / "lists")
    visits(service, range(150, 200))
    assert service.status()["journal"]["log_begins_with"] > 0
    before = state_of(service)
    assert not service.observe(first.token, {}, 1.0, now=600.0 * 201)
    assert state_of(service) == before
    assert certificate.verify()
    with pytest.raises(UnknownTokenError):
        service.observe("0.0000000000", {})
    service.close()


def test_lists_that_are_never_answered_are_forgotten_in_memory_too() -> None:
    service = small(retain="1 hour")
    lists = [service.recommend(now=1.0) for _ in range(250)]
    service.recommend(now=2 * HOUR)
    assert service.status()["expired"] == 100  # a call forgets some, at most
    for _ in range(2):
        service.recommend(now=2 * HOUR)
    assert service.status()["expired"] == 250
    assert not service.observe(lists[0].token, {}, 1.0, now=2 * HOUR)
    with pytest.raises(ServingError, match="only a service with a journal"):
        service.export("lists")


def test_a_state_that_was_altered_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    service = kept_in(path, retain=HOUR)
    visits(service, range(150))
    service.export(tmp_path / "lists")
    visits(service, range(150, 200))
    service.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE origins SET state = x'00'")
    with open_sqlite(f"sqlite:///{path}") as damaged, pytest.raises(JournalError, match="damaged"):
        list(damaged.log())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM origins")
    with pytest.raises(JournalError, match="the first rows of the journal are missing"):
        open_sqlite(f"sqlite:///{path}")


def test_durations_are_seconds_or_words() -> None:
    assert as_duration("1.5 weeks", "retain") == 1.5 * 7 * 86_400
    assert as_duration(" 12 hours", "retain") == 12 * HOUR
    for wrong in ("30", "days", "30 moons", "nan days", "-1 day", 0, float("inf"), None):
        with pytest.raises(ServingError, match="retain"):
            as_duration(wrong, "retain")
    with pytest.raises(ServingError, match="retain must be at least the window of 100 s"):
        small(window=100.0, retain=99.0)
