"""Gammoids, a plugin of matroidlab: sets that can be linked to sinks by disjoint paths."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from matroidlab import Family, hookimpl
from matroidlab_gammoid.matroid import Gammoid

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["Gammoid", "gammoids"]


def gammoids() -> "SearchStrategy[Gammoid]":
    """Gammoids of up to 8 elements, with cycles, loops, parallel elements and unused sinks."""
    from matroidlab_gammoid.strategy import gammoids  # noqa: PLC0415 - only tests have hypothesis

    return gammoids()


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``gammoid``."""
    strict = {
        "arcs": [[0, 2], [1, 2], [1, 3], [2, 4], [3, 5]],
        "sinks": [4, 5],
        "elements": [0, 1, 2, 3, 4, 5],
    }
    parallel_and_loops = {
        "arcs": [[0, 1], [1, 0], [1, 1], [3, 2]],
        "sinks": [1],
        "elements": [0, 0, 1, 3, 9],
    }
    arcs = [
        [0, 4],
        [1, 4],
        [1, 5],
        [2, 5],
        [3, 5],
        [3, 6],
        [4, 5],
        [4, 7],
        [5, 6],
        [5, 8],
        [6, 4],
        [6, 9],
    ]
    cyclic = {"arcs": arcs, "sinks": [7, 8, 9], "elements": [0, 1, 2, 3, 6, 7]}
    return [
        Family("gammoid", Gammoid, examples=(strict, parallel_and_loops, cyclic), strategy=gammoids)
    ]
