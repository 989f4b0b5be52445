"""Experiments in real processes whose blocks wait until a test opens the gate."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from support.distributions import environment_with, write_distribution

GATE = '''
import os, signal, sys, time
from pathlib import Path
from matroidlab import PolicyFamily, hookimpl
from matroidlab.bandits import Stay

class Gate(Stay):
    """Shows the baseline, once its gate is open; says who waits there."""

    def __init__(self, problem, lanes, folder, number):
        super().__init__(problem.matroid, problem.baseline, lanes=lanes)
        self.folder, self.number = Path(folder), number

    def plan(self):
        (self.folder / f"{self.number}-waits-{os.getpid()}").touch()
        while not (self.folder / f"{self.number}-opens").exists():
            time.sleep(0.01)
        verdict = (self.folder / f"{self.number}-opens").read_text()
        if verdict == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if verdict == "exit":
            sys.exit(0)
        return super().plan()

def gate(problem, *, lanes: int, folder: str, number: int):
    return Gate(problem, lanes, folder, number)

@hookimpl
def matroidlab_policies():
    return [PolicyFamily("gate", gate)]
'''


def until(true: Callable[[], object], *, seconds: float = 60) -> None:
    """Wait for a state, and fail if it does not come in a time that is ample."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "the state that was waited for did not come"
        time.sleep(0.02)


def processes_in(folder: Path) -> list[int]:
    """The processes that run in a folder; process numbers alone could be reused."""
    return [
        int(place.parent.name)
        for place in Path("/proc").glob("[0-9]*/cwd")
        if _leads_to(place, folder)
    ]


def _leads_to(place: Path, folder: Path) -> bool:
    try:
        return place.readlink() == folder.resolve()
    except OSError:  # it has ended, or belongs to another user
        return False


def kill_all_in(folder: Path) -> None:
    """Leave nothing behind, if a test has failed."""
    for pid in processes_in(folder):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class Gated:
    """An experiment of some blocks with a gate each, in a folder of its own."""

    def __init__(self, folder: Path, *, blocks: int) -> None:
        self.folder = folder
        self.gates = folder / "gates"
        self.blocks = blocks
        self.gates.mkdir(parents=True)
        write_distribution(folder, "gate", GATE)
        self.environment = environment_with(folder)
        policies = [
            {"policy": "gate", "folder": str(self.gates), "number": i, "label": str(i)}
            for i in range(blocks)
        ]
        lines = ['name = "gated"', "horizon = 100", "runs = 1", "baseline = [1, 3]"]
        lines += ['matroid = {family = "partition", blocks = [[0, 1], [2, 3]]}']
        lines += ['rewards = {model = "bernoulli", means = [0.9, 0.2, 0.7, 0.1]}']
        lines += [f"[[policies]]\n{_as_toml(policy)}" for policy in policies]
        (folder / "gated.toml").write_text("\n".join(lines))

    def start(self, executor: str, *, out: str = "out") -> "subprocess.Popen[str]":
        """Run it as a user would."""
        command = [
            sys.executable,
            "-m",
            "matroidlab",
            "run",
            "gated.toml",
            "--out",
            out,
            "--executor",
            executor,
        ]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env={**self.environment, "COLUMNS": "200"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def open(self, *numbers: int, verdict: str = "") -> None:
        """Open gates, for good."""
        for number in numbers or range(self.blocks):
            unfinished = self.gates / f"{number}.unfinished"
            unfinished.write_text(verdict)
            unfinished.rename(self.gates / f"{number}-opens")

    def waiting(self) -> list[int]:
        """The processes that wait, or have waited, at a gate."""
        return [int(path.name.rpartition("-")[2]) for path in self.gates.glob("*-waits-*")]

    def finished(self) -> int:
        """How many blocks are on disk."""
        return len(self.results())

    def results(self, out: str = "out") -> dict[str, bytes]:
        """The blocks that are on disk."""
        return {
            path.name: path.read_bytes()
            for path in (self.folder / out / "gated" / "blocks").glob("*.npz")
        }


def _as_toml(table: dict[str, object]) -> str:
    return "\n".join(f"{key} = {json.dumps(value)}" for key, value in table.items())
