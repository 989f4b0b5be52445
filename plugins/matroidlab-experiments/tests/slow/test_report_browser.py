"""The page in a real browser: on a phone and on a desk, by day and by night."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.paper.claim import Claim
from matroidlab_experiments.report_pages.page import write_report
from matroidlab_experiments.running.running import run_experiment

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

WIDTHS = {"phone": 360, "desk": 1280}

READABLE = "figure text, p, td, th, h2, h3, dt, dd, small, summary"

LUMINANCE = """
const channel = value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const luminance = colour => {
  const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map(part => channel(part / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const card = getComputedStyle(document.querySelector("figure")).backgroundColor;
"""

CUT_OFF = """
() => [...document.querySelectorAll("figure svg")].flatMap(svg => {
  const box = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter(text => {
    const own = text.getBoundingClientRect();
    return own.left < box.left - 1 || own.right > box.right + 1
      || own.top < box.top - 1 || own.bottom > box.bottom + 1;
  }).map(text => text.textContent);
})
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with every kind of picture, a wide table, long labels and a note."""
    folder = tmp_path_factory.mktemp("report")
    problem = {"name": "scaling", "rank": 4, "gap": 0.8}
    first = {"policy": "iucb1", "label": "I-UCB1"}
    shared: dict[str, Any] = {"horizon": 300, "runs": 3, "problem": problem, "policies": [first]}
    ranks = {"problem.gap": [0.8, 0.4], "problem.rank": [2, 3, 4, 5]}
    policies = [
        first,
        {"policy": "iucb2", "label": "I-UCB2 with a rather long label"},
        {"policy": "omm"},
    ]
    population = {"name": "population", "constraint": "diverse"}
    tables: list[dict[str, Any]] = [
        {
            "name": "curves",
            "title": "A title of many words " * 4,
            "policies": policies,
            "problem": population,
        },
        {"name": "scaling", "figure": "scaling", "sweep": ranks},
        {"name": "price", "figure": "price", "sweep": {"policies.*.swap_size": [1, 2, 4]}},
        {"name": "comparison", "figure": "comparison", "policies": policies, "problem": population},
    ]
    results = [
        run_experiment(as_experiment(shared | table), folder / table["name"]) for table in tables
    ]
    why = "At m = K the trusted list is never shown, so proposals alone explore all 15 items. " * 3
    claims = [
        Claim(
            "d",
            "graphic: regret follows 1/x, our correction",
            "\N{EN DASH}",
            "off by 14 % ± 5 %",
            "holds",
            "< 25 %",
            why,
        ),
        Claim(
            "b",
            "a claim of many words " * 6,
            "> 16,000",
            "21,082 ± 234 (any bijection)",
            "not comparable",
            "larger",
        ),
        Claim(
            "a",
            "regret grows as K^3",
            "2.99",
            "3.25 ± 0.01",
            "differs",
            "within 0.1 of the paper's",
        ),
    ]
    return write_report(results, folder, claims)


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=list(WIDTHS))
def page(
    browser: "Browser", report: Path, request: pytest.FixtureRequest, scheme: str
) -> "Iterator[Page]":
    context = browser.new_context(
        viewport={"width": WIDTHS[request.param], "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    shown = context.new_page()
    shown.on("request", lambda asked: requests.append(asked.url))
    shown.on("console", lambda message: requests.append(message.text))
    requests: list[str] = []
    shown.goto(report.as_uri())
    for details in shown.locator("details").all():
        details.locator("summary").click()
    yield shown
    assert requests == [report.as_uri()]
    context.close()


def test_nothing_is_wider_than_the_screen(page: "Page") -> None:
    """And nothing is asked for but the page itself, which its fixture checks."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide == page.evaluate("document.documentElement.clientWidth")
    outside = page.evaluate(
        "[...document.querySelectorAll('body *')]"
        ".filter(e => !e.closest('.scroll') && !e.closest('svg')"
        " && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.tagName)"
    )
    assert outside == []


def test_tables_scroll_in_their_own_box(page: "Page") -> None:
    boxes = page.locator(".scroll").all()
    # A table of totals each, and one of differences where there are several policies.
    assert len(boxes) == 6
    for box in boxes:
        assert box.evaluate("e => e.clientWidth") <= page.evaluate("innerWidth")


def test_claims_say_on_a_phone_what_each_value_is_and_their_reasons_stand_beside_it(
    page: "Page",
) -> None:
    places = page.evaluate(
        "[...document.querySelectorAll('.claims small')].map(e => [e.getBoundingClientRect().left,"
        " e.closest('tr').getBoundingClientRect().left])"
    )
    assert len(places) == 1
    assert all(own > row + 40 for own, row in places)


def test_text_in_pictures_is_whole_and_large_enough(page: "Page") -> None:
    assert page.evaluate(CUT_OFF) == []
    heights = (
        "[...document.querySelectorAll('figure svg text')]"
        ".map(e => e.getBoundingClientRect().height)"
    )
    assert min(page.evaluate(heights)) > 9


def test_pictures_can_be_seen_by_day_and_by_night(page: "Page", scheme: str) -> None:
    dark = page.evaluate(f"() => {{ {LUMINANCE} return luminance(card) < 0.2; }}")
    assert dark == (scheme == "dark")
    texts = page.evaluate(
        f"() => {{ {LUMINANCE} return [...document.querySelectorAll('{READABLE}')]"
        ".map(e => contrast(getComputedStyle(e).tagName === 'text' ? getComputedStyle(e).fill"
        " : getComputedStyle(e).color, card)); }"
    )
    assert min(texts) > 4.5
    # Series differ in markers and dashes, too, so some may miss the contrast of three to one.
    lines = page.evaluate(
        f"() => {{ {LUMINANCE} return [...document.querySelectorAll('figure svg path')]"
        ".map(e => getComputedStyle(e).stroke).filter(colour => colour.startsWith('rgb'))"
        ".map(colour => contrast(colour, card)); }"
    )
    assert sorted(lines)[len(lines) // 2] > 2


def test_every_picture_is_announced_with_its_numbers(page: "Page") -> None:
    pictures = page.locator("figure").get_by_role("img").all()
    assert len(pictures) == page.locator("figure").count() > 6
    for picture in pictures:
        title, words = str(picture.get_attribute("aria-labelledby")).split()
        assert page.locator(f"#{title}").text_content()
        assert any(letter.isdigit() for letter in str(page.locator(f"#{words}").text_content()))


def test_what_gets_into_the_page_runs_no_script_and_asks_for_nothing(
    browser: "Browser", report: Path, tmp_path: Path
) -> None:
    stowaway = (
        "<body><script>document.title = 'taken'</script>"
        "<img src='https://example.org/x' onerror='alert(1)'>"
    )
    hurt = tmp_path / "hurt.html"
    hurt.write_text(
        report.read_text(encoding="utf-8").replace("<body>", stowaway), encoding="utf-8"
    )
    context = browser.new_context()
    shown = context.new_page()
    failed = list[tuple[str, str | None]]()
    refused = list[str]()
    shown.on("requestfailed", lambda request: failed.append((request.url, request.failure)))
    shown.on("console", lambda message: refused.append(message.text))
    shown.goto(hurt.as_uri())
    assert "matroidlab" in shown.title()
    assert failed == [("https://example.org/x", "csp")]
    assert all("Content Security Policy" in text for text in refused)
    assert len(refused) >= 2
    context.close()
