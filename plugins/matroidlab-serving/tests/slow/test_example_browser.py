"""The example service in a real browser: on a phone and on a desk, by day and by night."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from serving_support.example_service import STRANGE_TITLES, Running, running
from serving_support.strange_titles import TITLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("uvicorn", reason="the example service needs matroidlab[example]")
pytest.importorskip("starlette", reason="the example service needs matroidlab[example]")
pytestmark = pytest.mark.slow

WIDTHS = {"phone": 390, "desk": 1280}

CONTRASTS = """() => {
  const channel = value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const parts = colour => colour.match(/[0-9.]+/g).map(Number);
  const luminance = colour => {
    const [r, g, b] = parts(colour).map(part => channel(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isSeen = colour => (parts(colour)[3] ?? 1) > 0;
  const ground = element => {
    while (element && !isSeen(getComputedStyle(element).backgroundColor))
      element = element.parentElement;
    return getComputedStyle(element).backgroundColor;
  };
  const texts = document.querySelectorAll(
    "h1, h2, h3, p:not([hidden]), .title, .why, .slot, .why b, dt, dd, #next, svg text");
  return [...texts].map(element => {
    const style = getComputedStyle(element);
    const ink = element.namespaceURI.endsWith("svg") ? style.fill : style.color;
    const [low, high] = [luminance(ink), luminance(ground(element))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
}"""

CUT_OFF = """() => [...document.querySelectorAll("figure svg text")].filter(text => {
  const [own, box] = [text, text.closest("figure")].map(element => element.getBoundingClientRect());
  return own.left < box.left || own.right > box.right
    || own.top < box.top || own.bottom > box.bottom;
}).map(text => text.textContent)"""


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running("--visitors", "60") as started:
        yield started


@pytest.fixture(scope="module")
def quiet() -> Iterator[Running]:
    """A server without made-up visitors, whose titles look like HTML."""
    with running("--visitors", "0", program=STRANGE_TITLES) as started:
        yield started


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=list(WIDTHS))
def page(
    browser: "Browser", server: Running, request: pytest.FixtureRequest, scheme: Any
) -> "Iterator[Page]":
    """The page with a list; in the end, nothing was asked of others, and nothing was complained
    about.
    """
    context = browser.new_context(
        viewport={"width": WIDTHS[request.param], "height": 800}, color_scheme=scheme
    )
    shown = context.new_page()
    asked = list[str]()
    said = list[str]()
    shown.on("request", lambda one: asked.append(one.url))
    shown.on("console", lambda message: said.append(message.text))
    shown.on("pageerror", lambda error: said.append(str(error)))
    shown.goto(server.address)
    shown.locator(".item").first.wait_for()
    yield shown
    context.close()
    assert said == []
    assert asked
    assert [url for url in asked if not url.startswith(f"{server.address}/")] == []


def test_clicks_are_taken_and_the_next_list_comes(page: "Page") -> None:
    second = page.locator(".item").nth(1)
    second.click()
    assert second.get_attribute("aria-pressed") == "true"
    with page.expect_response("**/answer") as answered, page.expect_response("**/list") as listed:
        page.locator("#next").click()
    assert len(json.loads(str(answered.value.request.post_data))["clicks"]) == 1
    assert answered.value.json() == {"taken": True}
    titles = [item["title"] for item in listed.value.json()["items"]]
    page.wait_for_function(
        "titles => [...document.querySelectorAll('.title')]"
        ".every((e, i) => e.textContent === titles[i])",
        arg=titles,
    )
    assert page.locator(".item[aria-pressed=true]").count() == 0


def test_the_certificate_is_shown_as_a_sentence(page: "Page") -> None:
    with page.expect_response("**/list") as listed:
        page.locator("#next").click()
    page.wait_for_function(
        "text => document.querySelector('#sentence').textContent === text",
        arg=listed.value.json()["sentence"],
    )
    assert "no worse than their counterparts in the baseline" in str(
        page.locator("#sentence").text_content()
    )
    assert "recomputed" in str(page.locator("#verified").text_content())


def test_the_picture_moves_and_no_list_breaks_the_promise(page: "Page") -> None:
    page.locator("#regret path.ours").wait_for(state="attached")
    before = page.locator("#regret path.ours").get_attribute("d")
    page.wait_for_function(
        "before => document.querySelector('#regret path.ours').getAttribute('d') !== before",
        arg=before,
    )
    assert page.locator("#trusted path").count() == 3
    assert page.locator("#broken").text_content() == "0"
    page.wait_for_function("Number(document.querySelector('#careless').textContent) > 0")
    assert "Regret after" in str(page.locator("#regret").get_attribute("aria-label"))


def test_everything_fits_and_can_be_read_by_day_and_by_night(page: "Page", scheme: str) -> None:
    page.locator("#regret path.ours").wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")
    assert page.evaluate(CUT_OFF) == []
    assert min(page.evaluate(CONTRASTS)) > 4.5
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(18, 22, 21)") == (scheme == "dark")


@pytest.fixture
def lone(browser: "Browser", quiet: Running) -> "Iterator[tuple[Page, list[str]]]":
    """A page that may complain, and its complaints."""
    context = browser.new_context()
    said = list[str]()
    shown = context.new_page()
    shown.on("console", lambda message: said.append(message.text))
    shown.goto(quiet.address)
    shown.locator(".item").first.wait_for()
    yield shown, said
    context.close()


def test_html_in_titles_is_text(lone: "tuple[Page, list[str]]") -> None:
    page, said = lone
    sought = set(TITLES.values())
    for _ in range(200):
        texts = page.evaluate(
            "[...document.querySelectorAll('.title, .why, #sentence')]"
            ".map(e => e.textContent).join()"
        )
        sought = {text for text in sought if text not in texts}
        if not sought:
            break
        with page.expect_response("**/list"):
            page.locator("#next").click()
    assert not sought
    assert page.locator(".title *, #sentence *, #list script, bold").count() == 0
    assert said == []


def test_whoever_leaves_has_answered_too(lone: "tuple[Page, list[str]]", quiet: Running) -> None:
    page, _ = lone
    answers = "fetch('progress').then(response => response.json()).then(told => told.answers)"
    before = page.evaluate(answers)
    page.goto(f"{quiet.address}/icon.svg")  # another page of the same server
    for _ in range(100):  # a beacon is sent when the browser finds time
        if page.evaluate(answers) > before:
            break
        page.wait_for_timeout(50)
    assert page.evaluate(answers) == before + 1


def test_the_content_security_policy_is_in_force(lone: "tuple[Page, list[str]]") -> None:
    page, said = lone
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), "
        "{textContent: 'window.taken = 1'}))"
    )
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.taken = 2\">')"
    )
    assert (
        page.evaluate("fetch('https://example.org/').then(() => 'fetched', () => 'refused')")
        == "refused"
    )
    page.wait_for_timeout(100)
    assert page.evaluate("window.taken") is None
    assert sum("Content Security Policy" in text for text in said) >= 3


def test_a_server_that_is_away_is_said_on_the_page(browser: "Browser") -> None:
    context = browser.new_context()
    page = context.new_page()
    with running("--visitors", "0") as server:
        page.goto(server.address)
        page.locator(".item").first.wait_for()
    page.locator("#next").click()
    page.locator("#problem:not([hidden])").wait_for()
    assert "That did not work" in str(page.locator("#problem").text_content())
    context.close()
