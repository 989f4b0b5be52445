from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from matroidlab.families.graphic.matroid import GraphicMatroid
from matroidlab.hookspecs import Family, hookimpl

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def strategy() -> "SearchStrategy[GraphicMatroid]":
    """Graphic matroids of up to 8 edges on up to 5 vertices, with loops and parallel edges."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    vertex = st.integers(0, 4)
    different = st.sampled_from(list(combinations(range(5), 2)))

    @st.composite
    def graphs(draw: st.DrawFn) -> GraphicMatroid:
        # Loops and parallel edges come on top: among edges drawn at random, few make cycles that
        # share an edge.
        count = draw(st.integers(0, 8))
        simple = draw(st.lists(different, min_size=count, max_size=count, unique=True))
        others = draw(st.lists(st.tuples(vertex, vertex), max_size=8 - count))
        return GraphicMatroid(draw(st.permutations(simple + others)))

    return graphs()


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``graphic``."""
    wheel = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [2, 3], [3, 4], [4, 1]]
    examples = (
        {"edges": [[0, 1], [1, 2], [0, 2], [2, 3]]},
        {"edges": [[0, 1], [0, 1], [2, 2]]},
        {"edges": wheel},
    )
    return [Family("graphic", GraphicMatroid, examples=examples, strategy=strategy)]
