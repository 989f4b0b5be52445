"""The constructions by name; their strategies take one for matroids, over which they construct."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from matroidlab.derived.direct_sum import DirectSum
from matroidlab.derived.dual import Dual
from matroidlab.derived.minors import Contraction, Restriction
from matroidlab.derived.truncation import Truncation
from matroidlab.derived.union import MatroidUnion
from matroidlab.hookspecs import Family, hookimpl
from matroidlab.parameters import Parameters
from matroidlab.protocol import Matroid

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    Matroids = SearchStrategy[Matroid]

Made = TypeVar("Made", bound=Matroid)

MOST_IN_SUM = 7
MOST_IN_UNION = 5
"""The most elements that are drawn: all sets are tried by brute force, and unions are slow."""

TRIANGLE_AND_TAIL: Parameters = {"family": "graphic", "edges": [[0, 1], [1, 2], [0, 2], [2, 3]]}
TWO_OF_FOUR: Parameters = {"family": "uniform", "size": 4, "rank": 2}
SLOTS: Parameters = {"family": "partition", "blocks": [[0, 3], [1, 2]], "capacities": [1, 1]}


def duals(matroids: "Matroids") -> "SearchStrategy[Dual]":
    """Duals of matroids."""
    return matroids.map(Dual)


def restrictions(matroids: "Matroids") -> "SearchStrategy[Restriction]":
    """Restrictions to any elements, in any order."""
    return _after_some(matroids, lambda parent, order, count: Restriction(parent, order[count:]))


def contractions(matroids: "Matroids") -> "SearchStrategy[Contraction]":
    """Contractions of any elements."""
    return _after_some(matroids, lambda parent, order, count: Contraction(parent, order[:count]))


def _after_some(
    matroids: "Matroids", make: Callable[[Matroid, Sequence[int], int], Made]
) -> "SearchStrategy[Made]":
    """Draw a matroid, an order of its elements, and how many of them to remove, mostly few."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    def made(parent: Matroid) -> st.SearchStrategy[Made]:
        counts = st.integers(0, min(3, parent.size)) | st.integers(0, parent.size)
        return st.builds(make, st.just(parent), st.permutations(range(parent.size)), counts)

    return matroids.flatmap(made)


def truncations(matroids: "Matroids") -> "SearchStrategy[Truncation]":
    """Truncations to any rank."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    return matroids.flatmap(
        lambda parent: st.builds(Truncation, st.just(parent), st.integers(0, parent.rank))
    )


def direct_sums(matroids: "Matroids") -> "SearchStrategy[DirectSum]":
    """Direct sums of up to three matroids, each restricted to what there is room for."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    def summed(parts: list[Matroid]) -> DirectSum:
        room = MOST_IN_SUM
        cut: list[Matroid] = []
        for part in parts:
            cut.append(_first(part, room))
            room -= cut[-1].size
        return DirectSum(cut)

    return st.lists(matroids, max_size=3).map(summed)


def unions(matroids: "Matroids") -> "SearchStrategy[MatroidUnion]":
    """Unions of up to three matroids, the smaller ones with loops beside them."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    def united(parts: Sequence[Matroid]) -> MatroidUnion:
        largest = _first(max(parts, key=lambda part: part.size), MOST_IN_UNION)
        return MatroidUnion([_beside_loops(_first(part, largest.size), largest) for part in parts])

    return st.lists(matroids, min_size=1, max_size=3).map(united)


def _first(matroid: Matroid, count: int) -> Matroid:
    """The matroid if it has at most ``count`` elements, else its restriction to the first ones."""
    return matroid if matroid.size <= count else Restriction(matroid, range(count))


def _beside_loops(matroid: Matroid, largest: Matroid) -> Matroid:
    """The matroid with loops added, so that it has as many elements as the largest."""
    missing = largest.size - matroid.size
    return DirectSum([matroid, _first(Truncation(largest, 0), missing)]) if missing else matroid


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer the constructions."""
    k4_beside_slots = {"parts": [TRIANGLE_AND_TAIL, SLOTS]}
    return [
        Family("dual", Dual, examples=({"parent": TRIANGLE_AND_TAIL},), strategy=duals),
        Family(
            "restriction",
            Restriction,
            examples=({"parent": TRIANGLE_AND_TAIL, "kept": [3, 0, 1]},),
            strategy=restrictions,
        ),
        Family(
            "contraction",
            Contraction,
            examples=({"parent": TRIANGLE_AND_TAIL, "removed": [1]},),
            strategy=contractions,
        ),
        Family(
            "truncation",
            Truncation,
            examples=({"parent": {"family": "direct-sum", **k4_beside_slots}, "rank": 3},),
            strategy=truncations,
        ),
        Family(
            "direct-sum", DirectSum, examples=(k4_beside_slots, {"parts": []}), strategy=direct_sums
        ),
        Family("union", MatroidUnion, examples=({"parts": [SLOTS, TWO_OF_FOUR]},), strategy=unions),
    ]
