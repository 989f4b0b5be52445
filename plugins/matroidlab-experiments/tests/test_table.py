"""Results as one table: a row for each run at each checkpoint, and policies compared run by run."""

import csv
import io
import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import matroidlab_experiments
from matroidlab.cli import main
from matroidlab.errors import ResultsError
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.result_files.policy_differences import differences
from matroidlab_experiments.running.running import run_experiment

TINY = {
    "name": "tiny",
    "horizon": 60,
    "runs": 3,
    "checkpoints": 2,
    "baseline": [0, 1],
    "matroid": {"family": "uniform", "size": 4, "rank": 2},
    "rewards": {"model": "bernoulli", "means": [0.3, 0.4, 0.8, 0.1]},
    "policies": [{"policy": "stay"}, {"policy": "omm", "label": "=omm"}],
    "sweep": {"matroid.rank": [2]},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("results")
    run_experiment(as_experiment(TINY), place / "tiny")
    return place


def test_a_table_has_a_row_for_each_run_at_each_checkpoint(folder: Path) -> None:
    columns = matroidlab_experiments.results(folder).columns
    assert list(columns) == [
        *("experiment", "matroid.rank", "policy", "run", "steps"),
        *("regret", "reward", "violations", "exchange_violations"),
    ]
    assert columns["policy"].tolist() == ["stay"] * 6 + ["=omm"] * 6
    assert columns["run"].tolist() == [0, 0, 1, 1, 2, 2] * 2
    assert columns["steps"].tolist() == [30, 60] * 6
    assert np.allclose(columns["regret"][:6], [15, 30] * 3)


def test_a_plot_has_a_curve_for_each_policy_and_a_notebook_a_row(folder: Path) -> None:
    pytest.importorskip("matplotlib")
    table = matroidlab_experiments.results(folder)
    regret, bad = table.plot().axes
    assert [line.get_label() for line in regret.lines] == ["stay", "=omm"]
    assert np.allclose(regret.lines[0].get_ydata(), [0, 15, 30])
    assert [line.get_ydata()[-1] for line in bad.lines] == [
        table.columns["violations"][table.columns["policy"] == name][1::2].mean()
        for name in ("stay", "=omm")
    ]
    assert "<td>stay</td><td>3</td><td>60</td><td>30</td>" in table._repr_html_()


def test_csv_holds_the_same_and_no_formula(folder: Path) -> None:
    printed = CliRunner().invoke(main, ["results", str(folder), "--csv"])
    rows = list(csv.DictReader(io.StringIO(printed.stdout)))
    columns = matroidlab_experiments.results(folder).columns
    assert [float(row["regret"]) for row in rows] == columns["regret"].tolist()
    assert {row["policy"] for row in rows} == {"stay", "'=omm"}
    as_json = json.loads(CliRunner().invoke(main, ["results", str(folder), "--json"]).stdout)
    assert as_json["reward"] == columns["reward"].tolist()


def test_a_comparison_is_of_runs_with_the_same_number(folder: Path) -> None:
    found = matroidlab_experiments.results(folder / "tiny").columns
    regret = found["regret"][found["steps"] == 60].reshape(2, 3)
    from matroidlab_experiments.result_files.results import read_results

    first, second = differences(read_results(folder / "tiny"))
    apart = regret[1] - regret[0]
    assert (first.first, second.first) == (None, regret[0].mean())
    assert second.difference == pytest.approx(apart.mean())
    assert second.difference_error == pytest.approx(apart.std(ddof=1) / 3**0.5)
    printed = CliRunner().invoke(main, ["results", str(folder)])
    assert "=omm" in printed.stdout
    assert "more than first policy" in printed.stdout


def test_a_missing_package_or_folder_is_named(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="holds no results"):
        matroidlab_experiments.results(tmp_path)
    wrong = CliRunner().invoke(main, ["results", str(folder), "--csv", "--json"])
    assert wrong.exit_code == 2


@pytest.mark.skipif(find_spec("pandas") is not None, reason="pandas is installed")
def test_without_pandas_an_error_says_so(folder: Path) -> None:
    with pytest.raises(ResultsError, match="pip install pandas"):
        matroidlab_experiments.results(folder).frame()


@pytest.mark.skipif(find_spec("pandas") is None, reason="pandas is not installed")
def test_a_frame_has_the_columns(folder: Path) -> None:
    frame = matroidlab_experiments.results(folder).frame()
    assert len(frame) == 12
    assert frame.groupby("policy")["regret"].max()["stay"] == pytest.approx(30)


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is not installed")
def test_a_parquet_file_holds_the_same(folder: Path, tmp_path: Path) -> None:
    parquet = import_module("pyarrow.parquet")
    regret = matroidlab_experiments.results(folder).columns["regret"].tolist()
    matroidlab_experiments.results(folder).write_parquet(tmp_path / "a.parquet")
    assert parquet.read_table(tmp_path / "a.parquet")["regret"].to_pylist() == regret
