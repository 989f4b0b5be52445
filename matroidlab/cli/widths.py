"""How wide the columns of a table are, so that it fits and no word is broken."""

from collections.abc import Sequence

LOOKED_AT = 50
"""How many rows say where room is best taken from."""


def fitted_widths(
    headings: Sequence[str], cells: Sequence[Sequence[str]], whole: Sequence[bool], *, room: int
) -> list[int] | None:
    """Return how wide each column is to be so that all fit and no word is broken; None if that cannot be.

    >>> fitted_widths(["name", "what it is"], [["K4", "a complete graph"]], [False, False], room=20)
    [4, 9]
    >>> fitted_widths(["name", "what it is"], [["K4", "a complete graph"]], [False, False], room=18) is None
    True

    Three letters more are between columns, and one at the end. Cells of ``whole`` columns are kept on one line. Room is
    taken from where it makes the table longer by least.
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
        narrower = [[*widths[:i], width - 1, *widths[i + 1 :]] for i, width in enumerate(widths) if width > least[i]]
        widths = min(narrower, key=lambda some: (_height(lengths, some), max(some)))
    return widths


def _height(lengths: Sequence[Sequence[int]], widths: Sequence[int]) -> int:
    """About how many lines cells of these lengths take."""
    return sum(max(-(-length // width) for length, width in zip(row, widths, strict=True)) for row in lengths)


def longest(texts: Sequence[str]) -> int:
    """Return how many columns of a terminal the longest line takes."""
    from rich.cells import cell_len  # noqa: PLC0415 - letters may be two columns wide

    return max((cell_len(line) for text in texts for line in text.split("\n")), default=0)
