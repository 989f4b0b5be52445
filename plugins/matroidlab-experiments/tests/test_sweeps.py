"""A sweep: rows that differ in what is played, each played once, counted by an m that they name."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from matroidlab_experiments.configuration.experiment import as_experiment, cells
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.report_pages.page import write_report
from matroidlab_experiments.report_pages.pictures.chosen import pictures_of
from matroidlab_experiments.report_pages.pictures.violations import violation_words
from matroidlab_experiments.report_pages.tables import summary_table
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import Results, by_point
from matroidlab_experiments.result_files.summary import summary_rows
from matroidlab_experiments.running.running import run_experiment

MINE: dict[str, Any] = {
    "name": "mine",
    "horizon": 300,
    "runs": 2,
    "baseline": [0, 1, 2],
    "matroid": {"family": "uniform", "size": 6, "rank": 3},
    "rewards": {"model": "bernoulli", "means": [0.9, 0.9, 0.9, 0.2, 0.2, 0.2]},
    "policies": [{"policy": "iucb2", "label": "careful"}, {"policy": "omm"}],
    "sweep": {"policies.careful.swap_size": [1, 2]},
}


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return run_experiment(as_experiment(MINE), tmp_path_factory.mktemp("mine"))


def test_a_policy_that_the_sweep_does_not_touch_is_run_once(mine: Results) -> None:
    rows = [(row["policies.careful.swap_size"], row["policy"]) for row in summary_rows(mine)]
    assert rows == [(1, "careful"), (None, "omm"), (2, "careful")]
    assert len(list((mine.folder / "blocks").iterdir())) == 3


def test_violations_are_counted_by_the_policys_own_m_and_rows_say_so(mine: Results) -> None:
    rows = {(row["policy"], row["counted_m"]): row["violations"] for row in summary_rows(mine)}
    assert rows.keys() == {("careful", 1), ("careful", 2), ("omm", 1)}
    assert rows["careful", 1] == rows["careful", 2] == 0
    assert rows["omm", 1] != 0


def test_the_key_of_the_file_overrides_it(tmp_path: Path) -> None:
    rows = summary_rows(run_experiment(as_experiment({**MINE, "swap_size": 1}), tmp_path))
    assert {row["counted_m"] for row in rows} == {1}
    assert next(row for row in rows if row["policies.careful.swap_size"] == 2)["violations"] != 0


@pytest.mark.parametrize(
    ("sweep", "count"),
    [
        ({"policies.careful.swap_size": [1, 2, 3]}, 4),
        ({"policies.0.swap_size": [1, 2, 3]}, 4),
        ({"policies.*.confidence": ["ucb1", "kl-ucb"]}, 4),
        (
            {
                "policies.omm.confidence": ["ucb1", "kl-ucb"],
                "policies.careful.swap_size": [1, 2, 3],
            },
            5,
        ),
        ({"horizon": [10, 20], "policies.careful.swap_size": [1, 2, 3]}, 8),
        ({"policies.omm.policy": ["omm", "thompson"]}, 3),
    ],
)
def test_a_cell_is_a_policy_and_what_touches_it(sweep: dict[str, Any], count: int) -> None:
    found = cells(as_experiment({**MINE, "sweep": sweep}))
    assert len(found) == count
    assert len({json.dumps(cell.table, sort_keys=True) for cell in found}) == count


def test_pictures_of_a_point_have_the_policies_that_the_sweep_does_not_touch(mine: Results) -> None:
    at = [(point, [cell.cell.label for cell in cells]) for point, cells in by_point(mine)]
    assert at == [({"policies.careful.swap_size": m}, ["careful", "omm"]) for m in (1, 2)]
    titles = [
        picture.title for picture in pictures_of(mine, Problems(ExperimentBuilder.with_plugins()))
    ]
    assert "Regret over time, swap_size = 2" in titles


def test_the_page_says_by_which_m_was_counted(mine: Results, tmp_path: Path) -> None:
    table = summary_table(mine)
    assert "for the m of its row" in table
    assert ">m</th>" in table
    assert "omm (m = 1): average number of lists that broke the constraint" in violation_words(
        mine.cells
    )
    assert "careful (m = 2): no list of any run" in violation_words([mine.cells[1], mine.cells[2]])
    same = run_experiment(as_experiment({**MINE, "swap_size": 2}), tmp_path)
    assert "for m = 2" in summary_table(same)
    assert ">m</th>" not in summary_table(same)
    assert violation_words(same.cells).endswith("Counted for m = 2.")


def test_the_table_of_run_has_every_column_that_is_swept_over(tmp_path: Path) -> None:
    lines = [
        'name = "wide"',
        "horizon = 9",
        "runs = 1",
        "baseline = [2]",
        'policies = [{policy = "stay"}]',
    ]
    lines += [
        'matroid = {family = "uniform", size = 3, rank = 1}',
        'rewards = {model = "bernoulli", means = [1, 1, 0]}',
    ]
    lines += ["[sweep]", '"rewards.means" = [[0.5, 0.5, 0.5], [0.25, 0.5, 0.5]]']
    (tmp_path / "wide.toml").write_text("\n".join(lines))
    command = [sys.executable, "-m", "matroidlab", "run", "wide.toml", "--executor", "serial"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True, env={"COLUMNS": "200"}
    )
    title, *rows = done.stdout.splitlines()
    assert title == "wide (9 lists, a single run)"
    assert rows[1].split() == [
        "means",
        "policy",
        "m",
        "regret",
        "bad",
        "lists",
        "bad",
        "(exchange",
        "reading)",
    ]
    assert "±" not in done.stdout  # of a single run nothing can be said
    assert "[0.25, 0.5, 0.5]" in done.stdout


COUNTING = """
from pathlib import Path
from matroidlab import hookimpl

@hookimpl
def matroidlab_problems():
    with Path(__file__).with_name("asked").open("a") as file:
        file.write("once ")
    return []
"""


def test_plugins_are_asked_once_here_and_once_by_who_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "counting_plugin.py").write_text(COUNTING)
    monkeypatch.syspath_prepend(tmp_path)
    modules = ("counting_plugin",)
    plain = {**MINE, "policies": [{"policy": "stay"}], "sweep": {}}
    builder = ExperimentBuilder.with_plugins(modules)
    done = [
        run_experiment(
            as_experiment({**plain, "name": name}),
            tmp_path / name,
            modules=modules,
            builder=builder,
        )
        for name in ("one", "two")
    ]
    write_report(done, tmp_path, builder=builder)
    assert (tmp_path / "asked").read_text() == "once once "
