"""Calls that wait for the disk together share a commit, and lists that are shown before it."""

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from matroidlab.errors import JournalError, UnknownTokenError
from matroidlab_serving.sqlite.group_commit import GroupCommit
from serving_support.served import open_sqlite, small, small_options, state_of

HERE = Path(__file__).parent
THREADS = 8
CALLS = 15


def test_calls_that_wait_together_are_written_together_and_in_order() -> None:
    written: list[int] = []
    sizes: list[int] = []

    def write(entries: Sequence[int]) -> None:
        # A call that is released and has not returned yet is one that a group may wait for.
        assert all(number > group.written for number in group._waiting)
        time.sleep(0.005)
        written.extend(entries)
        sizes.append(len(entries))

    group = GroupCommit(write)

    def call(thread: int) -> None:
        for i in range(CALLS):
            number = group.add(100 * thread + i)
            group.wait(number)
            assert len(written) >= number

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(call, range(THREADS)))
    assert sorted(written) == sorted(100 * t + i for t in range(THREADS) for i in range(CALLS))
    assert all(
        sorted(own) == own
        for own in ([n for n in written if n // 100 == t] for t in range(THREADS))
    )
    assert len(sizes) < THREADS * CALLS / 2


def test_one_thread_waits_for_nobody() -> None:
    group: GroupCommit[int] = GroupCommit(lambda _entries: time.sleep(0.002))
    started = time.monotonic()
    for i in range(20):
        group.wait(group.add(i))
    assert time.monotonic() - started < 20 * 0.002 * 2.5


def test_once_a_write_has_failed_nothing_is_acknowledged() -> None:
    calls: list[Sequence[int]] = []

    def write(entries: Sequence[int]) -> None:
        calls.append(entries)
        time.sleep(0.01)
        if len(calls) == 3:
            raise OSError("the disk is full")

    group = GroupCommit(write)
    acknowledged: list[int] = []

    def call(thread: int) -> None:
        for i in range(CALLS):
            number = group.add(100 * thread + i)
            group.wait(number)
            acknowledged.append(100 * thread + i)

    with ThreadPoolExecutor(THREADS) as pool:
        calling = [pool.submit(call, thread) for thread in range(THREADS)]
    assert all(isinstance(one.exception(), JournalError | OSError) for one in calling)
    assert sorted(acknowledged) == sorted(n for entries in calls[:2] for n in entries)
    assert len(calls) == 3


def test_many_threads_leave_the_journal_of_one_order(tmp_path: Path) -> None:
    service = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **small_options())

    def serve(_thread: int) -> list[str]:
        tokens = []
        for _ in range(CALLS):
            shown = service.recommend(now=0.0)
            assert service.observe(shown.token, {}, missing=1.0, now=0.0)
            tokens.append(shown.token)
        return tokens

    with ThreadPoolExecutor(THREADS) as pool:
        tokens = [token for own in pool.map(serve, range(THREADS)) for token in own]
    assert len(set(tokens)) == THREADS * CALLS
    state = state_of(service)
    service._recorded.journal.close()  # type: ignore[union-attr]  # as if it were killed
    with open_sqlite(f"sqlite:///{tmp_path / 'a.db'}") as again:
        assert state_of(again) == state
        assert not again.observe(tokens[0], {}, missing=1.0, now=0.0)


def test_the_token_of_a_lost_list_stays_unknown_and_no_other_list_has_it(tmp_path: Path) -> None:
    program = (
        "import os, sys\n"
        f"sys.path.insert(0, {str(HERE)!r})\n"
        "from serving_support.served import *\n"
        "s = open_sqlite('sqlite:///a.db', **small_options())\n"
        "for _ in range(30): print(s.recommend(durable=False, now=0.0).token)\n"
        "last = s.recommend(durable=False, now=0.0).token\n"
        "assert s.observe(last, {}, missing=1.0, now=0.0)\n"
        "print(last)\n"
        "for _ in range(20): print(s.recommend(durable=False, now=0.0).token)\n"
        "sys.stdout.flush(); os._exit(9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 9, done.stderr
    tokens = done.stdout.split()
    with open_sqlite(f"sqlite:///{tmp_path / 'a.db'}") as service:
        for token in tokens[:30]:
            assert service.observe(token, {}, missing=0.0, now=0.0)
        assert not service.observe(tokens[30], {}, missing=0.0, now=0.0), "answered before"
        for token in tokens[31:]:
            with pytest.raises(UnknownTokenError):
                service.observe(token, {}, missing=0.0, now=0.0)
        later = [service.recommend(now=0.0).token for _ in range(40)]
        assert not set(later) & set(tokens)
        assert service.status()["lists"] == 31 + 40
        rows = list(service.log())
        assert {row["token"] for row in rows} == set(tokens[:31]) | set(later)
        assert service.observe(later[7], {}, missing=1.0, now=0.0)
    with open_sqlite(f"sqlite:///{tmp_path / 'a.db'}") as again:
        assert not again.observe(later[7], {}, missing=1.0, now=0.0)
        assert again.recommend(durable=False, now=0.0).token not in set(tokens) | set(later)


def test_without_a_journal_durable_changes_nothing() -> None:
    one, other = small(), small()
    for _ in range(5):
        assert one.recommend(durable=False, now=0.0).items == other.recommend(now=0.0).items
    assert state_of(one) == state_of(other)
