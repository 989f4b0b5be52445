"""The page about the field in the documentation is of the default file."""

from pathlib import Path

import pytest

import matroidlab_bench
from matroidlab_bench import read_field

PAGE = Path(__file__).parents[3] / "docs" / "project" / "field.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not there")
def test_the_page_has_a_row_for_each_policy_of_each_problem() -> None:
    field = read_field(Path(matroidlab_bench.__file__).with_name("field.toml"))
    tables = {part.partition("\n")[0]: part for part in PAGE.read_text("utf-8").split("\n## ")[1:]}
    assert list(tables) == [problem["label"] for problem in field.problems]
    for label, table in tables.items():
        rows = [line.split("|")[1].strip() for line in table.splitlines() if "±" in line]
        playing = [one["label"] for one in field.policies if label in one.get("only", [label])]
        assert sorted(rows) == sorted(playing)
