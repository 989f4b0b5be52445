"""The README is one page in one order, and everything in its blocks can be typed."""

import re
import shlex
from pathlib import Path

import click
import pytest

from matroidlab.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADINGS = [
    "I run a recommender",
    "I work on matroids",
    "I study bandits",
    "Two commands",
    "What is promised",
    "When it pays, and when not",
]


def faults_of(line: str) -> list[str]:
    """Say what of a line of a console block is not there to be typed."""
    words = shlex.split(line.removeprefix("$ "), comments=True)
    if words[0] == "make":
        verbs = re.findall(
            r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
        )
        return [verb for verb in words[1:] if verb not in verbs]
    if words[0] == "matroidlab":
        return [] if main.get_command(click.Context(main), words[1]) else [words[1]]
    assert words[:2] == ["pip", "install"], line
    places = [ROOT / word.partition("[")[0] for word in words[2:]]
    return [str(place) for place in places if not (place / "pyproject.toml").is_file()]


def test_it_has_at_most_120_lines_and_its_parts_in_order() -> None:
    assert len(README.splitlines()) <= 120
    assert re.findall(r"^## (.*)$", README, re.MULTILINE) == HEADINGS


def test_the_first_screen_has_the_picture_and_the_two_first_commands() -> None:
    first = README.partition("\n## ")[0]
    assert first.index("docs/figures/interleaving.svg") < first.index("$ pip install")
    assert first.index("$ pip install") < first.index("$ matroidlab tour")


def test_every_block_is_run_or_can_be_typed() -> None:
    kinds = dict.fromkeys(kind for kind, _ in BLOCK.findall(README))
    assert list(kinds) == ["console", "python"]
    for kind, text in BLOCK.findall(README):
        if kind == "python":
            assert text.startswith(">>> ")  # which the test of all pages runs
        else:
            assert [fault for line in text.splitlines() for fault in faults_of(line)] == []


@pytest.mark.parametrize("line", ["$ make nonsense", "$ matroidlab nonsense", "$ pip install ./no"])
def test_a_line_that_cannot_be_typed_is_found(line: str) -> None:
    assert len(faults_of(line)) == 1
