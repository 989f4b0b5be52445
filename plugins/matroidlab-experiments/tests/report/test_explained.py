"""The page explains itself: the paper and its terms first, and a tolerance for each claim."""

import re
from collections.abc import Callable

import pytest

from experiments_support.pages import parsed
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.paper.claim import Claim
from matroidlab_experiments.report_pages.explanations import GLOSSARY, PAPER, TERMS
from matroidlab_experiments.report_pages.pictures.chosen import pictures_of
from matroidlab_experiments.report_pages.pictures.style import rendered
from matroidlab_experiments.report_pages.tables import comparison_table
from matroidlab_experiments.report_pages.text import plus_minus
from matroidlab_experiments.result_files.policy_differences import differences
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import Results

Run = Callable[..., Results]
PageOf = Callable[..., str]


@pytest.fixture(scope="module")
def swept(run: Run) -> Results:
    policies = [{"policy": "iucb1", "label": "careful_one"}, {"policy": "omm"}]
    return run(name="swept", policies=policies, sweep={"policies.careful_one.swap_size": [1, 2]})


def test_the_paper_and_its_words_come_before_everything_else(
    plain: Results, page_of: PageOf
) -> None:
    for results in ([plain], [plain, plain]):
        page = parsed(page_of(*results))
        title = page.all("h1")[0]
        paper = page.all("p")[0]
        assert "Katariya, Kveton, Wen and Potluru" in PAPER
        assert "arXiv 1806.00892" in paper.text == PAPER
        words = page.all("dl", class_="terms")[0]
        assert all(f"{term}{meaning}" in words.text for term, meaning in TERMS.items())
        assert {"K", "Gap", "Regret", "I-UCB1", "I-UCB2", "OMM"} <= set(TERMS)
        places = [page.elements.index(one) for one in (title, paper, words, page.all("figure")[0])]
        assert places == sorted(places)
        assert not set(TERMS) & set(GLOSSARY)


def test_a_claim_shows_what_it_takes_to_hold_and_why_it_came_out_so(
    plain: Results, page_of: PageOf
) -> None:
    claim = Claim(
        "d", "as 1/x", "as x", "off by 4 %", "holds", "off by at most 25 %", "because of <this>"
    )
    page = parsed(page_of(plain, claims=[claim, Claim("a", "x", "1", "2", "not comparable")]))
    head, row, _, _ = page.all("tr", role="row")
    assert head.text.endswith("holds if")
    assert "off by at most 25 %" in row.text
    assert [reason.text for reason in page.all("small")] == ["because of <this>"]
    (headline,) = page.all("p", class_="headline")
    assert headline.text == "Of 2 claims, 1 holds and 1 cannot be compared."
    assert "(d) price of caution" in page.text


def test_policies_are_compared_run_by_run_at_every_point(swept: Results, page_of: PageOf) -> None:
    found = [row for row in differences(swept) if row.first is not None]
    assert [(row.at, row.policy) for row in found] == [
        ("swap_size = 1", "omm"),
        ("swap_size = 2", "omm"),
    ]
    page = parsed(page_of(swept))
    assert "Compared with careful_one, at the same point of the sweep, run by run" in page.text
    for row in found:
        shown = plus_minus(row.difference, row.difference_error).replace(" ± ", "± ")
        assert f"{row.at}omm{shown}{row.regret / (row.first or 1):.2f}" in page.text


def test_a_single_policy_is_not_compared(plain: Results, price: Results) -> None:
    assert comparison_table(plain) is None
    assert comparison_table(price) is None


def test_a_policy_is_named_once_in_every_legend(small: Results) -> None:
    for picture in pictures_of(small, Problems(ExperimentBuilder.with_plugins())):
        svg, _ = rendered(picture.draw, height=picture.height)
        texts = re.findall(r">([^<>]*)</text>", svg.decode())
        assert sum("I-UCB1" in text for text in texts) == 1
        assert sum("OMM" in text for text in texts) == (picture.name != "bound")


def test_theorems_say_whose_they_are(small: Results, page_of: PageOf) -> None:
    text = parsed(page_of(small)).text
    named = re.findall(r"(\S+ \S+) [Tt]heorem \d", text)
    assert named
    assert all(whose.endswith(("the paper's", "our")) for whose in named)
