"""Tables for people: no word is broken, names stay as they are, verdicts have colours."""

import click
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.cli import main
from matroidlab.cli.tables import print_table
from matroidlab.cli.widths import fitted_widths
from support.terminals import matroidlab_on_terminal

WORDS = st.text("abc_", min_size=1, max_size=9)
CELLS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


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


def test_verdicts_have_colours_on_a_terminal_unless_none_are_wanted() -> None:
    command = ("check", "uniform", "--param", "size=3", "--param", "rank=1")
    green = "\x1b[32mholds"
    assert green in matroidlab_on_terminal(*command)
    assert green not in matroidlab_on_terminal(*command, NO_COLOR="1")
    assert "\x1b[3" not in matroidlab_on_terminal(*command, term="dumb")
    assert "\x1b" not in CliRunner().invoke(main, list(command)).stdout
