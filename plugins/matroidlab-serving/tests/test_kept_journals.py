"""Journals of every version of the schema are kept as files, and replayed bit for bit."""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from matroidlab_serving.sqlite.schema import VERSION
from serving_support.served import open_sqlite, state_of

FOLDER = Path(__file__).parent / "journals"
KEPT = sorted(FOLDER.glob("*.db"))


def digests(path: Path) -> dict[str, str]:
    """The state and the log of a journal, as digests."""
    with open_sqlite(f"sqlite:///{path}") as service:
        parts = {name: sha256(part).hexdigest() for name, part in state_of(service).items()}
        log = json.dumps(list(service.log()), sort_keys=True)
        return parts | {"log": sha256(log.encode()).hexdigest()}


def test_there_is_a_journal_of_every_version() -> None:
    assert [path.stem for path in KEPT] == [f"version_{n}" for n in range(1, VERSION + 1)]


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_kept_journal_is_replayed_bit_for_bit(tmp_path: Path, kept: Path) -> None:
    shutil.copy(kept, tmp_path / "a.db")
    assert digests(tmp_path / "a.db") == json.loads(kept.with_suffix(".json").read_text())
