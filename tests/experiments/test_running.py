"""Running: the same bytes however it is run, nothing done twice, nothing half done."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from matroidlab.errors import ResultsError
from matroidlab.experiments.configuration import as_experiment
from matroidlab.experiments.executors import executor
from matroidlab.experiments.results import read_results
from matroidlab.experiments.running import Listener, run_experiment
from matroidlab.experiments.storage import write_whole

TINY = {
    "name": "tiny",
    "horizon": 60,
    "runs": 5,
    "block": 2,
    "checkpoints": 3,
    "matroid": {"family": "partition", "blocks": [[0, 1], [2, 3]]},
    "rewards": {"model": "bernoulli", "means": [0.9, 0.2, 0.7, 0.1]},
    "baseline": [1, 3],
    "policies": [{"policy": "iucb2"}, {"policy": "thompson"}],
}


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "blocks").glob("*.npz"))}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("serial")
    run_experiment(as_experiment(TINY), folder)
    return folder


def test_results_hold_every_run_of_every_cell(finished: Path) -> None:
    results = read_results(finished)
    assert [cell.cell.label for cell in results.cells] == ["iucb2", "thompson"]
    assert all(cell.runs_of("regret").shape == (5, 3) for cell in results.cells)
    assert results.cells[0].steps.tolist() == [20, 40, 60]
    assert (finished / "summary.csv").read_text().splitlines()[0].startswith("policy,steps,runs,counted_m,regret")


def test_processes_write_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    run_experiment(as_experiment(TINY), tmp_path, run=executor("local:2"))
    assert bytes_of(tmp_path) == bytes_of(finished)


def test_the_same_again_does_nothing_twice(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished, tmp_path / "copy")
    said: list[str] = []
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "copy" / "blocks").iterdir()}
    run_experiment(as_experiment(TINY), tmp_path / "copy", listener=Listener(said.append))
    assert said == ["tiny: 6 of 6 blocks are done already"]
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "copy" / "blocks").iterdir()} == before


@pytest.mark.parametrize("damage", ["cut", "foreign", "flipped", "gone", "empty"])
def test_a_damaged_block_is_found_and_mended(finished: Path, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(finished, folder)
    first, second = sorted((folder / "blocks").glob("*.npz"))[:2]
    whole = first.read_bytes()
    match damage:
        case "cut":
            first.write_bytes(whole[: len(whole) // 2])
        case "foreign":
            shutil.copy(second, first)
        case "flipped":
            first.write_bytes(bytes([*whole[:200], whole[200] ^ 1, *whole[201:]]))
        case "gone":
            first.unlink()
        case "empty":
            first.write_bytes(b"")
    with pytest.raises(ResultsError, match="missing or damaged"):
        read_results(folder)
    run_experiment(as_experiment(TINY), folder)
    assert bytes_of(folder) == bytes_of(finished)


def test_another_policy_in_the_file_changes_no_other_results(finished: Path, tmp_path: Path) -> None:
    table = {**TINY, "policies": [{"policy": "stay"}, {"policy": "iucb2"}]}
    results = run_experiment(as_experiment(table), tmp_path)
    regret = read_results(finished).cells[0].runs_of("regret")
    assert results.cells[1].runs_of("regret").tolist() == regret.tolist()


def test_the_number_of_runs_leaves_earlier_blocks_as_they_are(finished: Path, tmp_path: Path) -> None:
    results = run_experiment(as_experiment({**TINY, "runs": 4}), tmp_path)
    regret = read_results(finished).cells[0].runs_of("regret")
    assert results.cells[0].runs_of("regret").tolist() == regret[:4].tolist()


def test_no_half_file_is_left_when_writing_fails(tmp_path: Path) -> None:
    def fail(_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(ResultsError, match="No space left on device"):
        write_whole(tmp_path / "file", fail)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ResultsError, match="cannot write"):
        run_experiment(as_experiment(TINY), tmp_path / "file")


def test_results_hold_no_pickle(finished: Path) -> None:
    for path in (finished / "blocks").iterdir():
        with np.load(path, allow_pickle=False) as stored:
            assert all(stored[name].dtype.kind in "fiU" for name in stored.files)


def test_results_of_other_versions_can_be_read_but_are_not_gone_on_with(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(finished, tmp_path / "copy")
    regret = read_results(finished).cells[0].runs_of("regret").tolist()
    monkeypatch.setattr("numpy.__version__", "0.0.1")
    assert read_results(tmp_path / "copy").cells[0].runs_of("regret").tolist() == regret
    said: list[str] = []
    run_experiment(as_experiment(TINY), tmp_path / "copy", listener=Listener(said.append))
    assert len(said) == 1
    assert said[0].startswith("tiny: 6 finished blocks are of another configuration or version")
    assert read_results(tmp_path / "copy" / "earlier" / "1").cells[0].runs_of("regret").tolist() == regret


def test_the_manifest_names_configuration_versions_and_checksums(finished: Path) -> None:
    manifest = json.loads((finished / "manifest.json").read_text())
    assert manifest["configuration"]["name"] == "tiny"
    assert {"matroidlab", "numpy", "python"} <= set(manifest["versions"])
    assert len(manifest["blocks"]) == 6


LONG = {**TINY, "name": "long", "horizon": 6000, "runs": 8, "block": 1, "policies": [{"policy": "omm"}]}
START = """
import sys, json
from pathlib import Path
from matroidlab.experiments.configuration import as_experiment
from matroidlab.experiments.executors import executor
from matroidlab.experiments.running import run_experiment
if __name__ == "__main__":
    run_experiment(as_experiment(json.loads(sys.argv[1])), Path(sys.argv[2]), run=executor(sys.argv[3]))
