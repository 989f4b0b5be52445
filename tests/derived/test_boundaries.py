"""The ends of the range: nothing at all, rank 0, loops, coloops, everything kept or removed; and
what is refused."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    GraphicMatroid,
    Matroid,
    MatroidUnion,
    OracleMatroid,
    Restriction,
    Truncation,
    UniformMatroid,
)
from matroidlab.errors import InvalidMatroidError
from matroidlab.subsets import independence_table
from matroidlab.testing import check_matroid
from matroidlab.types import Booleans, Masks
from support.bare import Bare

LOOP_COLOOP_TRIANGLE = GraphicMatroid([(0, 0), (0, 1), (1, 2), (2, 3), (1, 3)])
NOTHING = UniformMatroid(0, 0)
LOOPS = UniformMatroid(3, 0)
COLOOPS = UniformMatroid(3, 3)
PARENTS = [NOTHING, LOOPS, COLOOPS, LOOP_COLOOP_TRIANGLE, Bare(LOOP_COLOOP_TRIANGLE), Bare(NOTHING)]
CONSTRUCTIONS: dict[str, Callable[[Matroid], Matroid]] = {
    "dual": Dual,
    "all": lambda parent: Restriction(parent, range(parent.size)[::-1]),
    "none": lambda parent: Restriction(parent, []),
    "contract nothing": lambda parent: Contraction(parent, []),
    "contract all": lambda parent: Contraction(parent, range(parent.size)),
    "truncate to nothing": lambda parent: Truncation(parent, 0),
    "truncate nothing": lambda parent: Truncation(parent, parent.rank),
    "beside itself": lambda parent: DirectSum([parent, NOTHING, parent]),
    "alone": lambda parent: DirectSum([parent]),
    "with itself": lambda parent: MatroidUnion([parent, parent]),
    "union of one": lambda parent: MatroidUnion([parent]),
}


@pytest.mark.parametrize("parent", PARENTS, ids=repr)
@pytest.mark.parametrize("construction", CONSTRUCTIONS)
def test_the_ends_of_the_range_keep_every_law(parent: Matroid, construction: str) -> None:
    check_matroid(CONSTRUCTIONS[construction](parent))


def test_no_parts_make_the_empty_matroid() -> None:
    empty = DirectSum([])
    assert (empty.size, empty.rank) == (0, 0)
    check_matroid(empty)


def test_loops_and_coloops_change_places_in_the_dual() -> None:
    dual = Dual(LOOP_COLOOP_TRIANGLE)
    assert not dual.is_independent(np.array([1]))
    assert all(0 in dual.greedy(np.roll(np.arange(5), shift)) for shift in range(5))


def test_contracting_a_loop_is_deleting_it() -> None:
    contracted = Contraction(LOOP_COLOOP_TRIANGLE, [0])
    deleted = Restriction(LOOP_COLOOP_TRIANGLE, [1, 2, 3, 4])
    assert contracted.rank == deleted.rank == LOOP_COLOOP_TRIANGLE.rank
    assert contracted.greedy(np.arange(4)).tolist() == deleted.greedy(np.arange(4)).tolist()


def test_element_names_are_those_of_the_parent() -> None:
    edges = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    assert list(Restriction(edges, [2, 0]).element_names) == ["0-2", "0-1"]
    assert list(Contraction(edges, [0]).element_names) == ["1-2", "0-2"]
    assert list(Dual(Truncation(edges, 1)).element_names) == ["0-1", "1-2", "0-2"]


def test_constructions_are_values() -> None:
    edges = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    kept: Any = np.array([2, 0])
    assert Restriction(edges, kept) == Restriction(edges, (2, 0)) != Restriction(edges, [0, 2])
    assert Contraction(edges, [2, 0]) == Contraction(edges, (0, 2))
    assert len({Dual(edges), Dual(edges), Dual(Dual(edges))}) == 2
    assert (
        repr(Truncation(UniformMatroid(3, 2), 1))
        == "Truncation(parent=UniformMatroid(size=3, rank=2), rank=1)"
    )
    assert DirectSum(iter([edges])) == DirectSum([edges])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("construction", "arguments", "message"),
    [
        (Dual, [[[0, 1]]], "parent must be a matroid, got [[0, 1]], which has no size"),
        (
            Dual,
            [np.arange(3)],
            "parent must be a matroid, got array([0, 1, 2]), which has no is_independent",
        ),
        (Restriction, [None, []], "parent must be a matroid, got None, which has no size"),
        (Restriction, [LOOPS, [0, 3]], "kept must lie in 0..2, got 3"),
        (Restriction, [LOOPS, [0, 0]], "kept must be distinct, got 0 more than once"),
        (Contraction, [LOOPS, [-1]], "removed must lie in 0..2, got -1"),
        (Contraction, [LOOPS, 1], "removed must be a sequence of integers, got 1"),
        (Truncation, [COLOOPS, 4], "rank must lie in 0..3, got 4"),
        (Truncation, [COLOOPS, 1.5], "rank must be an integer, got 1.5"),
        (
            DirectSum,
            [LOOPS],
            "parts must be a sequence of matroids, got UniformMatroid(size=3, rank=0)",
        ),
        (DirectSum, [[LOOPS, 3]], "parts[1] must be a matroid, got 3, which has no size"),
        (
            MatroidUnion,
            [[]],
            "parts must be at least one matroid, all with the same elements, got none",
        ),
        (
            MatroidUnion,
            [[LOOPS, NOTHING]],
            "parts must be at least one matroid, all with the same elements, got sizes [3, 0]",
        ),
    ],
)
def test_what_makes_no_construction_is_refused(
    construction: Any, arguments: list[Any], message: str
) -> None:
    with pytest.raises(InvalidMatroidError, match=f"^{re.escape(message)}$"):
        construction(*arguments)


def test_nothing_is_asked_of_the_oracle_before_it_must() -> None:
    def untouchable(_: Any) -> bool:
        raise AssertionError("the oracle was asked")

    parent = OracleMatroid(4, untouchable)
    MatroidUnion(
        [Restriction(Dual(parent), [3, 1]), Contraction(Dual(DirectSum([parent])), [0, 3])]
    )


LEVELS = 7


@pytest.mark.parametrize("between", [(), (Truncation,)])
def test_nested_duals_cost_as_much_as_their_levels_and_no_more(
    between: tuple[type[Truncation], ...],
) -> None:
    """Each level once cost five times as much as the one inside it."""
    asked: list[int] = []

    class Counted(UniformMatroid):
        """Counts how often it is asked about many sets at once."""

        def are_independent(self, masks: Masks, /) -> Booleans:
            asked.append(masks.size)
            return super().are_independent(masks)

    nested: Matroid = Counted(4, 2)
    for _ in range(LEVELS):
        nested = Dual(nested)
        for construction in between:
            nested = construction(nested, 2)
    assert independence_table(nested).sum() == 1 + 4 + 6
    assert len(asked) == 1
    assert asked[0] <= 2**4
