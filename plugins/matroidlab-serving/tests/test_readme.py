"""The README works as it is written."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_readme_works_as_it_is_written() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted >= 7
    assert results.failed == 0


def test_the_readme_fits_on_one_screen() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 50
