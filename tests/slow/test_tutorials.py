"""Tutorials end where they say: each is followed word for word in a folder of its own."""

from pathlib import Path

import pytest
from support.followed import reader

pytestmark = pytest.mark.slow
TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"


def test_your_own_matroid(tmp_path: Path) -> None:
    page = (TUTORIALS / "own_matroid.md").read_text(encoding="utf-8")
    with reader(tmp_path) as following:
        assert following.follow(page) > 10
