"""The benchmarks themselves: subjects are found by being there, and a bar that falls is told to the caller."""

import json
import subprocess
import sys
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "benchmarks"
SUBJECT = """
from time import sleep
from measuring import times_faster, under

def against_a_peer():
    return times_faster("quick", lambda: None, "a nap", lambda: sleep(0.001), least={least}, repeats=2)

def against_the_clock():
    return under("nap", lambda: sleep(0.001), most={most}, repeats=2)

BENCHMARKS = (against_a_peer, against_the_clock)
"""


def run(folder: Path, *subjects: str, least: float, most: float) -> tuple[int, list[dict[str, Any]]]:
    for name in ("__main__.py", "measuring.py"):
        copy(FOLDER / name, folder)
    (folder / "naps.py").write_text(SUBJECT.format(least=least, most=most))
    command = [sys.executable, str(folder), *subjects, "--json", str(folder / "rows.json")]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in finished.stderr
    written = folder / "rows.json"
    return finished.returncode, json.loads(written.read_text())["rows"] if written.exists() else []


def test_bars_that_hold_are_a_success(tmp_path: Path) -> None:
    status, rows = run(tmp_path, least=2, most=5)
    assert status == 0
    assert [row["holds"] for row in rows] == [True, True]
    assert rows[0]["peer"] >= 0.001
    assert rows[0]["value"] == pytest.approx(rows[0]["peer"] / rows[0]["ours"])


@pytest.mark.parametrize(("least", "most", "holds"), [(1e12, 5, [False, True]), (2, 1e-6, [True, False])])
def test_a_bar_that_falls_is_a_failure(tmp_path: Path, least: float, most: float, holds: list[bool]) -> None:
    status, rows = run(tmp_path, least=least, most=most)
    assert status == 1
    assert [row["holds"] for row in rows] == holds


def test_an_unknown_subject_is_refused_before_anything_runs(tmp_path: Path) -> None:
    status, rows = run(tmp_path, "snores", least=2, most=5)
    assert status == 2
    assert rows == []
