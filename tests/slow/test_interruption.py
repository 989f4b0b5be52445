"""An interrupted run ends with a message, how to go on, a status, and no process left behind."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.gated import Gated, kill_all_in, processes_in, until

pytestmark = pytest.mark.slow

STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


@pytest.fixture
def gated(tmp_path: Path) -> Iterator[Gated]:
    experiment = Gated(tmp_path, blocks=3)
    yield experiment
    kill_all_in(tmp_path)


@pytest.mark.parametrize("number", STATUS)
def test_a_signal_ends_a_run_with_a_message_and_the_way_to_go_on(
    gated: Gated, number: signal.Signals
) -> None:
    process = gated.start("local:2")
    gated.open(0)
    until(lambda: gated.finished() == 1 and len(gated.waiting()) == 3)
    assert len(processes_in(gated.folder)) >= 3
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == STATUS[number]
    advice = (
        "Finished blocks are kept in out/gated; "
        "to go on: python -m matroidlab run gated.toml --out out"
    )
    assert f"Interrupted. {advice}" in said.replace("python3 ", "python ")
    assert "Traceback" not in said
    until(lambda: not processes_in(gated.folder))
    gated.open()
    again = gated.start("local:2")
    _, said = again.communicate(timeout=60)
    assert "1 of 3 blocks are already done" in said
    assert again.returncode == 0


def test_what_is_ignored_stays_ignored(gated: Gated) -> None:
    """`nohup` is to mean it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = gated.start("serial")
    finally:
        signal.signal(signal.SIGHUP, before)
    until(gated.waiting)
    process.send_signal(signal.SIGHUP)
    gated.open()
    process.communicate(timeout=60)
    assert process.returncode == 0


@pytest.mark.parametrize("moment", ["starting", "working"])
def test_workers_do_not_outlive_a_parent_that_is_killed(gated: Gated, moment: str) -> None:
    process = gated.start("local:2")
    if moment == "working":
        until(lambda: len(gated.waiting()) == 2)
    else:
        until(lambda: len(processes_in(gated.folder)) >= 3)
    with process:
        process.kill()
    until(lambda: not processes_in(gated.folder), seconds=20)


def test_workers_do_not_outlive_a_parent_that_is_killed_while_they_are_in_a_kernel(
    tmp_path: Path,
) -> None:
    """Where no thread of theirs could notice."""
    lines = [
        'name = "endless"',
        "horizon = 1_000_000_000",
        "runs = 2",
        "block = 1",
        "baseline = [1, 3]",
    ]
    lines += ['matroid = {family = "partition", blocks = [[0, 1], [2, 3]]}']
    lines += [
        'rewards = {model = "bernoulli", means = [0.9, 0.2, 0.7, 0.1]}',
        'policies = [{policy = "iucb2"}]',
    ]
    (tmp_path / "endless.toml").write_text("\n".join(lines))
    command = [sys.executable, "-m", "matroidlab", "run", "endless.toml", "--executor", "local:2"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    try:
        until(lambda: len(busy(tmp_path)) == 2, seconds=120)
        with process:
            process.kill()
        until(lambda: not processes_in(tmp_path), seconds=5)
    finally:
        kill_all_in(tmp_path)


def busy(folder: Path) -> list[int]:
    """The processes that have computed for seconds, more than loading takes."""
    stats = {pid: Path(f"/proc/{pid}/stat").read_text() for pid in processes_in(folder)}
    ticks = {pid: int(stat.rpartition(")")[2].split()[11]) for pid, stat in stats.items()}
    return [pid for pid, used in ticks.items() if used > 6 * os.sysconf("SC_CLK_TCK")]


def test_a_killed_worker_changes_nothing(gated: Gated) -> None:
    process = gated.start("local:2", out="hurt")
    until(lambda: len(gated.waiting()) == 2)
    os.kill(gated.waiting()[0], signal.SIGKILL)
    gated.open()
    process.communicate(timeout=60)
    assert process.returncode == 0
    gated.start("serial", out="whole").communicate(timeout=60)
    assert gated.results("hurt") == gated.results("whole")
    assert len(gated.results("hurt")) == 3


def test_a_killed_run_goes_on_where_it_was(gated: Gated) -> None:
    gated.open(0)
    process = gated.start("serial")
    until(lambda: gated.finished() == 1 and len(gated.waiting()) == 2)
    with process:
        process.kill()
    gated.open()
    _, said = gated.start("serial").communicate(timeout=60)
    assert "gated: 1 of 3 blocks are already done" in said
    gated.start("serial", out="whole").communicate(timeout=60)
    assert gated.results() == gated.results("whole")


def test_workers_that_keep_dying_are_a_message(gated: Gated) -> None:
    gated.open(verdict="kill")
    process = gated.start("local:2")
    _, said = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "Error: worker processes keep dying, 3 times in a row before a block was done" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("executor", ["serial", "local:2"])
def test_a_policy_that_exits_ends_no_run_as_if_all_were_well(gated: Gated, executor: str) -> None:
    gated.open(verdict="exit")
    process = gated.start(executor)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert re.search(
        r"^Error: SystemExit: 0\n  while playing 'gate' in block [0-9a-f]{32}\.npz$",
        said,
        re.MULTILINE,
    )