"""


def started(folder: Path, spec: str) -> "subprocess.Popen[bytes]":
    script = folder.parent / "start.py"
    script.write_text(START)
    return subprocess.Popen([sys.executable, str(script), json.dumps(LONG), str(folder), spec])


def until_some_are_done(folder: Path, process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None and len(list((folder / "blocks").glob("*.npz"))) < 2:
        time.sleep(0.02)


def children_of(process: "subprocess.Popen[bytes]") -> list[int]:
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(process.pid)], capture_output=True, text=True, check=True
    )
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]


@pytest.mark.slow
def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    run_experiment(as_experiment(LONG), tmp_path / "whole")
    process = started(tmp_path / "hurt", "local:2")
    until_some_are_done(tmp_path / "hurt", process)
    os.kill(children_of(process)[-1], signal.SIGKILL)
    assert process.wait(timeout=120) == 0
    assert bytes_of(tmp_path / "hurt") == bytes_of(tmp_path / "whole")


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    run_experiment(as_experiment(LONG), tmp_path / "whole")
    process = started(tmp_path / "killed", "serial")
    until_some_are_done(tmp_path / "killed", process)
    process.kill()
    process.wait()
    kept = bytes_of(tmp_path / "killed")
    assert 0 < len(kept) < 8
    said: list[str] = []
    run_experiment(as_experiment(LONG), tmp_path / "killed", listener=Listener(said.append))
    assert said == [f"long: {len(kept)} of 8 blocks are done already"]
    assert bytes_of(tmp_path / "killed") == bytes_of(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_writes_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    run_experiment(as_experiment(TINY), tmp_path, run=executor("dask"))
    assert bytes_of(tmp_path) == bytes_of(finished)


@pytest.mark.slow
def test_control_c_stops_at_once_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    lines = ['name = "long"', "horizon = 200000", "runs = 8", "block = 1", "baseline = [1, 3]"]
    lines += ['matroid = {family = "partition", blocks = [[0, 1], [2, 3]]}']
    lines += ['rewards = {model = "bernoulli", means = [0.9, 0.2, 0.7, 0.1]}', 'policies = [{policy = "omm"}]']
    file.write_text("\n".join(lines))
    command = [sys.executable, "-m", "matroidlab", "run", str(file), "--out", str(tmp_path / "out")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "out" / "long" / "manifest.json").exists():
        time.sleep(0.05)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    interrupted = time.monotonic()
    _, said = process.communicate(timeout=30)
    assert time.monotonic() - interrupted < 2
    assert process.returncode == 130
    assert "to go on:" in said
