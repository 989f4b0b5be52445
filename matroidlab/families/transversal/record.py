from collections.abc import Iterable
from typing import TYPE_CHECKING

from matroidlab.families.transversal.matroid import TransversalMatroid
from matroidlab.hookspecs import Family, hookimpl

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def strategy() -> "SearchStrategy[TransversalMatroid]":
    """Transversal matroids of up to 8 elements and 5 sets, loops and empty sets among them."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    def of_size(size: int) -> st.SearchStrategy[TransversalMatroid]:
        row = (
            st.lists(st.integers(0, size - 1), max_size=size, unique=True) if size else st.just([])
        )
        return st.builds(TransversalMatroid, st.just(size), st.lists(row, max_size=5))

    return st.integers(0, 8).flatmap(of_size)


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``transversal``."""
    examples = (
        {"size": 4, "sets": [[0, 1], [1, 2, 3]]},
        {"size": 3, "sets": [[0, 1], [], [0, 1], [1]]},
    )
    return [Family("transversal", TransversalMatroid, examples=examples, strategy=strategy)]
