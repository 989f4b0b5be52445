"""A service in PostgreSQL whose server is stopped, locked, or behind a pooler."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from threading import Thread
from typing import Any

import pytest

from matroidlab.errors import JournalError
from matroidlab_serving import ListService
from serving_support.pooler import Pooler
from serving_support.pooler import program as pooler_program
from serving_support.postgres import Server
from serving_support.postgres_shop import NEEDS_POSTGRES, execute, opened, planner, raw, stopped

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(is_durable=False)
    yield made
    made.stop()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"fault{next(NUMBERS)}")


def timed(front: ListService, found: list[Any], **others: Any) -> None:
    start = time.monotonic()
    shown = front.recommend(**others)
    found.append((time.monotonic() - start, shown))


def check_away(front: ListService) -> None:
    """Four threads, and then one more request, are answered from memory within two seconds."""
    found: list[Any] = []
    threads = [Thread(target=timed, args=(front, found), daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    timed(front, found, unavailable=["k0"])
    assert len(found) == 5
    assert max(seconds for seconds, _ in found) < 2
    for _, shown in found:
        assert "database is away" in str(shown.note)
        assert shown.certificate.verify()
    assert found[0][1].items == ("k0", "k1", "k2")
    assert "k0" not in found[4][1].items


def test_a_stopped_server_is_not_waited_for(server: Server, address: str) -> None:
    with opened(address) as front:
        shown = front.recommend()
        with stopped(server):
            check_away(front)
            start = time.monotonic()
            with pytest.raises(JournalError):
                front.observe(shown.token, dict.fromkeys(shown.items, 1.0))
            assert time.monotonic() - start < 2
            for figures in (front.status, front.metrics, front.status):
                start = time.monotonic()
                with pytest.raises(JournalError, match="time"):
                    figures()
                assert time.monotonic() - start < 2
            assert "database" not in str(shown.note)
        assert front.observe(shown.token, dict.fromkeys(shown.items, 1.0))
        assert front.recommend().token
        assert front.status()["answers"] == 1


def test_a_locked_table_is_not_waited_for(address: str) -> None:
    with opened(address) as front:
        front.recommend()
        with raw(address) as other, other.transaction():
            other.execute("LOCK TABLE matroidlab.lists IN ACCESS EXCLUSIVE MODE")
            check_away(front)
            away = front.recommend()
        assert not front.observe(away.token, dict.fromkeys(away.items, 1.0))
        assert front.recommend().token


@pytest.fixture
def pooled(server: Server, address: str) -> Iterator[str]:
    """The address through PgBouncer in transaction mode, with two sessions of the server."""
    if pooler_program() is None:
        pytest.skip("pgbouncer is not on this machine")
    pooler = Pooler(server, server.folder / f"pool{next(NUMBERS)}")
    yield pooler.address(address)
    pooler.stop()


def test_through_a_pooler_every_call_succeeds_and_no_lock_stays(address: str, pooled: str) -> None:
    with ExitStack() as kept:
        fronts = [kept.enter_context(opened(pooled)) for _ in range(3)]
        fronts[0].recommend()
        planners = [kept.enter_context(planner(pooled, ahead=40)) for _ in range(2)]
        for turn in range(20):
            planners[turn % 2].step()
            for front in fronts:
                shown = front.recommend()
                assert shown.token
                assert front.observe(shown.token, dict.fromkeys(shown.items, 1.0))
        with raw(address) as own:
            locks = own.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
            assert locks.fetchone() == (0,)
    with opened(pooled) as front, planner(pooled) as last:
        assert last.step() == 1
        assert front.status()["learnt"] == 60


def test_a_segment_whose_first_request_fails_is_registered_later(address: str) -> None:
    with opened(address) as front:
        execute(address, "ALTER TABLE matroidlab.rounds RENAME TO elsewhere")
        with pytest.raises(JournalError):
            front.recommend()
        execute(address, "ALTER TABLE matroidlab.elsewhere RENAME TO rounds")
        front.recommend()
        with planner(address) as own:
            assert own.step() == 1
