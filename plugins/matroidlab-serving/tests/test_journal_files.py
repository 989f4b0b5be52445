"""Files that are journals, were, or never will be: nothing that is not what was written is
believed.
"""

import random
import sqlite3
from pathlib import Path

import pytest

from matroidlab.errors import JournalError, ServingError, StateError
from matroidlab_serving import Service
from matroidlab_serving.sqlite.schema import VERSION, seal
from serving_support.damaged import DAMAGES, journal_with_rows, opened
from serving_support.served import open_sqlite, small_options

Made = tuple[bytes, dict[str, bytes]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A journal with a snapshot and rows after it: the file, and what it holds."""
    path = tmp_path_factory.mktemp("made") / "a.db"
    state = journal_with_rows(path)
    return path.read_bytes(), state


def open_small(path: Path, **options: object) -> Service:
    return open_sqlite(f"sqlite:///{path}", **small_options(**options))


def altered(path: Path, *statements: str) -> Path:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return path


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (f"PRAGMA user_version = {VERSION + 1}", "reads versions up to"),
        ("PRAGMA user_version = -1", "reads versions up to"),
        ("PRAGMA application_id = 5", "not the journal of a service"),
        (
            "UPDATE journal SET content = replace(content, '0', '1') WHERE command = 'recommend'",
            "is not what was written",
        ),
        (
            "UPDATE journal SET content = zeroblob(length(content)) WHERE command = 'observe'",
            "is not what was written",
        ),
        (
            "UPDATE journal SET command = 'expire' WHERE command = 'observe'",
            "row .* is not what was written",
        ),
        ("UPDATE journal SET command = 5", "row .* is not what was written"),
        ("UPDATE journal SET seal = NULL", "row .* is not what was written"),
        ("DELETE FROM journal WHERE number = 30", "row 30 is missing"),
        ("DROP TABLE journal", "does not have the tables"),
        ("DELETE FROM snapshot WHERE part = 'segment/0'", "not complete"),
        ("DELETE FROM snapshot WHERE part = 'service'", "not complete"),
        ("UPDATE snapshot SET part = 'segment/1' WHERE part = 'segment/0'", "damaged"),
        ("UPDATE snapshot SET content = zeroblob(10)", "damaged"),
        ("UPDATE snapshot SET content = 'text'", "damaged"),
        ("UPDATE snapshot_at SET number = number - 2", "damaged"),
        ("UPDATE snapshot_at SET number = 'x'", "damaged"),
        ("DROP TABLE made_of", "does not have the tables"),
    ],
)  # fmt: skip
def test_what_was_altered_is_refused(tmp_path: Path, made: Made, statement: str, why: str) -> None:
    (tmp_path / "a.db").write_bytes(made[0])
    altered(tmp_path / "a.db", statement)
    with pytest.raises((JournalError, StateError), match=why):
        open_sqlite(f"sqlite:///{tmp_path / 'a.db'}")


NONSENSE = (
    "[" * 5000, "{}", "[]", "null", "[[[99, [1.0], null]], 0.0]", "[[[0, [1.0], null]], 0.0]",
    '[[], "x"]', "[1e999]",
    "[[[25, [1.0, 1.0, 1.0, 1.0, 1.0], null]], 0]", "[[[25, [null, {}, []], null]], 0]",
    b"", b"\n", b"[]\n", b"[[25],[9000000000],[0],0]\n", b"[[25],[1],[null],0]\n1234567",
    b"[[25],[-1,1],[null],0]\n",
    b"\xff", 5, 0.5,
)  # fmt: skip


@pytest.mark.parametrize(
    "command", ["recommend", "observe", "expire", "learn_from", "add", "retire", "advance"]
)
def test_a_row_that_nobody_wrote_is_refused_even_if_it_is_sealed(
    tmp_path: Path, made: Made, command: str
) -> None:
    content, state = made
    for i, told in enumerate(NONSENSE):
        (tmp_path / f"{i}.db").write_bytes(content)
        connection = sqlite3.connect(tmp_path / f"{i}.db")
        row = (
            connection.execute("SELECT max(number) + 1 FROM journal").fetchone()[0],
            command,
            told,
        )
        connection.execute("INSERT INTO journal VALUES (?, ?, ?, 0.0, ?)", (*row, seal(*row, 0.0)))
        connection.commit()
        connection.close()
        assert opened(tmp_path / f"{i}.db") in (None, state), "some of it does nothing"


def test_a_file_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    altered(
        tmp_path / "a.db", "CREATE TABLE people (name TEXT)", "INSERT INTO people VALUES ('Ann')"
    )
    before = (tmp_path / "a.db").read_bytes()
    for options in ({}, small_options()):
        with pytest.raises(JournalError, match="an SQLite file, but not the journal of a service"):
            open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **options)
    assert (tmp_path / "a.db").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


def test_what_is_no_file_or_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("something else entirely, and long enough to be read" * 30)
    (tmp_path / "empty.db").touch()
    (tmp_path / "nowhere.db").symlink_to(tmp_path / "gone" / "a.db")
    for name in ("text.db", "empty.db", "nowhere.db", "none.db", "."):
        with pytest.raises(
            JournalError, match=r"journal|no such|No such|unable|not a database|not a file"
        ):
            open_sqlite(f"sqlite:///{tmp_path / name}")
    for name in ("text.db", "nowhere.db", "."):
        with pytest.raises(JournalError):
            open_small(tmp_path / name)
    for address in ("lists.db", "sqlite:///", "sqlite:///a%00b", 5, None):
        with pytest.raises(ServingError, match="an address must be like"):
            open_sqlite(address, **small_options())  # type: ignore[arg-type]


def test_a_symbolic_link_leads_to_the_journal(tmp_path: Path) -> None:
    open_small(tmp_path / "a.db").close()
    (tmp_path / "link.db").symlink_to(tmp_path / "a.db")
    service = open_sqlite(f"sqlite:///{tmp_path / 'link.db'}")
    with pytest.raises(JournalError, match="open in another process"):
        open_sqlite(f"sqlite:///{tmp_path / 'a.db'}")
    service.close()


def test_a_name_that_sqlite_takes_for_memory_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open_sqlite("sqlite:///:memory:", **small_options()) as service:
        service.recommend()
    assert open_sqlite("sqlite:///:memory:").status()["lists"] == 1


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_journal_is_refused_or_holds_what_it_held(
    tmp_path: Path, made: Made, damage: str
) -> None:
    (content, state) = made
    coins = random.Random(7)
    refused = 0
    for i in range(30):
        (tmp_path / f"{i}.db").write_bytes(DAMAGES[damage](content, coins))
        found = opened(tmp_path / f"{i}.db")
        assert found in (None, state)
        refused += found is None
    assert refused > 2
