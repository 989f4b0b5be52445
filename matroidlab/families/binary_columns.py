"""Matroids for tests: sums of columns over GF(2), whose bases are listed."""

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Bases = list[tuple[int, ...]]


def listed_bases() -> "SearchStrategy[tuple[int, Bases]]":
    """Draw the size and the bases of a binary matroid of up to 7 elements."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    @st.composite
    def columns(draw: st.DrawFn) -> list[int]:
        # Loops and parallel elements come on top: among columns drawn at random they would be most
        # of them.
        last = 2 ** draw(st.integers(0, 4)) - 1
        count = draw(st.integers(0, min(last, 7)))
        simple = (
            draw(st.lists(st.integers(1, last), min_size=count, max_size=count, unique=True))
            if count
            else []
        )
        others = draw(st.lists(st.integers(0, last), max_size=7 - count))
        return draw(st.permutations(simple + others))

    return columns().map(_bases_of_columns)


def _bases_of_columns(columns: list[int]) -> tuple[int, Bases]:
    rank = _binary_rank(columns)
    chosen = combinations(range(len(columns)), rank)
    bases = [basis for basis in chosen if _binary_rank([columns[e] for e in basis]) == rank]
    return len(columns), bases


def _binary_rank(columns: list[int]) -> int:
    """Return the rank over GF(2) of columns given as bit masks, by listing all their sums."""
    sums = {0}
    for column in columns:
        sums |= {column ^ other for other in sums}
    return len(sums).bit_length() - 1
