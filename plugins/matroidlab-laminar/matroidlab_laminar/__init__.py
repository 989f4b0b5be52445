"""Laminar matroids, a plugin of matroidlab: capacities on groups within groups."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from matroidlab import Family, hookimpl
from matroidlab_laminar.matroid import LaminarMatroid

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["LaminarMatroid", "laminar_matroids"]


def laminar_matroids() -> "SearchStrategy[LaminarMatroid]":
    """Laminar matroids of up to 8 elements, with loops, free elements, empty and equal sets."""
    from matroidlab_laminar.strategy import laminar_matroids  # noqa: PLC0415

    return laminar_matroids()


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``laminar``."""
    examples = (
        {"size": 6, "sets": [[0, 1, 2, 3, 4], [0, 1, 2], [3, 4]], "capacities": [3, 2, 1]},
        {"size": 3, "sets": [[0], [], [1, 2], [1, 2]], "capacities": [0, 1, 2, 1]},
    )
    return [Family("laminar", LaminarMatroid, examples=examples, strategy=laminar_matroids)]
