"""Services that are killed at any moment, and files that come back damaged."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from serving_support.damaged import DAMAGES, journal_with_rows, loaded, opened
from serving_support.served import open_sqlite, small, small_options, state_of, teach
from serving_support.served_machine import Model

pytestmark = pytest.mark.slow

KILLED = Path(__file__).parents[1] / "serving_support" / "killed.py"


@pytest.mark.parametrize("options", [{}, {"window": 5.0}], ids=["at once", "window"])
def test_after_a_hundred_kills_nothing_acknowledged_is_lost_and_no_token_is_given_twice(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    told = json.dumps({"folder": str(tmp_path), "kills": 100, "options": options})
    done = subprocess.run(
        [sys.executable, str(KILLED), told], capture_output=True, text=True, check=False
    )
    assert not done.stderr, done.stderr
    said = json.loads(done.stdout)
    assert said["steps"] > 400
    assert said["lists"] > 100


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_journal_is_refused_or_holds_what_it_held(tmp_path: Path, damage: str) -> None:
    state = journal_with_rows(tmp_path / "a.db")
    coins = random.Random(8)
    content = (tmp_path / "a.db").read_bytes()
    for _ in range(400):
        for old in tmp_path.glob("x.db*"):
            old.unlink()
        (tmp_path / "x.db").write_bytes(DAMAGES[damage](content, coins))
        assert opened(tmp_path / "x.db") in (None, state)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_or_holds_what_it_held(tmp_path: Path, damage: str) -> None:
    service = small()
    coins = random.Random(8)
    teach(service, 50)
    service.save(tmp_path / "a")
    content = (tmp_path / "a").read_bytes()
    state = state_of(service)
    for _ in range(1500):
        (tmp_path / "x").write_bytes(DAMAGES[damage](content, coins))
        assert loaded(tmp_path / "x") in (None, state)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_write_ahead_log_is_refused_or_holds_what_was_true_before(
    tmp_path: Path, damage: str
) -> None:
    """SQLite cannot tell a frame that was damaged from one that was never finished, and forgets it
    and those after.
    """
    service = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **small_options())
    coins = random.Random(8)
    states = [state_of(service)]
    for _ in range(25):
        service.observe(service.recommend(now=0.0).token, {}, 0.5, now=0.0)
        states.append(state_of(service))
    twin = small()
    for _ in range(25):
        shown = twin.recommend(now=0.0)
        states.append(state_of(twin))
        twin.observe(shown.token, {}, 0.5, now=0.0)
    content = (tmp_path / "a.db-wal").read_bytes()
    for i in range(200):
        copy = tmp_path / f"{i}.db"
        shutil.copy(tmp_path / "a.db", copy)
        copy.with_name(f"{i}.db-wal").write_bytes(DAMAGES[damage](content, coins))
        assert opened(copy) in (None, *states)


def test_whatever_happens_in_any_order_for_longer() -> None:
    more = settings(
        max_examples=12, stateful_step_count=40, deadline=None, suppress_health_check=[*HealthCheck]
    )
    run_state_machine_as_test(Model, settings=more)
