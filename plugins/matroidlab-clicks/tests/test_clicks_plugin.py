"""The distribution as its users meet it: installed, found by its entry point, its README and its
page true."""

import doctest
import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from matroidlab.registry import reward_models
from matroidlab_clicks import Cascade, PositionBased
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.running.running import run_experiment

PLUGIN = Path(__file__).parents[1]
EXPERIMENT: dict[str, Any] = {
    "name": "clicks",
    "horizon": 100,
    "runs": 2,
    "baseline": [2, 3],
    "matroid": {"family": "uniform", "size": 4, "rank": 2},
    "rewards": {
        "model": "position-based",
        "attractions": [0.6, 0.5, 0.4, 0.3],
        "examinations": [1.0, 0.5],
    },
    "policies": [{"policy": "iucb2"}, {"policy": "omm"}],
}


def test_the_entry_point_names_the_module() -> None:
    (point,) = entry_points(group="matroidlab", name="clicks")
    assert point.dist is not None
    assert (point.value, point.dist.name) == ("matroidlab_clicks", "matroidlab-clicks")


@pytest.mark.parametrize(
    ("name", "kind"), [("position-based", PositionBased), ("cascade", Cascade)]
)
def test_the_models_are_found_by_name_and_their_examples_are_plain_data(
    name: str, kind: type[object]
) -> None:
    family = reward_models()[name]
    for example in family.examples:
        built = family.build(**example)
        assert isinstance(built, kind)
        assert family.parameters(built) == example == json.loads(json.dumps(example))
        assert set(family.required) == set(family.types) == set(example)


def test_an_experiment_file_may_name_them(tmp_path: Path) -> None:
    results = run_experiment(as_experiment(EXPERIMENT), tmp_path)
    assert [cell.mean("regret")[-1] > 0 for cell in results.cells] == [True, True]


def test_a_wrong_key_is_listed_before_anything_runs() -> None:
    table = EXPERIMENT | {
        "rewards": {"model": "cascade", "attractions": ["much"], "examinations": [1.0]}
    }
    with pytest.raises(
        ValueError, match=r"rewards.examinations: not a parameter of 'cascade'.*\n.*attractions"
    ):
        ExperimentBuilder.with_plugins().check(as_experiment(table))


def test_the_readme_is_true() -> None:
    assert doctest.testfile(str(PLUGIN / "README.md"), module_relative=False).failed == 0


@pytest.mark.slow
def test_the_numbers_of_the_page_are_those_of_the_program() -> None:
    program = PLUGIN / "measurements" / "bias.py"
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=True
    )
    page = (
        (PLUGIN.parents[1] / "docs" / "theory" / "clicks.md")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    printed = done.stdout.splitlines()
    assert len(printed) == 14
    assert [row for row in printed if row not in page] == []
