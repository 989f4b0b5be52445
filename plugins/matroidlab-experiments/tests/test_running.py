"""Running: the same bytes however it is run, nothing done twice, nothing half done."""

import csv
import json
import shutil
import signal
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ResultsError
from matroidlab.files import write_whole
from matroidlab.work import Listener, executor, serial
from matroidlab.work.resumable import Kind
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.result_files.results import read_results
from matroidlab_experiments.running.lane_blocks import LaneBlock
from matroidlab_experiments.running.running import Task, run_experiment, run_experiments
from support.gated import Gated, until

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
    assert (
        (finished / "summary.csv")
        .read_text()
        .splitlines()[0]
        .startswith("policy,steps,runs,counted_m,regret")
    )


def test_a_label_is_not_a_formula_in_the_summary(tmp_path: Path) -> None:
    labels = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "a=1", "omm"]
    table = {
        **TINY,
        "runs": 1,
        "policies": [{"policy": "stay", "label": label} for label in labels],
    }
    run_experiment(as_experiment(table), tmp_path)
    with (tmp_path / "summary.csv").open(newline="") as file:
        found = [row["policy"] for row in csv.DictReader(file)]
    assert found == ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", "a=1", "omm"]


def test_processes_write_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    run_experiment(as_experiment(TINY), tmp_path, run=executor("local:2"))
    assert bytes_of(tmp_path) == bytes_of(finished)


def test_the_same_again_does_nothing_twice(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished, tmp_path / "copy")
    said: list[str] = []
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "copy" / "blocks").iterdir()}
    run_experiment(as_experiment(TINY), tmp_path / "copy", listener=Listener(said.append))
    assert said == ["tiny: 6 of 6 blocks are already done"]
    assert {
        path: path.stat().st_mtime_ns for path in (tmp_path / "copy" / "blocks").iterdir()
    } == before


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


def test_another_policy_in_the_file_changes_no_other_results(
    finished: Path, tmp_path: Path
) -> None:
    table = {**TINY, "policies": [{"policy": "stay"}, {"policy": "iucb2"}]}
    results = run_experiment(as_experiment(table), tmp_path)
    regret = read_results(finished).cells[0].runs_of("regret")
    assert results.cells[1].runs_of("regret").tolist() == regret.tolist()


def test_the_number_of_runs_leaves_earlier_blocks_as_they_are(
    finished: Path, tmp_path: Path
) -> None:
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
            assert all(stored[name].dtype.kind in "fiu" for name in stored.files)


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
    assert said[0].startswith("tiny: 6 finished blocks belong to another configuration or version")
    assert (
        read_results(tmp_path / "copy" / "earlier" / "1").cells[0].runs_of("regret").tolist()
        == regret
    )


def test_the_manifest_names_configuration_versions_and_checksums(finished: Path) -> None:
    manifest = json.loads((finished / "manifest.json").read_text())
    assert manifest["configuration"]["name"] == "tiny"
    assert {"matroidlab", "numpy", "python"} <= set(manifest["versions"])
    assert len(manifest["blocks"]) == 6


def test_a_signal_ends_a_run_with_a_message_and_the_way_to_go_on(tmp_path: Path) -> None:
    """So does each of the others, in processes too: `slow/test_interruption.py`."""
    gated = Gated(tmp_path, blocks=2)
    gated.open(0)
    process = gated.start("serial")
    until(lambda: gated.finished() == 1 and len(gated.waiting()) == 2)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGTERM
    assert "Interrupted. Finished blocks are kept in out/gated; to go on: " in said


def test_several_experiments_at_once_write_the_bytes_that_each_writes_alone(
    finished: Path, tmp_path: Path
) -> None:
    """A block that two of them need is run once; neighbours in the order play different games."""
    other = {**TINY, "name": "other", "policies": [{"policy": "stay"}, {"policy": "iucb2"}]}
    tasks = [Task(as_experiment(table), tmp_path / str(table["name"])) for table in (TINY, other)]
    played: list[str] = []

    def watched(blocks: Sequence[Kind], /) -> Generator[tuple[Kind, Any], None, None]:
        played.extend(
            block.table["policy"]["policy"] for block in blocks if isinstance(block, LaneBlock)
        )
        return serial(blocks)

    progress: list[tuple[int, int]] = []
    listener = Listener(progress=lambda done, total: progress.append((done, total)))
    first, second = run_experiments(
        tasks, builder=ExperimentBuilder.with_plugins(), run=watched, listener=listener
    )
    assert bytes_of(tmp_path / "tiny") == bytes_of(finished)
    assert [cell.cell.label for cell in second.cells] == ["stay", "iucb2"]
    assert second.cells[1].runs_of("regret").tolist() == first.cells[0].runs_of("regret").tolist()
    assert played == ["iucb2", "stay", "thompson"] * 3
    assert (progress[0], progress[-1]) == ((0, 12), (12, 12))
