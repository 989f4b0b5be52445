"""Commands of pages can be typed: every line is read here, and the quick ones are run."""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from matroidlab.cli import main
from support.followed import Reader

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^(`{3,})(?:console|text)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
SETTING = re.compile(r"[A-Z_]+=\S*")
OPERATORS = ("&&", ";", "|", "&")
OTHERS = "cd cmp curl dask docker echo eval export grep kill ls pip psql sed sleep source"
"""Programs that are not ours: nothing is known here about their options."""
QUICK = {
    "howto/compare_rankers.md": 1,
    "howto/testing.md": 3,
    "matroids/catalogue.md": 3,
    "matroids/structure.md": 3,
}
"""Pages whose commands take seconds, with the number of commands that are run."""
SKIPPED = ("pip install", "matroidlab orderability graphic")
"""The first needs the network, and the second ends with status 1, because the answer is no."""


class Line(NamedTuple):
    """A line that a page tells its reader to type."""

    page: str
    text: str


def lines_of(page: str, text: str) -> Iterator[Line]:
    """Yield what follows each ``$`` in the blocks of a page."""
    for _, block in FENCE.findall(text):
        for typed in re.findall(r"^\$ ((?:.*\\\n)*.*)$", block, re.MULTILINE):
            yield Line(page, typed.replace("\\\n", ""))


def pages() -> dict[str, str]:
    """The text of every page, by its place."""
    found = {"README.md": ROOT / "README.md", "CONTRIBUTING.md": ROOT / "CONTRIBUTING.md"}
    docs = ROOT / "docs"
    found |= {
        str(page.relative_to(docs)): page
        for page in sorted(docs.rglob("*.md"))
        if "_build" not in page.parts
    }
    return {name: page.read_text(encoding="utf-8") for name, page in found.items()}


def fault_of(text: str) -> str | None:
    """Say why a line cannot be typed, or nothing."""
    read = shlex.shlex(text, posix=True, punctuation_chars=";|&>")
    read.whitespace_split = True
    commands: list[list[str]] = [[]]
    for word in read:
        if word in OPERATORS:
            commands.append([])
        elif not (SETTING.fullmatch(word) and not commands[-1]):
            commands[-1].append(word)
    faults = (fault_of_words(words) for words in commands if words)
    return next(filter(None, faults), None)


def fault_of_words(words: list[str]) -> str | None:
    """Say why a command cannot be typed, or nothing."""
    words = words[: words.index(">")] if ">" in words else words
    program = Path(words[0]).name
    if program == "make":
        verbs = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        unknown = [word for word in words[1:] if "=" not in word and word not in verbs]
        return f"make has no {unknown[0]}" if unknown else None
    if program == "matroidlab":
        return fault_of_arguments(words[1:] or ["--help"])
    if program in ("python", "python3"):
        place = words[1]
        there = place.startswith("-") or "/" not in place or (ROOT / place).exists()
        return None if there else f"there is no {place}"
    return None if program in OTHERS.split() else f"what is {program}?"


def fault_of_arguments(words: list[str]) -> str | None:
    """Let click read the arguments of a command, whose files are made first."""
    command: click.Command | None = main
    context = click.Context(main)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name = words.pop(0)
        command = command.get_command(context, name)
        if command is None:
            return f"there is no command {name}"
    for word in words:
        make(word)
    assert command is not None
    try:
        command.make_context("matroidlab", words)
    except click.exceptions.Exit:
        return None
    except click.ClickException as error:
        return error.format_message()
    return None


def make(word: str) -> None:
    """Make the file or the folder that an argument may name."""
    if re.fullmatch(r"[\w-]+\.(toml|revlex|txt|graph)", word):
        Path(word).touch()
    elif re.fullmatch(r"[\w-]+(/[\w-]+)?", word):
        Path(word).mkdir(parents=True, exist_ok=True)


def test_every_line_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MATROIDLAB_SERVICE", "sqlite:///lists.db")
    typed = [line for name, text in pages().items() for line in lines_of(name, text)]
    assert len(typed) > 50
    faults = [(*line, fault) for line in typed if (fault := fault_of(line.text))]
    assert faults == []


@pytest.mark.parametrize(
    "line",
    [
        "matroidlab nonsense",
        "matroidlab show fano --colour",
        "matroidlab show",
        "make nonsense",
        "python docs/none.py > it.svg",
        "cd here && nonsense",
    ],
)
def test_a_line_that_cannot_be_typed_is_found(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert fault_of(line) is not None


@pytest.mark.slow
@pytest.mark.parametrize("page", QUICK)
def test_commands_of_a_page_do_what_it_shows(page: str, tmp_path: Path) -> None:
    """Output is compared where it is shown."""
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    following = Reader(tmp_path, os.environ | {"COLUMNS": "100", "PATH": programs})
    (tmp_path / "slots.toml").write_text("blocks = [[0, 1], [2, 3]]\n")
    try:
        done = following.follow(pages()[page], skipped=SKIPPED, unshown="...\n")
    finally:
        following.leave()
    assert done == QUICK[page]
