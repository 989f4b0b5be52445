"""Tutorials end where they say: each is followed word for word in a folder of its own."""

import os
import shutil
import socket
from pathlib import Path

import pytest

from support.followed import Reader, reader

pytestmark = pytest.mark.slow
TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"


def page(name: str) -> str:
    return (TUTORIALS / name).read_text(encoding="utf-8")


def free_port() -> int:
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        return int(own.getsockname()[1])


def test_your_own_matroid_ends_as_an_installed_wheel(tmp_path: Path) -> None:
    with reader(tmp_path) as following:
        assert following.follow(page("own_matroid.md")) > 10


def test_your_own_policy_ends_as_a_row_in_the_table(tmp_path: Path) -> None:
    with reader(tmp_path) as following:
        assert following.follow(page("own_policy.md")) >= 4


@pytest.mark.skipif(shutil.which("curl") is None, reason="the tutorial asks for lists with curl")
def test_lists_are_served_and_survive_a_kill(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn", reason="the tutorial needs matroidlab[example]")
    with reader(tmp_path) as following:
        assert following.follow(page("serve.md").replace("8000", str(free_port()))) > 10


def test_the_paper_is_reproduced_in_small(tmp_path: Path) -> None:
    with reader(tmp_path) as following:
        assert following.follow(page("reproduce.md")) == 1
        assert (following.folder / "results" / "quick" / "report.html").stat().st_size > 100_000


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("$ echo one\ntwo\n", "Expected:\n    two\nGot:\n    one"),
        ("$ echo one\n", "Expected nothing\nGot:\n    one"),
        ("$ ls nothing-of-the-kind\n...\n", "ended with status 2"),
        ("$ exit 3\n", "ended the shell"),
    ],
)
def test_a_reader_notices_what_is_not_as_shown(tmp_path: Path, typed: str, told: str) -> None:
    following = Reader(tmp_path, os.environ)
    try:
        with pytest.raises(AssertionError, match=told):
            following.follow(f"# Title\n\n```console\n{typed}```\n")
    finally:
        following.leave()


def test_a_reader_writes_files_and_keeps_one_shell(tmp_path: Path) -> None:
    following = Reader(tmp_path, os.environ)
    commands = "$ word=kept; cat it.toml\n# it.toml\na = 1\n$ echo $word\nkept\n"
    try:
        assert (
            following.follow(f"```toml\n# it.toml\na = 1\n```\n\n```console\n{commands}```\n") == 2
        )
    finally:
        following.leave()
