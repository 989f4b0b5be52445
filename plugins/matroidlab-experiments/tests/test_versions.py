"""Workers of another version are found before they play, on both sides."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import matroidlab
from matroidlab.errors import VersionError
from matroidlab_experiments.configuration.experiment import as_experiment, cells
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.running.lane_blocks import LaneBlock, blocks_of, run_block
from support.distributions import environment_with_another_version, write_distribution

TINY: dict[str, Any] = {
    "name": "tiny",
    "horizon": 20,
    "runs": 2,
    "problem": {"name": "scaling", "rank": 2},
    "policies": [{"policy": "iucb1"}],
}


@pytest.fixture(scope="module")
def another(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with a copy of the library of another version."""
    return environment_with_another_version(tmp_path_factory.mktemp("another"), "0.0.9")


def block_of(table: dict[str, Any]) -> LaneBlock:
    experiment = as_experiment(table)
    builder = ExperimentBuilder.with_plugins()
    found = cells(experiment)
    return blocks_of(experiment, found, [builder.versions(cell.table) for cell in found])[0]


RUN = """
import pickle, sys
from matroidlab_experiments.running.lane_blocks import run_block
with open(sys.argv[1], "rb") as file:
    block = pickle.load(file)
run_block(block)
"""


def run_elsewhere(
    block: LaneBlock, folder: Path, environment: dict[str, str]
) -> "subprocess.CompletedProcess[str]":
    (folder / "block").write_bytes(pickle.dumps(block))
    command = [sys.executable, "-c", RUN, str(folder / "block")]
    return subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, check=False
    )


def test_a_process_with_another_version_refuses_a_block(
    another: dict[str, str], tmp_path: Path
) -> None:
    refused = run_elsewhere(block_of(TINY), tmp_path, another)
    assert refused.returncode == 1
    assert "VersionError: process" in refused.stderr
    assert f"has matroidlab 0.0.9 instead of {matroidlab.__version__}" in refused.stderr


PLUGIN = """
from matroidlab import Problem, ProblemFamily, UniformMatroid, hookimpl
from matroidlab.rewards import Bernoulli

def build():
    return Problem(UniformMatroid(4, 2), Bernoulli([0.9, 0.8, 0.2, 0.1]), [2, 3])

@hookimpl
def matroidlab_problems():
    return [ProblemFamily("of-a-plugin", build)]
"""


def test_plugins_that_take_part_are_compared_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "installed").mkdir()
    write_distribution(tmp_path / "installed", "some-plugin", PLUGIN)
    monkeypatch.syspath_prepend(tmp_path / "installed")
    with_it = block_of({**TINY, "problem": {"name": "of-a-plugin"}})
    assert with_it.versions["some-plugin"] == "1.0"
    assert set(block_of(TINY).versions) == {
        "matroidlab",
        "matroidlab-experiments",
        "numpy",
        "python",
    }
    refused = run_elsewhere(with_it, tmp_path, dict(os.environ))
    assert "some-plugin missing instead of 1.0" in refused.stderr


def test_a_family_within_another_takes_part() -> None:
    matroid = {
        "family": "dual",
        "parent": {"family": "laminar", "sets": [[0, 1], [0, 1, 2, 3]], "capacities": [1, 2]},
    }
    table = {"matroid": matroid, "policy": {"policy": "omm"}}
    assert "matroidlab-laminar" in ExperimentBuilder.with_plugins().versions(table)


def test_a_module_that_is_not_installed_is_known_by_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loose_module.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    table = {"problem": {"name": "of-a-plugin"}, "policy": {"policy": "omm"}}
    first = ExperimentBuilder.with_plugins(("loose_module",)).versions(table)["module loose_module"]
    (tmp_path / "loose_module.py").write_text(PLUGIN + "\n# Another source.\n")
    assert (
        ExperimentBuilder.with_plugins(("loose_module",)).versions(table)["module loose_module"]
        != first
    )


def test_versions_that_differ_are_all_named() -> None:
    block = block_of(TINY)
    other = LaneBlock(
        **{**vars(block), "versions": {**block.versions, "numpy": "0.1", "python": "2.7"}}
    )
    with pytest.raises(
        VersionError, match=r"has numpy .* instead of 0\.1, python .* instead of 2\.7: install the"
    ):
        run_block(other)
