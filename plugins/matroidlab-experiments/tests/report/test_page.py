"""The page: whole, alone, the same every time, and open to everybody."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import pytest

from experiments_support.pages import Page, parsed
from matroidlab_experiments.paper.claim import Claim
from matroidlab_experiments.report_pages.page import write_report
from matroidlab_experiments.result_files.results import Results

PageOf = Callable[..., str]

CLAIMS = [
    Claim("a", "slope at gap 0.8", "2.99", "2.97 ± 0.02", "holds"),
    Claim("b", "more than 16 thousand", "> 16,000", "12 ± 1", "not comparable"),
    Claim("c", "I-UCB2 above I-UCB1", "in this order", "the other way round", "differs"),
]


@pytest.fixture(scope="module")
def folder(everything: list[Results], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(everything, tmp_path_factory.mktemp("report"), CLAIMS).parent


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return parsed((folder / "report.html").read_text(encoding="utf-8"))


def test_what_is_opened_is_closed(page: Page) -> None:
    assert page.faults == []


def test_an_unbalanced_page_is_caught() -> None:
    assert parsed("<p><b>x</p>").faults == [
        "</p> closes b",
        "<p> is never closed",
        "<b> is never closed",
    ]


def test_nothing_is_asked_from_outside(folder: Path, page: Page) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert re.findall(r"https?:|//[a-z]|@import|url\((?!#)", text) == []
    tags = {element.tag for element in page.elements}
    assert tags.isdisjoint({"script", "link", "img", "iframe", "object", "image", "base"})
    assert not [
        name for element in page.elements for name in element.attributes if name.startswith("on")
    ]


def test_a_browser_may_run_and_load_nothing(page: Page) -> None:
    """A real one obeys, and shows the page as it is: `slow/test_report_browser.py`."""
    (policy,) = page.all("meta", http_equiv="Content-Security-Policy")
    assert policy.attributes["content"].startswith("default-src 'none'; style-src 'unsafe-inline';")
    before = page.elements[: page.elements.index(policy)]
    # It counts from where it stands.
    assert [element.tag for element in before] == [
        "html",
        "head",
        "meta",
    ]


def test_every_link_leads_somewhere(folder: Path, page: Page) -> None:
    links = [link.attributes["href"] for tag in ("a", "use") for link in page.all(tag)]
    assert {link[0] == "#" for link in links} == {True, False}
    for link in links:
        assert page.by_id(link[1:]) if link.startswith("#") else (folder / link).stat().st_size > 0


def test_no_name_is_given_twice_and_every_name_that_is_used_is_given(page: Page) -> None:
    names = Counter(
        element.attributes["id"] for element in page.elements if "id" in element.attributes
    )
    assert max(names.values()) == 1
    used = [name for e in page.elements for name in e.attributes.get("aria-labelledby", "").split()]
    used += [
        found
        for e in page.elements
        for found in re.findall(r"url\(#(.*?)\)", e.attributes.get("clip-path", ""))
    ]
    assert set(used) <= set(names)


def test_every_picture_has_the_numbers_in_words(page: Page, everything: list[Results]) -> None:
    pictures = page.all("svg")
    tiles = [one for one in pictures if one.attributes["aria-labelledby"].startswith("tile-")]
    assert len(pictures) == 9 + len(tiles)
    assert len(tiles) == len(everything)
    for picture in pictures:
        assert picture.attributes["role"] == "img"
        title, words = (page.by_id(name) for name in picture.attributes["aria-labelledby"].split())
        assert (title.tag, words.tag) == ("title", "desc")
        assert len(re.findall(r"\d", words.text)) > 10
    small = everything[0].cells[0]
    regret = f"{small.mean('regret')[-1]:.1f}"
    assert f"{small.cell.label}: {regret}" in page.by_id("small-regret-words").text


def test_every_picture_is_there_as_svg_and_png(folder: Path, page: Page) -> None:
    names = {
        picture.attributes["aria-labelledby"].split("-title")[0].removeprefix("tile-")
        for picture in page.all("svg")
    }
    assert (
        {path.stem for path in folder.glob("*.svg")}
        == names
        == {path.stem for path in folder.glob("*.png")}
    )
    assert len(list(folder.iterdir())) == 2 * len(names) + 1


def test_who_may_read_other_files_may_read_the_page(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    assert {path.stat().st_mode for path in folder.iterdir()} == {
        (tmp_path / "other").stat().st_mode
    }


def test_the_pages_colours_follow_the_readers(page: Page) -> None:
    styles = {
        element.attributes["style"] for element in page.elements if "style" in element.attributes
    }
    assert not [style for style in styles if re.search(r"#[0-9a-f]{3,6}", style)]
    (style,) = page.all("style")
    assert "prefers-color-scheme: dark" in style.text


def test_claims_come_with_their_verdicts_in_words(page: Page) -> None:
    rows = [row.text for row in page.all("tr", role="row")]
    assert [row.endswith("holds if") for row in rows] == [True, False] * 3  # a table a figure
    rows = rows[1::2]
    assert [
        claim.verdict in row and claim.ours in row for claim, row in zip(CLAIMS, rows, strict=True)
    ] == [True] * 3


def test_the_same_results_give_the_same_bytes(
    folder: Path, everything: list[Results], tmp_path: Path
) -> None:
    with mpl.rc_context({"font.size": 30, "axes.grid": True}):  # whatever the reader's own style
        write_report(everything, tmp_path, CLAIMS)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in folder.iterdir()
    }


def test_an_experiment_alone_is_the_title_of_its_page(plain: Results, page_of: PageOf) -> None:
    page = parsed(page_of(plain))
    assert [heading.text for heading in page.all("h1")] == ["Three policies"]
    assert page.all("nav") == []


def test_two_experiments_of_one_name_keep_apart(plain: Results, page_of: PageOf) -> None:
    page = parsed(page_of(plain, plain))
    names = [element.attributes["id"] for element in page.elements if "id" in element.attributes]
    assert len(names) == len(set(names))
    assert {"plain-regret-words", "plain--2-regret-words"} <= set(names)


def test_the_page_shows_totals_configuration_and_versions(page: Page, small: Results) -> None:
    assert all(f"{cell.mean('reward')[-1]:.1f}" in page.text for cell in small.cells)
    assert '"family": "uniform"' in page.text
    assert f"numpy {small.versions['numpy']}" in page.text


def test_the_page_begins_with_its_headline_and_the_pictures_as_tiles(page: Page) -> None:
    order = [one.tag for one in page.elements if one.tag in ("h1", "svg", "dl", "table", "details")]
    tiles = order.index("dl") - 1
    assert order[: tiles + 1] == ["h1", *["svg"] * tiles]
    assert tiles > 1
    assert page.all("p")[0].attributes["class"] == "headline"
