"""HTML that is safe by construction: text is escaped unless it was made by this module."""

import html
from collections.abc import Iterable

VOID = ("meta", "br")


class Html(str):
    """A string of HTML, as opposed to text that must be escaped."""

    __slots__ = ()


def escaped(text: str) -> Html:
    """Return text as HTML.

    >>> escaped("a < b & c")
    'a &lt; b &amp; c'
    >>> escaped(escaped("a < b"))
    'a &lt; b'

    Control characters and lone surrogates become question marks.
    """
    if isinstance(text, Html):
        return text
    visible = "".join(
        letter if letter.isprintable() or letter.isspace() else "?" for letter in text
    )
    return Html(html.escape(visible.encode("utf-8", "replace").decode()))


def element(tag: str, *children: str, **attributes: str) -> Html:
    """Return an element; a trailing underscore of an attribute is dropped, others become hyphens.

    >>> element("p", "1 < 2", class_="plain", aria_label='"so"')
    '<p class="plain" aria-label="&quot;so&quot;">1 &lt; 2</p>'
    """
    shown = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(text)}"'
        for name, text in attributes.items()
    )
    if tag in VOID:
        return Html(f"<{tag}{shown}>")
    return Html(f"<{tag}{shown}>{together(children)}</{tag}>")


def together(parts: Iterable[str]) -> Html:
    """Concatenate parts."""
    return Html("".join(map(escaped, parts)))


def lines(parts: Iterable[str]) -> Html:
    """Concatenate parts, each on its own line."""
    return Html("\n".join(map(escaped, parts)))
