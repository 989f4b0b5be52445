"""The three functions at the top of the package, and what importing it costs."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import matroidlab_experiments
from matroidlab.errors import ConfigurationError, ResultsError

TABLE: dict[str, Any] = {
    "name": "tiny",
    "horizon": 20,
    "runs": 2,
    "checkpoints": 4,
    "problem": {"name": "scaling", "rank": 2},
    "policies": [{"policy": "iucb1"}, {"policy": "omm"}],
}


def test_a_mapping_is_run_and_its_results_are_found_again(tmp_path: Path) -> None:
    table = matroidlab_experiments.run(TABLE, tmp_path)
    again = matroidlab_experiments.results(tmp_path / "tiny")
    assert {name: column.tolist() for name, column in table.columns.items()} == {
        name: column.tolist() for name, column in again.columns.items()
    }
    assert repr(table).startswith(
        "ResultTable(16 rows: experiment, policy, run, steps, regret, reward"
    )
    page = matroidlab_experiments.report(tmp_path / "tiny", tmp_path / "page")
    assert page == tmp_path / "page" / "report.html"


def test_fresh_puts_earlier_results_aside(tmp_path: Path) -> None:
    matroidlab_experiments.run(TABLE, tmp_path)
    matroidlab_experiments.run(TABLE, tmp_path)
    assert not (tmp_path / "tiny" / "earlier").exists()
    matroidlab_experiments.run(TABLE, tmp_path, fresh=True)
    assert (tmp_path / "tiny" / "earlier" / "1").is_dir()


def test_a_wrong_file_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("horizn = 1\n", encoding="utf-8")
    with pytest.raises(
        ConfigurationError, match=r"wrong\.toml: horizn: not a key of an experiment"
    ):
        matroidlab_experiments.run(file, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    with pytest.raises(ResultsError, match="holds no results"):
        matroidlab_experiments.results(tmp_path / "out")


def test_what_cannot_be_built_is_reported_before_anything_is_written(tmp_path: Path) -> None:
    table = {
        **{key: value for key, value in TABLE.items() if key != "problem"},
        "matroid": {"family": "partition", "blocks": [[0, 1], [2, 3]]},
        "rewards": {"model": "bernoulli", "means": [0.9, 0.2, 0.7, 0.1]},
        "baseline": [0, 1],
    }
    with pytest.raises(
        ConfigurationError, match=r"baseline: the list must be a basis, but \[0, 1\] is dependent"
    ):
        matroidlab_experiments.run(table, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_names_are_there_and_no_others() -> None:
    assert dir(matroidlab_experiments) == ["report", "results", "run"]
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        matroidlab_experiments.nothing  # noqa: B018


def test_importing_the_package_loads_nothing() -> None:
    program = (
        "import sys, matroidlab_experiments\n"
        "heavy = {'numpy', 'pydantic', 'rich', 'matplotlib'}\n"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
