"""The same bytes after a kill, on one process and two, and on a Dask cluster; real processes."""

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

FILE = """
name = "killed"
horizon = 500
first_runs = 4
most_runs = 16
margin = 0.001

[[problems]]
label = "two of six"
matroid = {family = "uniform", size = 6, rank = 2}
rewards = {model = "bernoulli", means = [0.9, 0.8, 0.5, 0.4, 0.2, 0.1]}
baseline = [2, 3]

[[policies]]
policy = "cts-gaussian"
label = "CTS, Gaussian"

# Nearly the same, so that the comparison needs all runs.
[[policies]]
policy = "cts-gaussian"
label = "CTS, Gaussian, a bit wider"
scale = 1.01
"""

pytestmark = pytest.mark.slow


def started(folder: Path, out: str, executor: str) -> "subprocess.Popen[bytes]":
    call = ["bench", "field.toml", "--out", out, "--executor", executor]
    return subprocess.Popen(
        [sys.executable, "-m", "matroidlab", *call],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def finish(folder: Path, out: str, executor: str) -> dict[str, bytes]:
    """Run to the end; all files of the results but those that a kill left half written."""
    process = started(folder, out, executor)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors.decode()
    paths = sorted((folder / out).rglob("*"))
    files = [one for one in paths if one.is_file() and not one.name.startswith(".unfinished-")]
    return {str(path.relative_to(folder / out)): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("killed")
    (place / "field.toml").write_text(FILE)
    return place


@pytest.fixture(scope="module")
def undisturbed(folder: Path) -> dict[str, bytes]:
    return finish(folder, "serial", "serial")


def test_two_processes_give_the_same_bytes(folder: Path, undisturbed: dict[str, bytes]) -> None:
    assert finish(folder, "two", "local:2") == undisturbed


@pytest.mark.skipif(find_spec("distributed") is None, reason="dask.distributed is not installed")
def test_dask_gives_the_same_bytes(folder: Path, undisturbed: dict[str, bytes]) -> None:
    assert finish(folder, "cluster", "dask") == undisturbed


# The first look has 2 blocks, the second 4 and the last 8: a kill in the first and in the last.
@pytest.mark.parametrize("blocks", [1, 5])
def test_a_kill_loses_nothing_that_was_finished(
    folder: Path, undisturbed: dict[str, bytes], blocks: int
) -> None:
    out = f"killed-{blocks}"
    process = started(folder, out, "local:2")
    deadline = time.monotonic() + 60
    while len(list((folder / out).rglob("*.npz"))) < blocks:
        assert time.monotonic() < deadline
        assert process.poll() is None, "it ended before it was killed"
        time.sleep(0.005)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    kept = {path: path.stat().st_mtime_ns for path in (folder / out).rglob("*.npz")}
    whole = [name for name in undisturbed if name.endswith(".npz")]
    assert blocks <= len(kept) < len(whole)
    assert finish(folder, out, "local:2") == undisturbed
    # Finished blocks were found, and not run again.
    assert all(path.stat().st_mtime_ns == then for path, then in kept.items())
