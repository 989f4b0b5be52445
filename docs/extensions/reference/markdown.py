"""Pieces of Markdown."""

import re
from collections.abc import Iterable
from textwrap import indent


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table whose cells stand below each other where there is no room beside.

    >>> print(table(["key", "type"], [["`a`", ""]]))
    ```{list-table}
    :class: stacked
    :header-rows: 1
    :widths: auto
    <BLANKLINE>
    * - key
      - type
    * - `a`
      -
    ```
    """
    lines = "\n".join(_row(row) for row in [heads, *rows])
    return f"```{{list-table}}\n:class: stacked\n:header-rows: 1\n:widths: auto\n\n{lines}\n```"


def _row(cells: Iterable[str]) -> str:
    first, *others = (f"- {cell}".rstrip() for cell in cells)
    return "\n".join([f"* {first}", *(indent(cell, "  ") for cell in others)])


def from_docstring(text: str) -> str:
    r"""Return a piece of a docstring as Markdown in one line: code has one backquote, and is a link where it can be.

    >>> from_docstring("The sets of ``rank``\nelements of a `Matroid`.")
    'The sets of `rank` elements of a `Matroid`.'
    """
    return " ".join(text.replace("``", "`").split())


def fenced(language: str, text: str) -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def code(text: str) -> str:
    """Return text as code, whatever backquotes it holds.

    >>> code("a"), code("`a`")
    ('`a`', '`` `a` ``')
    """
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def entries(docstring: str) -> dict[str, str]:
    r"""Return what the section *Parameters* of a docstring says of each of them.

    >>> entries("A.\n\nParameters\n----------\nx, y\n    Where\n    it is.\n")
    {'x': 'Where it is.', 'y': 'Where it is.'}
    """
    found = re.search(
        r"^Parameters\n-+\n(.*?)(?=\n\w+\n---|\Z)", docstring, re.MULTILINE | re.DOTALL
    )
    pairs = re.findall(
        r"^(\w[^\n]*)\n((?:    [^\n]*\n?|\n)+)", f"{found[1]}\n" if found else "", re.MULTILINE
    )
    return {
        name: from_docstring(text)
        for names, text in pairs
        for name in names.replace(" ", "").split(",")
    }
