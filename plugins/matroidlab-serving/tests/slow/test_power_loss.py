"""Journals after a power cut, and on a disk that fails: nothing acknowledged is ever lost."""

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

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
CALLS = 20


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


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where a sync takes no time."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as folder:
        yield Path(folder)


def check_acknowledged(file: Path, said: list[str]) -> None:
    """Assert that all that was acknowledged is in a journal, and that no token came twice."""
    acknowledged = [json.loads(line) for line in said]
    lists = {token: items for kind, token, *items in acknowledged if kind == "list"}
    answers = {token for kind, token, *_ in acknowledged if kind == "answer"}
    assert len(lists) == sum(kind == "list" for kind, *_ in acknowledged), "no token comes twice"
    assert len(lists) >= CALLS // 2
    with open_sqlite(f"sqlite:///{file}") as service:
        found: dict[str, list[str]] = {}
        outcomes: dict[str, set[object]] = {}
        for row in service.log():
            found.setdefault(str(row["token"]), []).append(str(row["action"]))
            outcomes.setdefault(str(row["token"]), set()).add(row["outcome"])
    assert {token: found.get(token) for token in lists} == lists
    assert all(outcomes[token] == {"missing"} for token in answers)


@pytest.mark.parametrize(("kind", "call"), [("writes", "pwrite64"), ("syncs", "fdatasync")])
def test_whichever_write_or_sync_fails_what_was_acknowledged_is_there(
    quick_folder: Path, kind: str, call: str
) -> None:
    """Each is once the first to fail; every 61st after it fails too."""
    log = quick_folder / "log"
    tracing = ["strace", "-f", "--seccomp-bpf", "-e", f"trace={call}", "-e", "signal=none"]
    traced(tracing, log, "calls", str(quick_folder / "whole.db"), str(CALLS))
    number_of_calls = log.read_text().count(f"{call}(")
    injecting = ["-e", f"inject={call}:error=EIO:when={number_of_calls}+61"]
    runs = [kind, str(quick_folder), str(CALLS), str(number_of_calls)]
    traced([*tracing, *injecting], log, *runs)
    assert first_failures(log, call) == [number_of_calls] * number_of_calls
    for number in range(1, number_of_calls + 1):
        said = (quick_folder / f"{number}.said").read_text().splitlines()
        check_acknowledged(quick_folder / f"{number}.db", said)


def first_failures(log: Path, call: str) -> list[int]:
    """For each process, which of its calls was the first to fail."""
    failed: dict[str, list[bool]] = {}
    for line in log.read_text().splitlines():
        if f" {call}(" in line:
            failed.setdefault(line.split()[0], []).append("INJECTED" in line)
    return [calls.index(True) + 1 for calls in failed.values()]
