"""Every link of the documentation to another page, a heading or a file of the tree resolves."""

import re
import string
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *(
        ROOT / name
        for name in ("README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md")
    ),
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in page.parts),
    *sorted((ROOT / "plugins").rglob("README.md")),
]
FENCE = re.compile(r"^([ \t]*)(`{3,}).*?^\1\2[ \t]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)
LABEL = re.compile(r"^\((.+)\)=$", re.MULTILINE)
LEFT_OUT = str.maketrans("", "", "".join(set(string.punctuation) - {"-", "_"}))


def anchors(page: Path) -> set[str]:
    """Return the names of headings in links, as GitHub and MyST derive them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = (re.sub(r"\[(.*?)\]\(.*?\)", r"\1", one) for one in HEADING.findall(text))
    return {one.lower().translate(LEFT_OUT).replace(" ", "-") for one in titles} | set(
        LABEL.findall(text)
    )


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere; those to other places are not followed."""
    found = []
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (
            anchor and target.suffix == ".md" and anchor not in anchors(target)
        ):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_resolves(page: Path) -> None:
    assert broken(page) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# A page's title: `code`\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](other.md#a-pages-title-code) [b](other.md#none) [c](gone.md) [d](https://x.y)\n",
        encoding="utf-8",
    )
    assert broken(page) == ["other.md#none", "gone.md"]
