"""The tables of `run` and `results` break no word, and compare policies with the first."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from matroidlab.cli import main
from matroidlab_experiments.result_files.results import read_results
from matroidlab_experiments.result_files.summary import summary_rows
from support.terminals import matroidlab_on_terminal, without_codes

MINE = """
name = "mine"
title = "A title that goes on and on, so that there would be no room for anything beside it, and on"
horizon = 50
runs = 2
baseline = [1, 3]
matroid = {family = "partition", blocks = [[0, 1, 4], [2, 3, 5]]}
rewards = {model = "bernoulli", means = [0.6, 0.4, 0.5, 0.3, 0.2, 0.1]}
policies = [{policy = "iucb2", label = "very_careful"}, {policy = "omm"}]
sweep = {"policies.very_careful.swap_size" = [1, 2]}
"""


@pytest.mark.parametrize("columns", [60, 80])
def test_a_run_is_told_without_a_broken_word(tmp_path: Path, columns: int) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    for command in (["run", "mine.toml", "--executor", "serial"], ["results", "results/mine"]):
        said = without_codes(matroidlab_on_terminal(*command, folder=tmp_path, columns=columns))
        lines = [line for part in said.split("\n") for line in part.split("\r")]
        assert all(len(line.rstrip()) <= columns for line in lines)
        assert {"swap_size", "very_careful", "omm"} <= set(said.split())
    assert "more than first policy" in " ".join(said.split()) or columns < 80


def test_a_comparison_is_with_the_first_policy_at_every_point(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    CliRunner().invoke(
        main, ["run", str(tmp_path / "mine.toml"), "--out", str(tmp_path), "--executor", "serial"]
    )
    told = (
        CliRunner(env={"COLUMNS": "120"}).invoke(main, ["results", str(tmp_path / "mine")]).stdout
    )
    rows = [line for line in told.splitlines() if " = " in line]
    assert [("very_careful" in first, "omm" in second) for first, second in pairwise(rows)][
        ::2
    ] == [(True, True)] * 2
    assert all("±" in row and re.search(r"\d\.\d\d *$", row) for row in rows[1::2])


def test_a_sweep_that_does_not_affect_a_policy_is_a_dash_and_m_is_not_repeated(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    told = (
        CliRunner(env={"COLUMNS": "120"})
        .invoke(main, ["run", str(tmp_path / "mine.toml"), "--out", str(tmp_path)])
        .stdout
    )
    rows = [line.split() for line in told.splitlines()]
    (heading,) = (row for row in rows if row[:1] == ["swap_size"])
    assert "m" not in heading
    assert sorted(row[:2] for row in rows if row[1:2] in (["very_careful"], ["omm"])) == [
        ["-", "omm"],
        ["1", "very_careful"],
        ["2", "very_careful"],
    ]


def test_a_table_rounds_once_so_that_run_and_results_print_the_same(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    CliRunner().invoke(main, ["run", str(tmp_path / "mine.toml"), "--out", str(tmp_path)])
    found = read_results(tmp_path / "mine")
    regrets = [row["regret"] for row in summary_rows(found, is_rounded=False)]
    assert regrets == [cell.mean("regret")[-1] for cell in found.cells]
