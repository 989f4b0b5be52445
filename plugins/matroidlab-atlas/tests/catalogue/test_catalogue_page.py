"""The cards of the documentation are the catalogue, with the verdicts as they come out."""

import re
import runpy
from pathlib import Path

import pytest

from atlas_support.catalogue import report
from matroidlab.orderability import Verdict
from matroidlab_atlas.catalogue import catalogue

MATROIDS = Path(__file__).parents[4] / "docs" / "matroids"
WORDS = {
    Verdict.STRONG: "strongly base-orderable",
    Verdict.BASE: "base-orderable, but not strongly",
    Verdict.NOT_BASE: "not base-orderable",
}


@pytest.fixture(scope="module")
def cards() -> dict[str, str]:
    """The card of each matroid on the page."""
    page = (MATROIDS / "cards.html").read_text(encoding="utf-8")
    return {
        found[1]: found[0]
        for found in re.finditer(r'<article class="card" id="card-(.*?)">.*?</article>', page)
    }


def test_the_cards_are_what_their_program_prints() -> None:
    printed = runpy.run_path(str(MATROIDS / "cards.py"))["page"]()
    assert printed == (MATROIDS / "cards.html").read_text(encoding="utf-8")


def test_every_matroid_has_a_card_with_its_verdict(cards: dict[str, str]) -> None:
    assert list(cards) == list(catalogue)
    for name, card in cards.items():
        assert f">{WORDS[report(name).verdict]}</span>" in card
        assert f"{catalogue[name].size} elements, rank {catalogue[name].rank}, " in card


def test_computed_numbers_are_in_italics(cards: dict[str, str]) -> None:
    assert {name for name, card in cards.items() if "<em>" in card} == {
        name for name, entry in catalogue.items() if not entry.published
    }


def test_what_has_no_picture_has_a_table_of_its_circuits(cards: dict[str, str]) -> None:
    without = {name for name, card in cards.items() if "<svg" not in card}
    assert {"s8", "t8", "j", "tic-tac-toe", "r10", "r12", "s5612", "t12", "pg32"} < without
    assert all("<th>circuits of</th>" in cards[name] for name in without)
    assert not [name for name in without if catalogue[name].rank == 3]


def test_the_page_says_how_many_there_are() -> None:
    assert f"{len(catalogue)} matroids" in (MATROIDS / "catalogue.md").read_text(encoding="utf-8")
