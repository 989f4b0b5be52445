"""Journals after a power cut, and on a disk that fails: nothing acknowledged is ever lost."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from serving_support.damaged import opened
from serving_support.killed import step
from serving_support.power_loss import COMMAND, Disk, recorded
from serving_support.served import open_sqlite, small, state_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not on this machine"),
]
PROGRAM = Path(__file__).parents[1] / "serving_support" / "recorded_calls.py"
STEPS = 60


def traced(command: list[str], log: Path, *arguments: str) -> list[str]:
    """Run the program under strace; the lines that it prints."""
    done = subprocess.run(
        [*command, "-o", str(log), sys.executable, str(PROGRAM), *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_in_no_state_of_the_disk_after_a_power_cut_is_an_acknowledged_call_lost(
    tmp_path: Path,
) -> None:
    traced(list(COMMAND), tmp_path / "log", "steps", str(tmp_path / "a.db"), str(STEPS))
    events = recorded(tmp_path / "log", "a.db")
    twin = small()
    states = [state_of(twin)]
    for number in range(STEPS):
        step(twin, number)
        states.append(state_of(twin))
    coins = random.Random(11)
    disk = Disk()
    tried = 0
    unfinished = 0
    for event in events:
        disk.add(event)
        if not disk.printed:
            continue  # the service is not there yet
        acknowledged = len(disk.printed) - 1
        for _ in range(2):
            folder = tmp_path / "rebuilt"
            folder.mkdir()
            disk.after_power_loss(folder, coins)
            found = opened(folder / "a.db")
            later = min(acknowledged + 1, STEPS)
            assert found in (states[acknowledged], states[later]), f"after {acknowledged} calls"
            unfinished += found != states[acknowledged]
            shutil.rmtree(folder)
            tried += 1
    assert tried >= 400
    assert unfinished > 0, "some calls are on the disk before they are acknowledged"


@pytest.mark.parametrize("first", range(1, 61, 6))
def test_whichever_write_or_sync_fails_what_was_acknowledged_is_there(
    tmp_path: Path, first: int
) -> None:
    calls = "pwrite64,fdatasync,fsync"
    command = ["strace", "-f", "-e", f"trace={calls}", "-e", "signal=none"]
    command += ["-e", f"inject={calls}:error=EIO:when={first}+61"]
    said = traced(command, tmp_path / "log", "calls", str(tmp_path / "a.db"), "80")
    assert (tmp_path / "log").read_text().count("INJECTED") > 2
    acknowledged = [json.loads(line) for line in said]
    lists = {token: items for kind, token, *items in acknowledged if kind == "list"}
    answers = {token for kind, token, *_ in acknowledged if kind == "answer"}
    assert len(lists) > 30
    assert len(lists) == sum(kind == "list" for kind, *_ in acknowledged), "no token comes twice"
    with open_sqlite(f"sqlite:///{tmp_path / 'a.db'}") as service:
        found: dict[str, list[str]] = {}
        outcomes: dict[str, set[object]] = {}
        for row in service.log():
            found.setdefault(str(row["token"]), []).append(str(row["action"]))
            outcomes.setdefault(str(row["token"]), set()).add(row["outcome"])
    assert {token: found.get(token) for token in lists} == lists
    assert all(outcomes[token] == {"missing"} for token in answers)
