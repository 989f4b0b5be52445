"""How far long work is, on terminals of any width."""

import re
import sys

import pytest

from matroidlab.cli.progress import progress
from support.terminals import on_terminal, without_codes

PROGRAM = """
from matroidlab.cli.progress import progress
with progress({title!r}) as tell:
    tell(0, 4)
    tell(1, 4)
"""


def test_before_there_is_anything_to_do_no_time_is_said_to_be_left() -> None:
    program = "from matroidlab.cli.progress import progress\nwith progress('title'): pass"
    said = without_codes(on_terminal(sys.executable, "-c", program))
    assert "title" in said
    assert "left" not in said


@pytest.mark.parametrize(
    ("columns", "title", "shown"),
    [
        (80, "[b]long[/] and_with_names " * 20, "[b]long[/] and_with_names [b]long[/] and…"),
        (60, "long\x1b[2J " * 20, r"long\x1b[2J long\x1b["),
        (40, "short", "short"),
    ],
)
def test_a_title_leaves_room_for_the_bar_and_the_time_left(
    columns: int, title: str, shown: str
) -> None:
    said = without_codes(
        on_terminal(sys.executable, "-c", PROGRAM.format(title=title), columns=columns)
    )
    lines = [line.rstrip() for part in said.split("\n") for line in part.split("\r") if "%" in line]
    assert "25%" in lines[-1]
    assert lines[-1].startswith(shown)
    for line in lines:
        assert len(line) <= columns
        assert re.search(
            "\N{BOX DRAWINGS HEAVY HORIZONTAL}{4}.* (-:--:--|[0-9]+:[0-9]+:[0-9]+) left$", line
        )


def test_lines_estimate_the_time_left_only_after_a_part_of_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("matroidlab.cli.progress.SECONDS", 0.0)
    with progress("title") as tell:
        for done in (0, 2, 500, 2198):
            tell(done, 2198)
    lines = capsys.readouterr().err.splitlines()
    assert ["left" in line for line in lines] == [False, False, True, False]
