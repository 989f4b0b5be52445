"""A journal whose disk is full, whose files go away, and that other programs touch."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving import Service
from serving_support.damaged import opened
from serving_support.served import open_sqlite, small, small_options, state_of, teach

HERE = Path(__file__).parent
PROLOGUE = (
    "import os, sys, time\n"
    f"sys.path.insert(0, {str(HERE)!r})\n"
    "from matroidlab.errors import JournalError\n"
    "from serving_support.served import *\n"
)


def run(program: str, folder: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROLOGUE + program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def open_small(path: Path, **options: object) -> Service:
    return open_sqlite(f"sqlite:///{path}", **small_options(**options))


def test_a_full_disk_is_said_trusted_lists_are_shown_and_later_it_goes_on(tmp_path: Path) -> None:
    said = run(
        "import resource, signal\n"
        "s, twin = open_sqlite('sqlite:///a.db', **small_options()), small()\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "n = 40\n"
        "for _ in range(n): last = s.recommend(now=0.0)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1, -1))\n"
        "shown = s.recommend(now=0.0)\n"
        "print(shown.token == '', shown.note)\n"
        "absent = s.recommend(unavailable=['b-1'], now=0.0)\n"
        "print(absent.note == shown.note, 'b-1' not in absent.items, s.peek().items == shown.items)"
        "\n"
        "print(s.status()['fault'])\n"
        "try: s.observe(last.token, {}, missing=0.0, now=0.0)\n"
        "except JournalError as error: print(error)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))\n"
        "time.sleep(1.1)\n"
        "print(s.observe('', {}), s.observe(last.token, {}, missing=0.0, now=0.0))\n"
        "print(s.recommend(now=0.0).note, s.status()['fault'])\n"
        "for _ in range(n): given = twin.recommend(now=0.0)\n"
        "if s.status()['lists'] == n + 2: twin.recommend(now=0.0)\n"
        "twin.observe(given.token, {}, missing=0.0, now=0.0)\n"
        "twin.recommend(now=0.0)\n"
        "print(state_of(s) == state_of(twin))\n"
        "s.close()\n"
        "print(state_of(open_sqlite('sqlite:///a.db')) == state_of(twin))\n",
        tmp_path,
    )
    assert said[0].startswith("True the journal cannot be written: this is the trusted list")
    assert said[1] == "True True True"
    assert "a.db" in said[2] + said[3]
    assert said[4:] == ["False True", "None None", "True", "True"]


@pytest.mark.parametrize("name", ["a.db", "a.db-wal"])
@pytest.mark.parametrize("how", ["delete", "cut", "replace"])
def test_after_a_file_has_gone_nothing_is_acknowledged(tmp_path: Path, name: str, how: str) -> None:
    service = open_small(tmp_path / "a.db")
    teach(service, 5)
    shown = service.recommend(now=0.0)
    path = tmp_path / name
    if how == "delete":
        path.unlink()
    elif how == "cut":
        os.truncate(path, path.stat().st_size // 2)
    else:
        shutil.copy(path, tmp_path / "copy")
        (tmp_path / "copy").replace(path)
    with pytest.raises(JournalError, match="deleted, replaced, cut or changed"):
        service.observe(shown.token, {}, missing=0.0, now=0.0)
    later = service.recommend(now=0.0)
    if later.token:  # SQLite had all calls in the other file, or still open: nothing is lost
        assert service.status()["lists"] == 7
        service.close()
        with open_small(tmp_path / "a.db") as again:
            assert again.observe(shown.token, {}, missing=0.0, now=0.0) in (True, False)
    else:
        assert later.items == service.peek().items
        assert "journal cannot be written" in str(later.note)
        with pytest.raises(JournalError):
            service.observe(shown.token, {}, missing=0.0, now=0.0)
        with pytest.raises(JournalError, match=r"acknowledged|no journal|malformed|not a database"):
            open_small(tmp_path / "a.db").close()


def test_a_flipped_bit_in_the_write_ahead_log_is_noticed(tmp_path: Path) -> None:
    service = open_small(tmp_path / "a.db")
    teach(service, 12)
    state = state_of(service)
    names = ("a.db", "a.db-wal", "a.db-count")
    contents = {name: (tmp_path / name).read_bytes() for name in names}
    coins = random.Random(3)
    size = len(contents["a.db-wal"])
    refused = 0
    for number in range(60):
        folder = tmp_path / str(number)
        folder.mkdir()
        damaged = bytearray(contents["a.db-wal"])
        damaged[coins.randrange(size)] ^= 1 << coins.randrange(8)
        for name in names:
            (folder / name).write_bytes(damaged if name == "a.db-wal" else contents[name])
        found = opened(folder / "a.db")
        assert found in (None, state)
        refused += found is None
    assert refused > 50
    service.close()
    assert not (tmp_path / "a.db-count").exists()


def test_without_waiting_for_a_disk_that_is_full_trusted_lists_are_shown_too(
    tmp_path: Path,
) -> None:
    """The first such list needs numbers from the disk, before the request is read."""
    said = run(
        "import resource, signal\n"
        "s = open_sqlite('sqlite:///a.db', **small_options())\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1, -1))\n"
        "for durable in (True, False):\n"
        "    shown = s.recommend(unavailable=['b-1'], durable=durable, now=0.0)\n"
        "    print(shown.token == '', 'b-1' not in shown.items, shown.note)\n",
        tmp_path,
    )
    assert len(said) == 2
    assert all(line.startswith("True True the journal cannot be written") for line in said)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW more AS SELECT * FROM journal",
        "CREATE TRIGGER t AFTER INSERT ON journal BEGIN DELETE FROM journal; END",
        "CREATE TABLE more (x)",
        "CREATE INDEX more ON journal (command)",
        (
            "DROP TABLE made_of; CREATE VIEW made_of AS WITH RECURSIVE n(i) AS "
            "(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 0 AS id, max(i) AS digest FROM n"
        ),
    ],
)
def test_a_journal_with_other_tables_views_or_triggers_is_refused(
    tmp_path: Path, statement: str
) -> None:
    open_small(tmp_path / "a.db").close()
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.executescript(statement)
    connection.close()
    with pytest.raises(JournalError, match="does not have the tables of a journal, and only these"):
        open_sqlite(f"sqlite:///{tmp_path / 'a.db'}")


def test_the_file_stays_locked_after_this_process_has_read_it(tmp_path: Path) -> None:
    service = open_small(tmp_path / "a.db")
    service.recommend()
    (tmp_path / "a.db").read_bytes()  # by POSIX, SQLite's own lock is gone now
    with pytest.raises(JournalError, match="open in another process, or in this one"):
        open_sqlite(f"sqlite:///{tmp_path / 'a.db'}")
    said = run(
        "try: open_sqlite('sqlite:///a.db')\nexcept JournalError as error: print(error)", tmp_path
    )
    assert "is open in another process" in said[0]
    assert service.recommend().token
    assert (tmp_path / "a.db").stat().st_mode & 0o077 == 0, "it holds the seed of the tokens"
    service.close()


def test_a_backup_is_the_same_service_and_replaces_nothing(tmp_path: Path) -> None:
    with open_small(tmp_path / "a.db") as service:
        teach(service, 8)
        service.backup(tmp_path / "b.db")
        state = state_of(service)
        with pytest.raises(JournalError, match="is there already"):
            service.backup(tmp_path / "b.db")
        with pytest.raises(JournalError, match="cannot be written"):
            service.backup(tmp_path / "nowhere" / "b.db")
        teach(service, 1)
    with open_sqlite(f"sqlite:///{tmp_path / 'b.db'}") as again:
        assert state_of(again) == state
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "b.db"]
    with pytest.raises(ServingError, match="only a service with a journal"):
        small().backup(tmp_path / "c.db")


def test_a_journal_that_was_deleted_after_a_crash_is_not_begun_again(tmp_path: Path) -> None:
    run(
        "s = open_sqlite('sqlite:///a.db', **small_options())\n"
        "teach(s, 3)\nos.kill(os.getpid(), 9) if os.fork() == 0 else os.wait()\n"
        "os._exit(0)\n",
        tmp_path,
    )
    for name in ("a.db", "a.db-wal"):
        (tmp_path / name).unlink()
    with pytest.raises(JournalError, match="at least 6 were acknowledged"):
        open_small(tmp_path / "a.db")
    (tmp_path / "a.db-count").unlink()
    open_small(tmp_path / "a.db").close()
