"""Journals of every version of the schema are kept as files, and replayed bit for bit."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from matroidlab.errors import JournalError
from matroidlab_serving.sqlite import schema
from matroidlab_serving.sqlite.schema import VERSION
from serving_support.kept_journal import KINDS, digests
from serving_support.served import open_sqlite

FOLDER = Path(__file__).parent / "journals"
KEPT = sorted(FOLDER.glob("*.db"))


def test_there_are_journals_of_every_version_and_kind() -> None:
    names = [f"version_{n}_{kind}" for n in range(1, VERSION + 1) for kind in sorted(KINDS)]
    assert [path.stem for path in KEPT] == names


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_kept_journal_is_replayed_bit_for_bit(tmp_path: Path, kept: Path) -> None:
    shutil.copy(kept, tmp_path / "a.db")
    assert digests(tmp_path / "a.db") == json.loads(kept.with_suffix(".json").read_text())


def test_a_kept_journal_is_upgraded_to_a_later_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is one version yet; this makes another one up."""
    kept = KEPT[0]
    path = tmp_path / "a.db"
    shutil.copy(kept, path)
    before = json.loads(kept.with_suffix(".json").read_text())
    with monkeypatch.context() as later:
        later.setattr(schema, "UPGRADES", {1: ("CREATE TABLE more (id INTEGER PRIMARY KEY)",)})
        later.setattr(schema, "VERSION", 2)
        assert digests(path) == before
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (2,)
            assert connection.execute("SELECT * FROM more").fetchall() == []
        open_sqlite(f"sqlite:///{path}").close()  # it is what it should be by now
    with pytest.raises(JournalError, match="has version 2 of the journal, and this program reads"):
        open_sqlite(f"sqlite:///{path}")
