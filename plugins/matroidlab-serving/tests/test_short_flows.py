"""A request is as short as its idea: it calls into few of our modules."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from matroidlab_serving import Service
from serving_support.served import open_sqlite, small_options

OURS = ("matroidlab", "matroidlab_serving")


def modules_called_by(call: Callable[[], object]) -> set[str]:
    """Our modules with a function that runs during a call."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.partition(".")[0] in OURS:
            found.add(name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return found


@pytest.mark.parametrize("proposal", ["thompson", "optimistic"])
def test_a_first_recommendation_calls_into_at_most_29_modules(proposal: str) -> None:
    service = Service(**small_options(proposal=proposal))
    assert len(modules_called_by(service.recommend)) <= 29


@pytest.mark.parametrize("proposal", ["thompson", "optimistic"])
def test_so_does_one_with_a_journal(tmp_path: Path, proposal: str) -> None:
    service = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **small_options(proposal=proposal))
    assert len(modules_called_by(service.recommend)) <= 34


def test_an_answer_calls_into_at_most_23_modules(tmp_path: Path) -> None:
    service = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **small_options())
    token = service.recommend().token
    assert len(modules_called_by(lambda: service.observe(token, {}, 0.0))) <= 23
