"""A page as its reader takes it apart: elements, ids, links, and what is left open."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "use", "path", "rect"}
"""HTML's void elements, and what SVG closes in itself."""


@dataclass
class Element:
    """An element with its attributes and all text inside it."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    inside: tuple[str, ...] = ()


@dataclass
class Page:
    """All elements of a page, in order, and the faults of its nesting."""

    elements: list[Element] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """The elements of that name that have these attributes."""
        asked = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [e for e in self.elements if e.tag == tag and asked.items() <= e.attributes.items()]

    def by_id(self, name: str) -> Element:
        (found,) = [element for element in self.elements if element.attributes.get("id") == name]
        return found

    @property
    def text(self) -> str:
        return self.elements[0].text


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        inside = tuple(element.tag for element in self.open)
        element = Element(tag, {name: value or "" for name, value in attrs}, inside=inside)
        self.page.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open[-1].tag != tag:
            self.page.faults.append(
                f"</{tag}> closes {self.open[-1].tag if self.open else 'nothing'}"
            )
            return
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def parsed(text: str) -> Page:
    """Take a page apart."""
    parser = _Parser()
    parser.feed(text)
    parser.close()
    parser.page.faults += [f"<{element.tag}> is never closed" for element in parser.open]
    return parser.page
