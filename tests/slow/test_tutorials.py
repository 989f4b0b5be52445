"""Tutorials end where they say: each is followed word for word in a folder of its own."""

import shutil
import socket
from pathlib import Path

import pytest
from support.followed import reader

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


@pytest.mark.skipif(shutil.which("curl") is None, reason="the tutorial asks for lists with curl")
def test_lists_are_served_and_survive_a_kill(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn", reason="the tutorial needs matroidlab[example]")
    with reader(tmp_path) as following:
        assert following.follow(page("serve.md").replace("8000", str(free_port()))) > 10


def test_the_paper_is_reproduced_in_small(tmp_path: Path) -> None:
    with reader(tmp_path) as following:
        assert following.follow(page("reproduce.md")) == 1
        assert (following.folder / "results" / "quick" / "report.html").stat().st_size > 100_000
