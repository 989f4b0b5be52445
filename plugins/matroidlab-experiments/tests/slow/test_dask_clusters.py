"""Real Dask clusters: the same bytes as elsewhere, and clear errors within seconds."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.gated import Gated, kill_all_in, processes_in, until

pytest.importorskip("distributed")
pytestmark = pytest.mark.slow

SECONDS = 40
"""Within which a run must end: PATIENCE, loading Dask, and ample time for a busy machine."""


class Cluster:
    """A scheduler and workers as `dask scheduler` and `dask worker` start them."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = environment
        self.processes: list[subprocess.Popen[bytes]] = []
        self.port = 0

    def schedule(self) -> "subprocess.Popen[bytes]":
        """Start a scheduler; one that is started again has the address of the one before."""
        file = self.folder / f"scheduler-{len(self.processes)}.json"
        options = [
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--no-dashboard",
            "--scheduler-file",
            str(file),
        ]
        process = self._started("dask_scheduler", *options)
        # It is there before it is written.
        until(lambda: file.exists() and file.read_text().endswith("\n}"))
        self.address = json.loads(file.read_text())["address"]
        self.port = int(self.address.rpartition(":")[2])
        return process

    def work(self, *options: str) -> "subprocess.Popen[bytes]":
        """Start a worker of one thread."""
        return self._started(
            "dask_worker", self.address, "--nthreads", "1", "--no-dashboard", *options
        )

    def _started(self, module: str, *arguments: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", *arguments],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    def end(self) -> None:
        """Kill all processes, including stopped ones."""
        kill_all_in(self.folder)
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def gated(tmp_path: Path) -> Iterator[Gated]:
    experiment = Gated(tmp_path, blocks=3)
    yield experiment
    kill_all_in(tmp_path)


@pytest.fixture
def cluster(gated: Gated) -> Iterator[Cluster]:
    made = Cluster(gated.folder, gated.environment)
    yield made
    made.end()


def said_by(process: "subprocess.Popen[str]") -> str:
    """The error of a failing run, after any progress output and without a traceback."""
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "Traceback" not in said
    error = re.search(r"^Error: .*", said, re.MULTILINE | re.DOTALL)
    assert error is not None
    return error[0]


def test_a_cluster_writes_the_same_bytes(gated: Gated, cluster: Cluster) -> None:
    cluster.schedule()
    cluster.work()
    gated.open()
    runs = [
        gated.start("serial", out="serial"),
        gated.start(f"dask:{cluster.address}"),
        gated.start("dask", out="made"),
    ]
    for run in runs:
        run.communicate(timeout=60)
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert gated.results("serial") == gated.results() == gated.results("made")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1", "nonsense://there"])
def test_a_scheduler_that_is_not_there_is_a_message(gated: Gated, address: str) -> None:
    said = said_by(gated.start(f"dask:{address}"))
    assert said.startswith(f"Error: there is no Dask scheduler at '{address}': ")
    assert "start one, for example with `dask scheduler`" in said


def test_a_scheduler_without_workers_is_a_message(gated: Gated, cluster: Cluster) -> None:
    cluster.schedule()
    said = said_by(gated.start(f"dask:{cluster.address}"))
    assert (
        f"the Dask scheduler {cluster.address} has had no workers for 10 seconds: start some"
        in said
    )


def test_workers_that_go_away_are_a_message(gated: Gated, cluster: Cluster) -> None:
    cluster.schedule()
    worker = cluster.work("--no-nanny")
    run = gated.start(f"dask:{cluster.address}")
    until(gated.waiting)
    worker.kill()
    assert "has had no workers for 10 seconds" in said_by(run)


def test_a_worker_that_comes_late_is_waited_for(gated: Gated, cluster: Cluster) -> None:
    cluster.schedule()
    gated.open()
    run = gated.start(f"dask:{cluster.address}")
    until((gated.folder / "out" / "gated" / "manifest.json").exists)
    cluster.work()
    run.communicate(timeout=60)
    assert (run.returncode, gated.finished()) == (0, 3)


def test_a_scheduler_that_is_restarted_is_a_message_and_the_rest_can_be_run(
    gated: Gated, cluster: Cluster
) -> None:
    scheduler = cluster.schedule()
    cluster.work()
    gated.open(0)
    run = gated.start(f"dask:{cluster.address}")
    until(lambda: gated.finished() == 1 and len(gated.waiting()) == 2)
    scheduler.kill()
    scheduler.wait()
    cluster.schedule()
    assert (
        f"the Dask scheduler {cluster.address} is gone, or was restarted and forgot its work"
        in said_by(run)
    )
    cluster.work()
    gated.open()
    again = gated.start(f"dask:{cluster.address}")
    _, said = again.communicate(timeout=60)
    assert (again.returncode, "1 of 3 blocks are already done" in said) == (0, True)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_scheduler_that_dies_or_hangs_is_a_message(
    gated: Gated, cluster: Cluster, number: signal.Signals
) -> None:
    scheduler = cluster.schedule()
    cluster.work()
    run = gated.start(f"dask:{cluster.address}")
    until(gated.waiting)
    scheduler.send_signal(number)
    assert "is gone, or was restarted and forgot its work; finished blocks are kept" in said_by(run)


def test_workers_that_keep_dying_are_a_message(gated: Gated, cluster: Cluster) -> None:
    cluster.schedule()
    cluster.work()
    gated.open(verdict="kill")
    said = said_by(gated.start(f"dask:{cluster.address}"))
    assert (
        f"workers of the Dask scheduler {cluster.address} keep dying before a block is done" in said
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_cluster_made_for_a_run_ends_with_it(gated: Gated, number: signal.Signals) -> None:
    run = gated.start("dask")
    until(gated.waiting)
    assert len(processes_in(gated.folder)) > 2
    with run:
        run.send_signal(number)
    assert run.returncode == (128 + number if number == signal.SIGTERM else -number)
    until(lambda: not processes_in(gated.folder), seconds=20)


def test_a_plugin_that_exits_on_a_worker_is_a_message(gated: Gated, cluster: Cluster) -> None:
    cluster.schedule()
    worker = cluster.work("--no-nanny")
    gated.open(verdict="exit")
    assert said_by(gated.start(f"dask:{cluster.address}")).startswith(
        "Error: SystemExit: 0\n  while playing 'gate'"
    )
    assert worker.poll() is None
