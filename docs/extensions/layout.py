"""The layout of pages: groups in the sidebar, an open sidebar for objects, words for search, tidy code.

Sphinx forgets the captions of nested tables of contents, and knows no place for pages that are in none.
"""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import index
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

TOCTREE = re.compile(r"^```\{toctree\}\n:caption: (.+)\n(?::.*\n)*\n(.+)$", re.MULTILINE)
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
NUMBERS = re.compile(r"(?<=[0-9]) ([\N{PLUS-MINUS SIGN}%])")
SENTENCE = 40
"""A cell of a table with more characters than this is a sentence."""
CHECKBOX = 'class="toctree-checkbox"'


def setup(app: Sphinx) -> dict[str, Any]:
    """Register what happens when."""
    app.add_config_value("search_words", {}, "env")
    app.add_config_value("search_phrases", {}, "env")
    app.connect("doctree-read", strip_code)
    app.connect("doctree-read", write_dashes)
    app.connect("doctree-read", keep_numbers_together)
    app.connect("doctree-read", add_search_words)
    app.connect("doctree-read", give_sentences_room)
    app.connect("html-page-context", arrange_sidebar, priority=900)  # after the theme
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def strip_code(_app: Sphinx, page: nodes.document) -> None:
    """Remove empty lines at the end of blocks, which doctest needs and readers do not."""
    for block in page.findall(nodes.literal_block):
        text = block.astext()
        if block.rawsource == text and text != text.rstrip():
            block.rawsource = text.rstrip()
            block.clear()
            block.append(nodes.Text(text.rstrip()))


def write_dashes(_app: Sphinx, page: nodes.document) -> None:
    """Write a dash between a parameter and its explanation, where Sphinx writes two hyphens."""
    for field in page.findall(nodes.field_body):
        for text in list(field.findall(nodes.Text)):
            if text.startswith(" -- "):
                text.parent.replace(text, nodes.Text(f" \N{EN DASH} {text[4:]}"))


def keep_numbers_together(_app: Sphinx, page: nodes.document) -> None:
    """Break no line around a plus-minus sign, nor before a percent sign."""
    for text in list(page.findall(nodes.Text)):
        together = NUMBERS.sub(NO_BREAK_SPACE + r"\1", text)
        together = together.replace("\N{PLUS-MINUS SIGN} ", "\N{PLUS-MINUS SIGN}" + NO_BREAK_SPACE)
        if together != text and not isinstance(text.parent, nodes.literal | nodes.literal_block):
            text.parent.replace(text, nodes.Text(together))


def give_sentences_room(_app: Sphinx, page: nodes.document) -> None:
    """Mark cells with sentences, which are wide enough to be read on a phone too."""
    for cell in page.findall(nodes.entry):
        if len(cell.astext()) > SENTENCE:
            cell["classes"].append("sentence")


def add_search_words(app: Sphinx, page: nodes.document) -> None:
    """Let the search find a page by words that it does not use itself."""
    env: BuildEnvironment = app.env
    for phrase in app.config.search_phrases.get(env.docname, ()):
        entry = ("single", phrase, nodes.make_id(f"about {phrase}"), "main", None)
        page.insert(0, [index(entries=[entry]), nodes.target("", "", ids=[entry[2]])])
    words = app.config.search_words.get(env.docname)
    if words:
        page += nodes.meta(name="keywords", content=", ".join(re.findall(r"\w+", words)))


def arrange_sidebar(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Put captions above the groups of how-to pages, and open the sidebar where an object belongs."""
    tree = context.get("furo_navigation_tree")
    if tree is None:
        return
    for caption, first in groups(Path(app.srcdir) / "howto" / "index.md").items():
        address = "#" if page == f"howto/{first}" else context["pathto"](f"howto/{first}")
        tree = with_caption(tree, caption, address)
    if page.startswith("reference/api/"):
        tree = opened(tree, context["pathto"]("reference/index"))
        tree = marked(tree, list_of(context.get("body", "")))
    context["furo_navigation_tree"] = tree


def groups(index: Path) -> dict[str, str]:
    """Return the captions of a page, each with the first page below it."""
    found = TOCTREE.findall(index.read_text(encoding="utf-8"))
    return {caption: re.sub(r".*<(.+)>", r"\1", first) for caption, first in found}


def with_caption(tree: str, caption: str, address: str) -> str:
    r"""Return the sidebar with a caption above the entry of an address.

    >>> with_caption('<li class="toctree-l2"><a href="a.html">A</a></li>', "Decide", "a.html")
    '<li class="group">Decide</li><li class="toctree-l2"><a href="a.html">A</a></li>'
    """
    entry = re.compile(rf'<li class="toctree-l2[^"]*"><a [^>]*href="{re.escape(address)}"')
    return entry.sub(lambda found: f'<li class="group">{caption}</li>{found[0]}', tree, count=1)


def list_of(body: str) -> str:
    """Return the address of the list that the page of an object names at its top.

    >>> list_of('<p><a class="reference internal" href="../bandits.html">Bandits</a></p>')
    '../bandits.html'
    """
    found = re.search(r'href="(\.\./(?!index)[\w-]+(?:\.html|/))"', body)
    return found[1] if found else ""


def marked(tree: str, address: str) -> str:
    """Return the sidebar with the entry of an address marked as the current one."""
    link = re.compile(
        rf'<li class="(toctree-l2[^"]*)"><a class="([^"]*)" href="{re.escape(address)}"'
    )
    return link.sub(
        rf'<li class="\1 current current-page"><a class="\2 current" href="{address}"',
        tree,
        count=1,
    )


def opened(tree: str, address: str) -> str:
    """Return the sidebar with one of its sections open."""
    before, link, after = tree.partition(f'href="{address}"')
    return before + link + after.replace(CHECKBOX, f'checked="" {CHECKBOX}', 1)
