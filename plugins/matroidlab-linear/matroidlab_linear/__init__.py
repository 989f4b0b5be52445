"""Linear matroids, a plugin of matroidlab, over prime fields and the rationals."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from matroidlab import Family, hookimpl
from matroidlab_linear.matroid import LinearMatroid

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["LinearMatroid", "linear_matroids"]


def linear_matroids() -> "SearchStrategy[LinearMatroid]":
    """Linear matroids of up to 8 elements, with loops, parallel columns and dependent rows."""
    from matroidlab_linear.strategy import linear_matroids  # noqa: PLC0415

    return linear_matroids()


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``linear``."""
    seven_points = [[1, 0, 0, 1, 1, 0, 1], [0, 1, 0, 1, 0, 1, 1], [0, 0, 1, 0, 1, 1, 1]]
    examples = (
        {"matrix": seven_points, "modulus": 2},
        {"matrix": seven_points, "modulus": 3},
        {"matrix": [[1, "1/2", 0, 2], [-1, "-1/2", 0, 3]]},
        {"matrix": [[0, 0, 0]], "modulus": 5},
    )
    return [
        Family("linear", LinearMatroid, examples, parameters=_parameters, strategy=linear_matroids)
    ]


def _parameters(matroid: LinearMatroid) -> Mapping[str, object]:
    """Return the plain data that builds an equal matroid.

    A file leaves the modulus out, because it cannot say None.
    """
    rows = [list(row) for row in matroid.matrix]
    return (
        {"matrix": rows}
        if matroid.modulus is None
        else {"matrix": rows, "modulus": matroid.modulus}
    )
