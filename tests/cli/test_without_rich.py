"""The command line without rich, and without pydantic, prints the same text."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.terminals import without_codes

HIDING = """
import sys
for name in {hidden}:
    sys.modules[name] = None
sys.argv = ["matroidlab", *{arguments}]
from matroidlab.cli import main
try:
    main()
finally:
    assert sys.modules.get("rich") is None
"""


def printed(arguments: list[str], hidden: list[str]) -> str:
    program = HIDING.format(hidden=hidden, arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("arguments", [["check", "uniform"], ["orderability", "graphic"]])
def test_what_is_printed_does_not_depend_on_rich(arguments: list[str]) -> None:
    """Away from a terminal, which has a bar if rich is there, rich is not even imported."""
    assert printed(arguments, ["rich", "pydantic"]) == printed(arguments, [])


PROGRESS = """
import sys
if {hide}:
    sys.modules["rich"] = None
sys.stderr.isatty = lambda: True
import matroidlab.cli.progress as progress
progress.SECONDS = 0.0
with progress.progress("Deciding") as show:
    for done in range(3):
        show(done, 2)
"""


@pytest.mark.parametrize("hide", [True, False])
def test_progress_on_a_terminal_is_a_bar_with_rich_and_lines_without(hide: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRESS.format(hide=hide)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent,
    )
    lines = "Deciding: 2 of 2 after 0 s" in done.stderr
    assert lines == hide
    assert done.stdout == ""
    assert "Deciding" in without_codes(done.stderr)
