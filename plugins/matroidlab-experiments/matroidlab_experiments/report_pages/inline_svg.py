"""Pictures inside a page, with its font, its light and dark colours, and a text alternative."""

import re
from xml.etree import ElementTree as ET

from matroidlab_experiments.report_pages.html import Html, element
from matroidlab_experiments.report_pages.pictures.style import BLANK, FAINT, INK, SERIES_COLOURS

_VARIABLES = {
    INK: "currentColor",
    FAINT: "var(--grid)",
    BLANK: "var(--card)",
    **{colour: f"var(--series-{i + 1})" for i, colour in enumerate(SERIES_COLOURS)},
}
"""Colours of the file, and the variables of the page that replace them."""

_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_FONT = re.compile(r"font-family: [^;]*;? ?")
_USED = re.compile(r"url\(#([^)]*)\)")


def inline_svg(svg: bytes, *, name: str, title: str, words: str) -> Html:
    """Return an SVG file as part of a page, with ids that are unique on the page."""
    root = ET.fromstring(svg)  # noqa: S314 - we have just written it
    used = {_target(node) for node in root.iter()}
    for node in root.iter():
        _adapt(node, name, used)
    # A style element inside would apply to the whole page.
    kept = [child for child in root if child.tag in ("g", "defs") and child.find("style") is None]
    return element(
        "svg",
        element("title", title, id=f"{name}-title"),
        element("desc", words, id=f"{name}-words"),
        *(Html(ET.tostring(child, encoding="unicode")) for child in kept),
        viewBox=root.attrib["viewBox"],
        role="img",
        aria_labelledby=f"{name}-title {name}-words",
    )


def _target(node: ET.Element) -> str:
    """The id that a node refers to."""
    clip = _USED.fullmatch(node.get("clip-path", ""))
    return clip[1] if clip else node.get("{http://www.w3.org/1999/xlink}href", "#")[1:]


def _adapt(node: ET.Element, name: str, used: set[str]) -> None:
    """Remove the namespace and font of a node; use the page's colours and unique ids."""
    node.tag = node.tag.rpartition("}")[2]
    attributes = {key.rpartition("}")[2]: value for key, value in node.attrib.items()}
    if attributes.get("id") in used:
        attributes["id"] = f"{name}-{attributes['id']}"
    else:
        attributes.pop("id", None)
    if "href" in attributes:
        attributes["href"] = f"#{name}-{attributes['href'][1:]}"
    if "clip-path" in attributes:
        attributes["clip-path"] = _USED.sub(rf"url(#{name}-\1)", attributes["clip-path"])
    if "style" in attributes:
        coloured = _COLOUR.sub(
            lambda found: _VARIABLES.get(found[0], found[0]), attributes["style"]
        )
        attributes["style"] = _FONT.sub("", coloured)
    node.attrib.clear()
    node.attrib.update(attributes)
    if node.text and not node.text.strip():
        node.text = None
    node.tail = None if node.tail and not node.tail.strip() else node.tail
