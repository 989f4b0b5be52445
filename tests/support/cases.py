"""Cases that might end their process, run in processes of their own, and their outcomes."""

import json
import linecache
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
PATIENCE = 120
"""Seconds, compilation included: a case that takes longer walks in circles, and SIGALRM ends it."""
NUMBAS_WORDS = "index is out of bounds"
"""The message of NUMBA_BOUNDSCHECK=1 for an index out of range; numpy names the index."""


@dataclass(frozen=True)
class Case:
    """Something hostile to try. It raises AssertionError if it is answered, and wrongly."""

    group: str
    attempt: Callable[[], object]
    nonsense_is_all_right: bool = False
    """Of a protocol method asked outside its domain: any answer will do, and any exception."""

    def failure(self, outcome: "Outcome") -> str | None:
        """The fault of the outcome, or None."""
        is_right = outcome.is_safe if self.nonsense_is_all_right else outcome.is_clear
        return None if is_right else str(outcome)


class Cases(dict[str, Case]):
    """Cases by name, each name once."""

    def add(
        self,
        group: str,
        name: str,
        attempt: Callable[[], object],
        *,
        nonsense_is_all_right: bool = False,
    ) -> None:
        """Take in a case."""
        full = f"{group}: {name}"
        assert full not in self, full
        self[full] = Case(group, attempt, nonsense_is_all_right)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a case: a right answer, an exception, or a process killed by a signal."""

    signal: str | None = None
    error: str | None = None
    message: str = ""
    is_deliberate: bool = False
    """Whether a ``raise`` statement raised it, so that the cause was checked and named."""

    @property
    def left_its_arrays(self) -> bool:
        """Whether a kernel did, and was caught."""
        return self.error == "IndexError" and self.message == NUMBAS_WORDS

    @property
    def is_clear(self) -> bool:
        """Whether it was answered, and rightly, or refused in words."""
        refused = self.is_deliberate and self.error not in {"AssertionError", "SystemError"}
        return self.signal is None and (self.error is None or refused)

    @property
    def is_safe(self) -> bool:
        """Whether memory was never left; any answer will do, and any exception."""
        return self.signal is None and not self.left_its_arrays and self.error != "AssertionError"

    def __str__(self) -> str:
        return (
            f"died by {self.signal}"
            if self.signal
            else f"{self.error}: {self.message}"
            if self.error
            else "right"
        )


def outcomes(
    module: str,
    names: Iterable[str],
    *,
    apart: bool = False,
    environment: Mapping[str, str] | None = None,
) -> dict[str, Outcome]:
    """Try cases of a module in processes: one while it survives, or ``apart``, one each."""
    left = list(names)
    found = dict[str, Outcome]()
    while left:
        lines, died_by = _run(module, left, apart=apart, environment=environment or {})
        ended = [line for line in lines if "ended" in line]
        found |= {line["ended"]: Outcome(**line["how"]) for line in ended}
        if died_by is not None:
            begun = next(line["begins"] for line in reversed(lines) if "begins" in line)
            found[begun] = Outcome(signal=died_by)
        assert found, f"{module} did not even start"
        left = [name for name in left if name not in found]
    return found


def names_of(module: str, environment: Mapping[str, str]) -> list[str]:
    """The cases that a module has in such an environment."""
    program = f"import json; from {module} import CASES; print(json.dumps(list(CASES)))"
    known = {**os.environ, "PYTHONPATH": str(TESTS), **environment}
    finished = subprocess.run(
        [sys.executable, "-c", program], env=known, capture_output=True, check=True
    )
    names: list[str] = json.loads(finished.stdout)
    return names


def _run(
    module: str, names: list[str], *, apart: bool, environment: Mapping[str, str]
) -> tuple[list[dict[str, Any]], str | None]:
    known = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(TESTS), **environment}
    with tempfile.TemporaryFile("w+") as report:
        program = [
            sys.executable,
            "-m",
            "support.cases",
            module,
            str(int(apart)),
            str(report.fileno()),
        ]
        finished = subprocess.run(
            program,
            env=known,
            cwd=TESTS.parent,
            input="\n".join(names),
            text=True,
            pass_fds=[report.fileno()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
        report.seek(0)
        lines = [json.loads(line) for line in report]
    assert finished.returncode <= 0, finished.stderr
    return lines, signal.Signals(-finished.returncode).name if finished.returncode < 0 else None


def main(module: str, apart: str, report_to: str) -> None:
    """Try the cases that are named on standard input, one a line, and tell how each ended."""
    cases: Cases = import_module(module).CASES
    with os.fdopen(int(report_to), "w", buffering=1, closefd=False) as report:
        for name in sys.stdin.read().split("\n"):
            print(json.dumps({"begins": name}), file=report, flush=True)
            how = _in_a_process(cases[name]) if int(apart) else _attempted(cases[name])
            print(json.dumps({"ended": name, "how": how}), file=report, flush=True)


def _attempted(case: Case) -> dict[str, Any]:
    signal.alarm(PATIENCE)
    try:
        case.attempt()
    except Exception as error:  # noqa: BLE001 - that is the question
        return {
            "error": type(error).__name__,
            "message": str(error)[:300],
            "is_deliberate": _is_deliberate(error),
        }
    finally:
        signal.alarm(0)
    return {}


def _is_deliberate(error: BaseException) -> bool:
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return False
    line = linecache.getline(traceback.tb_frame.f_code.co_filename, traceback.tb_lineno)
    return line.strip().startswith("raise ")


def _in_a_process(case: Case) -> dict[str, Any]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, json.dumps(_attempted(case)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as report:
        text = report.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return {"signal": signal.Signals(os.WTERMSIG(status)).name}
    how: dict[str, Any] = json.loads(text)
    return how


if __name__ == "__main__":
    main(*sys.argv[1:])
