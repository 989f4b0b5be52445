"""The twenty objects that people use most are described in full; titles of pages differ."""

import doctest
import re
import sys
from importlib import import_module
from inspect import getdoc
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module", autouse=True)
def extensions() -> None:
    """Find the extensions of the documentation."""
    folder = str(DOCS / "extensions")
    if folder not in sys.path:
        sys.path.insert(0, folder)


def names() -> list[str]:
    module: ModuleType = import_module("reference.main_objects")
    return [name for some in module.MAIN.values() for name in some]


def sections_of(name: str) -> set[str]:
    """The headings of the docstring of an object, and what else it has."""
    module, _, attribute = name.rpartition(".")
    value = getattr(import_module(module), attribute)
    text = getdoc(value) or ""
    found = set(re.findall(r"^(\w[\w ]*)\n-{3,}$", text, re.MULTILINE))
    found |= {"an example"} if ">>> " in text else set()
    found |= {"one sentence"} if re.match(r"[A-Z][^\n]*\.\n", text) else set()
    return found | ({"Returns"} if isinstance(value, type) or "Yields" in found else set())


def test_there_are_twenty() -> None:
    assert len(set(names())) == 20


def test_each_of_them_has_every_section() -> None:
    wanted = {"one sentence", "Parameters", "Returns", "Raises", "See Also", "an example"}
    missing = {name: wanted - sections_of(name) for name in names()}
    assert {name: sorted(some) for name, some in missing.items() if some} == {}


def test_no_two_pages_have_one_title() -> None:
    pages = [page for page in DOCS.rglob("*.md") if "_build" not in page.parts]
    titles: dict[str, list[str]] = {}
    for page in pages:
        found = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        if found:
            titles.setdefault(found[1], []).append(str(page.relative_to(DOCS)))
    assert {title: some for title, some in titles.items() if len(some) > 1} == {}


def test_how_to_pages_are_grouped_in_the_sidebar() -> None:
    pytest.importorskip("sphinx", reason="the layout is that of the built pages")
    layout = import_module("layout")
    assert doctest.testmod(layout).failed == 0
    groups = layout.groups(DOCS / "howto" / "index.md")
    assert list(groups)[:2] == ["Decide", "Serve"]
    assert all((DOCS / "howto" / f"{first}.md").is_file() for first in groups.values())


def test_words_that_people_search_for_lead_to_pages() -> None:
    text = (DOCS / "conf.py").read_text(encoding="utf-8")
    pages = re.findall(r'^    "([\w/]+)": "[^"]+",$', text, re.MULTILINE)
    assert len(pages) > 10
    assert [page for page in pages if not (DOCS / f"{page}.md").is_file()] == []
    for word in ("plot", "export", "cold", "representable", "split"):
        assert re.search(rf'": "[^"]*\b{word}\b', text), word


def test_a_policy_shows_first_what_programs_call_and_machinery_last() -> None:
    pytest.importorskip("sphinx", reason="the reference is that of the built pages")
    objects = import_module("reference.objects").Objects.in_folder(DOCS / "reference")
    page = objects.page("matroidlab.bandits.SafeThompson")
    places = [
        page.index(f"SafeThompson.{name}\n") for name in ("plan", "learn", "trusted", "promise")
    ]
    assert places == sorted(places)
    assert places[-1] < page.index("For those who extend it") < page.index("SafeThompson.part\n")


def test_pages_of_objects_lead_to_their_neighbours() -> None:
    pytest.importorskip("sphinx", reason="the reference is that of the built pages")
    objects = import_module("reference.objects").Objects.in_folder(DOCS / "reference")
    before, after = objects.neighbours("matroidlab.bandits.SafeThompson")
    assert objects.neighbours(objects.file_of(after))[0] == "matroidlab.bandits.SafeThompson"
    assert objects.neighbours(objects.file_of(before))[1] == "matroidlab.bandits.SafeThompson"
