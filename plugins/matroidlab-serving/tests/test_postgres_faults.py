"""A service in PostgreSQL whose server is stopped, locked, behind a pooler, or tampered with."""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from matroidlab.errors import JournalError
from matroidlab_serving import ListService, Service, Top
from serving_support.postgres import Server, _free_port, binaries

pytestmark = [
    pytest.mark.skipif(
        binaries() is None, reason="PostgreSQL's initdb and postgres are not on this machine"
    ),
    pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed"),
]
KEYS = [f"k{i}" for i in range(12)]
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(is_durable=False)
    yield made
    made.stop()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"fault{next(NUMBERS)}")


def opened(address: str, **others: object) -> ListService:
    given = {"page": Top(3), "items": KEYS, "baseline": KEYS[:3], "seed": 3}
    return Service.open(address, **(given | others))  # type: ignore[arg-type]


def planner(address: str, ahead: int = 20) -> Any:
    from matroidlab_serving.postgres import SegmentPlanner

    return SegmentPlanner(address, ahead=ahead)


@contextmanager
def raw(address: str) -> Iterator[Any]:
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


def execute(address: str, statement: str) -> None:
    with raw(address) as connection:
        connection.execute(statement)


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    """The server and all its processes, stopped."""
    assert server.process is not None
    own = server.process.pid
    children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
    everyone = [own, *map(int, children)]
    for process in everyone:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in everyone:
            os.kill(process, signal.SIGCONT)


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
            assert not shown.note.startswith("the database")
        assert front.observe(shown.token, dict.fromkeys(shown.items, 1.0))
        assert front.recommend().token


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
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not on this machine")
    folder = server.folder / f"pool{next(NUMBERS)}"
    folder.mkdir()
    port = _free_port()
    users = folder / "users"
    users.write_text(f'"lab" "{server.password}"\n')
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\n* = host=127.0.0.1 port={server.port}\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = plain\nauth_file = {users}\npool_mode = transaction\n"
        "default_pool_size = 2\nmax_prepared_statements = 0\n"
    )
    for path in (folder, users, settings):
        server._give(path)
    process = subprocess.Popen(
        [program, "-q", str(settings)],
        stderr=subprocess.DEVNULL,
        **server._as_user(),  # type: ignore[call-overload]
    )
    time.sleep(0.5)
    yield address.replace(f":{server.port}/", f":{port}/")
    process.terminate()
    process.wait(10)


def test_through_a_pooler_every_call_succeeds_and_no_lock_stays(address: str, pooled: str) -> None:
    fronts = [opened(pooled) for _ in range(3)]
    fronts[0].recommend()
    planners = [planner(pooled, ahead=40) for _ in range(2)]
    for turn in range(20):
        planners[turn % 2].step()
        for front in fronts:
            shown = front.recommend()
            assert shown.token
            assert front.observe(shown.token, dict.fromkeys(shown.items, 1.0))
    with raw(address) as own:
        locks = own.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").fetchone()
    assert locks == (0,)
    for one in (*planners, *fronts):
        one.close()
    last = planner(pooled)
    assert last.step() == 1
    assert fronts[0].status()["learnt"] == 60
    last.close()
    fronts[0].close()


def test_a_segment_whose_first_request_fails_is_registered_later(address: str) -> None:
    with opened(address) as front:
        execute(address, "ALTER TABLE matroidlab.rounds RENAME TO elsewhere")
        with pytest.raises(JournalError):
            front.recommend()
        execute(address, "ALTER TABLE matroidlab.elsewhere RENAME TO rounds")
        front.recommend()
        own = planner(address)
        assert own.step() == 1
        own.close()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM matroidlab.steps WHERE segment = 0 AND number = 3",
        (
            "DELETE FROM matroidlab.steps WHERE segment = 0 AND number = (SELECT max(number) "
            "FROM matroidlab.steps WHERE segment = 0)"
        ),
        "UPDATE matroidlab.steps SET content = '[7]' WHERE segment = 0",
        "UPDATE matroidlab.segments SET snapshot = 'x' WHERE segment = 0",
        "UPDATE matroidlab.segments SET snapshot = NULL WHERE segment = 0",
        (
            "UPDATE matroidlab.lists SET answer = '{', answer_number = 1, learnt = NULL "
            "WHERE segment = 0"
        ),
        (
            "UPDATE matroidlab.lists SET items = '{99}', learnt = NULL, answer_number = 1, "
            """answer = '{"values": [1], "missing": null}' WHERE segment = 0"""
        ),
    ],
)
def test_a_damaged_segment_is_noticed_and_the_others_are_planned(address: str, damage: str) -> None:
    with opened(address, segments=["a", "b"]) as front:
        first = planner(address, ahead=1)
        for _ in range(4):
            for name in ("a", "b"):
                front.recommend(name)
            first.step()
        first.close()
        execute(address, damage)
        other = planner(address, ahead=30)
        assert other.step() == 1
        assert "damaged" in other.faults.pop(0)
        assert not other.faults
        assert list(front.status()["faults"]) == ["0"]  # type: ignore[call-overload]
        assert front.recommend("b").note is None
        other.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matroidlab.rounds SET content = '{}'",
        "UPDATE matroidlab.rounds SET content = replace(content, '[[', '[[99, ')",
        "DELETE FROM matroidlab.rounds",
        "UPDATE matroidlab.lists SET chosen = 77",
        "DELETE FROM matroidlab.service",
        "DELETE FROM matroidlab.lists; UPDATE matroidlab.segments SET published = '[[99],[],[]]'",
        "UPDATE matroidlab.service SET changes = 5",
        (
            "INSERT INTO matroidlab.changes VALUES (1, 'add', '{'); "
            "UPDATE matroidlab.service SET changes = 1"
        ),
    ],
)
def test_tampered_rows_give_errors_of_this_library(address: str, damage: str) -> None:
    with opened(address) as front:
        front.recommend()
        own = planner(address)
        own.step()
        own.close()
        execute(address, damage)
        with pytest.raises(JournalError, match=r"damaged|missing"):
            front.recommend()


@pytest.mark.parametrize("change", ["add", "retire"])
def test_a_change_between_the_statements_of_a_request(
    address: str, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matroidlab_serving.postgres import list_table

    with opened(address, page=Top(3)) as front, Service.open(address) as other:
        front.recommend()
        own = planner(address, ahead=30)
        own.step()
        take = list_table.take

        def late(*given: Any) -> Any:
            monkeypatch.undo()
            if change == "add":
                other.add("new")
            else:
                other.retire("k0", successor="k11")
            own.step()
            return take(*given)

        monkeypatch.setattr(list_table, "take", late)
        shown = front.recommend()
        assert shown.certificate.verify()
        json.loads(shown.to_json())
        known = {line.covered for line in shown.certificate.lines if line.covered}
        assert known == ({"k0", "k1", "k2"} if change == "add" else {"k11", "k1", "k2"})
        assert "k0" not in shown.items or change == "add"
        own.close()
