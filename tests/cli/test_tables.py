"""Tables for people: no word is broken, names stay as they are, verdicts have colours."""

import re
from itertools import pairwise
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.cli import main
from matroidlab.cli.tables import print_table
from matroidlab.cli.widths import fitted_widths
from support.terminals import matroidlab_on_terminal, without_codes

WORDS = st.text("abc_", min_size=1, max_size=9)
CELLS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
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


@settings(max_examples=100)
@given(data=st.data(), columns=st.integers(1, 4), rows=st.integers(1, 4), room=st.integers(10, 90))
def test_columns_fit_and_break_no_word(
    data: st.DataObject, columns: int, rows: int, room: int
) -> None:
    headings = data.draw(st.lists(CELLS, min_size=columns, max_size=columns))
    cells = [data.draw(st.lists(CELLS, min_size=columns, max_size=columns)) for _ in range(rows)]
    words = [
        max(map(len, " ".join(column).split())) for column in zip(headings, *cells, strict=True)
    ]
    widths = fitted_widths(headings, cells, [False] * columns, room=room)
    if sum(words) + 3 * columns + 1 > room:
        assert widths is None
    else:
        assert widths is not None
        assert sum(widths) + 3 * columns + 1 <= room
        assert all(width >= word for width, word in zip(widths, words, strict=True))


@settings(max_examples=50)
@given(
    rows=st.lists(
        st.fixed_dictionaries({"a_name": CELLS, "b": CELLS, "c": CELLS}), min_size=1, max_size=4
    )
)
@pytest.mark.parametrize("width", [24, 40, 80])
def test_every_word_is_printed_whole_at_any_width(width: int, rows: list[dict[str, str]]) -> None:
    command = click.Command("table", callback=lambda: print_table(rows))
    printed = (
        CliRunner(env={"COLUMNS": str(width)}).invoke(command, [], catch_exceptions=False).stdout
    )
    assert all(len(line) <= width for line in printed.splitlines())
    found = set(printed.split())
    assert {
        "a_name",
        *(word for row in rows for cell in row.values() for word in cell.split()),
    } <= found


@pytest.mark.parametrize("columns", [60, 80])
def test_a_run_is_told_without_a_broken_word(tmp_path: Path, columns: int) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    for command in (["run", "mine.toml", "--executor", "serial"], ["results", "results/mine"]):
        said = without_codes(matroidlab_on_terminal(*command, folder=tmp_path, columns=columns))
        lines = [line for part in said.split("\n") for line in part.split("\r")]
        assert all(len(line.rstrip()) <= columns for line in lines)
        assert {"swap_size", "very_careful", "omm"} <= set(said.split())
    assert "more than the first" in " ".join(said.split()) or columns < 80


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


def test_verdicts_have_colours_on_a_terminal_unless_none_are_wanted() -> None:
    command = ("check", "uniform", "--param", "size=3", "--param", "rank=1")
    green = "\x1b[32mholds"
    assert green in matroidlab_on_terminal(*command)
    assert green not in matroidlab_on_terminal(*command, NO_COLOR="1")
    assert "\x1b[3" not in matroidlab_on_terminal(*command, term="dumb")
    assert "\x1b" not in CliRunner().invoke(main, list(command)).stdout
