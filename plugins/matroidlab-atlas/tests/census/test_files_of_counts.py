"""The files of counts in the documentation are what the census finds."""

import pytest

from atlas_support.exchange_table import FOLDER, LARGEST, PROPERTIES, files_of

SMALL = 5


@pytest.mark.parametrize("name", PROPERTIES)
def test_files_begin_with_the_counts_of_small_matroids(name: str) -> None:
    for file, text in files_of(name, SMALL).items():
        assert (FOLDER / file).read_text(encoding="utf-8").startswith(text)


@pytest.mark.parametrize("name", PROPERTIES)
def test_files_have_a_term_for_each_size_and_rank(name: str) -> None:
    by_rank = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    totals = (FOLDER / f"{name}_totals.txt").read_text(encoding="utf-8").splitlines()
    assert len(by_rank) == 1 + (LARGEST + 1) * (LARGEST + 2) // 2
    assert len(totals) == 1 + LARGEST + 1


@pytest.mark.slow
def test_the_file_of_cyclic_orders_is_what_the_census_of_8_elements_finds() -> None:
    """The other two are compared with tables of the documentation, which come from a census."""
    for file, text in files_of("cyclic-order", LARGEST).items():
        assert (FOLDER / file).read_text(encoding="utf-8") == text
