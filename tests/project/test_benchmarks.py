"""The benchmarks themselves: subjects are found by name, and a bar that falls is reported."""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"
SUBJECT = """
from measuring import times_faster, under

def against_a_peer():
    peer = lambda: sum(range(100_000))
    return times_faster("quick", lambda: None, "a sum", peer, least={least}, repeats=2)

def against_the_clock():
    return under("sum", lambda: sum(range(100_000)), most={most}, repeats=2)

BENCHMARKS = (against_a_peer, against_the_clock)
"""


Rows = list[dict[str, Any]]


def run(
    folder: Path, *subjects: str, least: float, most: float, way: str = "numpy"
) -> tuple[int, Rows]:
    for name in ("__main__.py", "measuring.py"):
        copy(FOLDER / name, folder)
    (folder / "sums.py").write_text(SUBJECT.format(least=least, most=most))
    command = [sys.executable, str(folder), *subjects, "--json", str(folder / "rows.json")]
    environment = {
        name: value for name, value in os.environ.items() if name != "MATROIDLAB_KERNELS"
    }
    environment |= {"MATROIDLAB_KERNELS": way} if way else {}
    finished = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "Traceback" not in finished.stderr
    written = folder / "rows.json"
    return finished.returncode, json.loads(written.read_text())["rows"] if written.exists() else []


def test_bars_that_hold_are_a_success(tmp_path: Path) -> None:
    status, rows = run(tmp_path, least=2, most=5)
    assert status == 0
    assert [row["holds"] for row in rows] == [True, True]
    assert rows[0]["peer"] >= 1e-4
    assert rows[0]["value"] == pytest.approx(rows[0]["peer"] / rows[0]["ours"])


@pytest.mark.parametrize(
    ("least", "most", "holds"), [(1e12, 5, [False, True]), (2, 1e-6, [True, False])]
)
def test_a_bar_that_falls_is_a_failure(
    tmp_path: Path, least: float, most: float, holds: list[bool]
) -> None:
    status, rows = run(tmp_path, least=least, most=most)
    assert status == 1
    assert [row["holds"] for row in rows] == holds


def test_both_ways_are_measured_unless_one_is_named(tmp_path: Path) -> None:
    status, rows = run(tmp_path, least=2, most=5, way="")
    assert status == 0
    assert [(row["kernels"], row["what"]) for row in rows] == [
        (way, what) for way in ("numba", "numpy") for what in ("quick", "sum")
    ]


def test_an_unknown_subject_is_refused_before_anything_runs(tmp_path: Path) -> None:
    status, rows = run(tmp_path, "snores", least=2, most=5)
    assert status == 2
    assert rows == []


def test_subjects_of_another_folder_are_found(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(SUBJECT.format(least=2, most=5))
    written = tmp_path / "rows.json"
    command = [
        sys.executable,
        str(FOLDER),
        "sums",
        "--folder",
        str(tmp_path),
        "--json",
        str(written),
    ]
    subprocess.run(
        command, env=os.environ | {"MATROIDLAB_KERNELS": "numpy"}, capture_output=True, check=True
    )
    assert [row["what"] for row in json.loads(written.read_text())["rows"]] == ["quick", "sum"]


@pytest.mark.parametrize(
    ("plugin", "subjects"),
    [
        ("atlas", "census, recognition, sage, structure"),
        ("serving", "group_commit, planners, postgres, serving, shops"),
    ],
)
def test_a_plugin_s_benchmarks_are_run_from_its_folder(plugin: str, subjects: str) -> None:
    folder = FOLDER.parents[1] / "plugins" / f"matroidlab-{plugin}" / "tests" / "benchmarks"
    done = subprocess.run(
        [sys.executable, str(folder), "snores"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"there is no subject 'snores'; known: {subjects}" in done.stderr
