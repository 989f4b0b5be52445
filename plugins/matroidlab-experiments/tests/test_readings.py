"""Which readings of the constraint are counted; a missing count is a dash everywhere."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from matroidlab.cli.main import main
from matroidlab.errors import ConfigurationError
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.report_pages.page import write_report
from matroidlab_experiments.result_files.results import Results, read_results
from matroidlab_experiments.running.lane_blocks import stream_of
from matroidlab_experiments.running.running import run_experiment

TREES: dict[str, Any] = {
    "name": "trees",
    "horizon": 60,
    "runs": 2,
    "checkpoints": 3,
    "problem": {"name": "complete-graph", "vertices": 4, "gap": 0.8},
    "baseline": None,
    "policies": [{"policy": "omm"}, {"policy": "safe-thompson", "label": "safe"}],
}


def run(folder: Path, **changes: Any) -> Results:
    table = {key: value for key, value in (TREES | changes).items() if value is not None}
    return run_experiment(as_experiment(table), folder / "trees")


@pytest.mark.parametrize(("readings", "both"), [(None, False), ("any", False), ("both", True)])
def test_the_second_reading_is_counted_if_it_is_asked_for(
    tmp_path: Path, readings: str | None, both: bool
) -> None:
    results = run(tmp_path, readings=readings)
    assert [cell.has("exchange_violations") for cell in results.cells] == [both, both]
    assert all(cell.has("violations") for cell in results.cells)
    assert read_results(tmp_path / "trees").cells[0].has("exchange_violations") == both


def test_what_is_counted_does_not_change_the_game(tmp_path: Path) -> None:
    one, other = (run(tmp_path / name, readings=name) for name in ("any", "both"))
    for here, there in zip(one.cells, other.cells, strict=True):
        assert here.runs_of("regret").tolist() == there.runs_of("regret").tolist()
    assert stream_of({"horizon": 9, "readings": "any"}) == stream_of({"horizon": 9})


def test_what_was_not_counted_is_empty_in_the_summary_and_a_dash_on_the_page(
    tmp_path: Path,
) -> None:
    results = run(tmp_path)
    with (tmp_path / "trees" / "summary.csv").open(encoding="utf-8") as file:
        assert [row["exchange_violations"] for row in csv.DictReader(file)] == ["", ""]
    for figure in ("curves", "comparison"):
        drawn = Results(results.experiment.model_copy(update={"figure": figure}), *_rest(results))
        page = write_report([drawn], tmp_path / figure).read_text(encoding="utf-8")
        assert '<td class="mean">\N{EN DASH}</td>' in page
        assert "only the reading with any bijection was counted." in page


def _rest(results: Results) -> tuple[Any, ...]:
    return results.cells, results.versions, results.folder


def test_cells_of_both_kinds_are_drawn_together(tmp_path: Path) -> None:
    results = run(tmp_path, sweep={"readings": ["any", "both"]})
    page = write_report([results], tmp_path / "page").read_text(encoding="utf-8")
    assert "\N{EN DASH}: not counted." in page


def test_the_command_prints_a_dash(tmp_path: Path) -> None:
    file = tmp_path / "trees.toml"
    file.write_text(
        'name = "trees"\nhorizon = 40\nruns = 2\nreadings = "any"\n'
        '[problem]\nname = "scaling"\nrank = 2\n'
        '[[policies]]\npolicy = "safe-thompson"\ndelta = 0.1\n'
        '[[policies]]\npolicy = "iucb2"\ndelta = 0.1\nproposal = [0, 1]\nrounds = "lean"\n',
        encoding="utf-8",
    )
    options = ["run", str(file), "--executor", "serial", "--out", str(tmp_path / "out")]
    printed = CliRunner().invoke(main, options, env={"COLUMNS": "200"})
    assert printed.exit_code == 0, printed.output
    assert len(re.findall(r"  -(?:\s|$)", printed.output)) >= 2
    rows = json.loads(CliRunner().invoke(main, [*options, "--json"]).stdout)
    assert [row["exchange_violations"] for row in rows] == [None, None]


def test_other_readings_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="readings: Input should be 'any' or 'both'"):
        as_experiment(
            {key: value for key, value in TREES.items() if value is not None}
            | {"readings": "exchange"}
        )
