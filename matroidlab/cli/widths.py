"""The widths of a table's columns, so that it fits and no word is broken."""

import unicodedata
from collections.abc import Sequence

LOOKED_AT = 50
"""The number of rows that decide which column is made narrower."""


def fitted_widths(
    headings: Sequence[str], cells: Sequence[Sequence[str]], whole: Sequence[bool], *, room: int
) -> list[int] | None:
    """Return widths at which all columns fit and no word is broken, or None if there are none.

    >>> cells = [["K4", "a complete graph"]]
    >>> fitted_widths(["name", "in words"], cells, [False, False], room=20)
    [4, 9]
    >>> fitted_widths(["name", "in words"], cells, [False, False], room=18) is None
    True

    Each column takes three letters more, and the table one. Cells of ``whole`` columns are kept on
    one line. The column is made narrower that lengthens the table least.
    """
    columns = list(zip(headings, zip(*cells, strict=True), whole, strict=True))
    widths = [longest([heading, *column]) for heading, column, _ in columns]
    least = [
        max(longest(heading.split()), longest(column if kept else " ".join(column).split(" ")))
        for heading, column, kept in columns
    ]
    if sum(least) + 3 * len(least) + 1 > room:
        return None
    lengths = [[longest([cell]) for cell in row] for row in cells[:LOOKED_AT]]
    while sum(widths) + 3 * len(widths) + 1 > room:
        narrower = [
            [*widths[:i], width - 1, *widths[i + 1 :]]
            for i, width in enumerate(widths)
            if width > least[i]
        ]
        widths = min(narrower, key=lambda some: (_height(lengths, some), max(some)))
    return widths


def _height(lengths: Sequence[Sequence[int]], widths: Sequence[int]) -> int:
    """The approximate number of lines that cells of these lengths take."""
    return sum(
        max(-(-length // width) for length, width in zip(row, widths, strict=True))
        for row in lengths
    )


def longest(texts: Sequence[str]) -> int:
    """Return the width of the longest line on a terminal, where some letters take two columns."""
    return max((_columns(line) for text in texts for line in text.split("\n")), default=0)


def _columns(line: str) -> int:
    if line.isascii():
        return len(line)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in line)
    return len(line) + wide - sum(unicodedata.combining(letter) > 0 for letter in line)
