"""Fast matroids stay fast: constructions offer what their parents offer, and nothing where these
have nothing."""

from typing import Any

import numpy as np
import pytest

from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    ExplicitMatroid,
    GraphicMatroid,
    Matroid,
    MatroidUnion,
    OracleMatroid,
    PartitionMatroid,
    Restriction,
    TransversalMatroid,
    Truncation,
    UniformMatroid,
    exchange_bijection,
)
from matroidlab.algorithms.many_lanes import LaneByLane
from matroidlab.protocol import (
    Batched,
    Dynamic,
    Listed,
    Orderability,
    Pairwise,
    Part,
    Tabulated,
    graph_edges_of,
    offered,
    rank_lookup_of,
    uniform_blocks_of,
)
from matroidlab.testing import check_matroid
from matroidlab.types import Elements
from support.bare import Bare
from support.constructions import unknowing

SLOTS = PartitionMatroid([[*range(i, 24, 4)] for i in range(4)], [3, 1, 2, 4])
OF_SLOTS: list[Matroid] = [
    Dual(SLOTS),
    Restriction(SLOTS, [5, 3, 20, 0, 1, 2, 9, 8, 12, 17]),
    Contraction(SLOTS, [7, 3, 11, 0, 1]),
    Truncation(SLOTS, 6),
    DirectSum([SLOTS, UniformMatroid(5, 2)]),
    DirectSum([UniformMatroid(3, 1), GraphicMatroid([(0, 1), (1, 2), (0, 2)])]),
    Truncation(Dual(DirectSum([SLOTS, Contraction(UniformMatroid(9, 4), [2])])), 7),
    Restriction(Contraction(Truncation(Dual(SLOTS), 9), [4, 2]), [*range(17, 5, -1)]),
]
each = pytest.mark.parametrize("matroid", OF_SLOTS, ids=repr)

# Who can do which jobs: 10 is a loop, 11 and 3 are parallel, two jobs are alike, and no one can do
# the last.
JOBS = TransversalMatroid(12, [[0, 1, 2, 3, 11], [2, 4, 5], [2, 4, 5], [5, 6, 7, 8, 9], [0, 9], []])
OF_JOBS: list[Matroid] = [
    JOBS,
    Dual(JOBS),
    Restriction(JOBS, [10, 9, 7, 11, 3, 0, 4, 5]),
    Contraction(JOBS, [4, 10, 0]),
    Truncation(JOBS, 3),
    DirectSum([JOBS, UniformMatroid(2, 1)]),
    Truncation(
        Dual(Contraction(DirectSum([JOBS, TransversalMatroid(3, [[0, 1], [1, 2]])]), [2])), 4
    ),
]
each_of_jobs = pytest.mark.parametrize("matroid", OF_JOBS, ids=repr)
each_of_all = pytest.mark.parametrize("matroid", [*OF_SLOTS, *OF_JOBS], ids=repr)


@each_of_all
def test_lanes_of_larger_constructions_are_those_of_greedy_lane_by_lane(matroid: Matroid) -> None:
    own = offered(matroid, Batched)
    assert own is not None
    weights = np.random.default_rng(3).integers(0, 6, (30, matroid.size)).astype(float)
    weights[:10][weights[:10] == 5], weights[:10][weights[:10] == 0] = np.inf, -np.inf
    assert (
        own.max_weight_bases(weights).tolist()
        == LaneByLane(unknowing(matroid)).max_weight_bases(weights).tolist()
    )


@each_of_all
def test_larger_constructions_keep_every_law(matroid: Matroid) -> None:
    check_matroid(matroid)


@each_of_jobs
def test_exchanges_over_transversal_matroids_are_strong(matroid: Matroid) -> None:
    own = offered(matroid, Batched)
    assert own is not None
    assert own.exchanges_are_strong


TWICE: list[Matroid] = [
    SLOTS,
    JOBS,
    ExplicitMatroid(3, [[0, 1], [0, 2]]),
    GraphicMatroid([(0, 1), (1, 2), (0, 2)]),
]


@pytest.mark.parametrize("matroid", TWICE, ids=repr)
@pytest.mark.parametrize("times", [2, 4])
def test_the_dual_of_the_dual_offers_what_the_matroid_does(matroid: Matroid, times: int) -> None:
    again = matroid
    for _ in range(times):
        again = Dual(again)
    for kind in (Batched, Dynamic, Listed, Orderability, Pairwise, Part, Tabulated):
        assert type(offered(again, kind)) is type(offered(matroid, kind))
    assert graph_edges_of(again) == graph_edges_of(matroid)
    assert rank_lookup_of(again) == rank_lookup_of(matroid)
    check_matroid(again)


@each_of_all
def test_nothing_is_offered_where_the_parents_have_nothing(matroid: Matroid) -> None:
    hidden = over_bare(matroid)
    for kind in (Batched, Orderability, Tabulated, Dynamic, Part):
        assert offered(hidden, kind) is None
    assert uniform_blocks_of(hidden) is None


def over_bare(matroid: Any) -> Any:
    """The same construction over bare objects."""
    if isinstance(matroid, DirectSum | MatroidUnion):
        return type(matroid)([over_bare(part) for part in matroid.parts])
    if isinstance(matroid, Restriction):
        return Restriction(over_bare(matroid.parent), matroid.kept)
    if isinstance(matroid, Contraction):
        return Contraction(over_bare(matroid.parent), matroid.removed)
    if isinstance(matroid, Truncation):
        return Truncation(over_bare(matroid.parent), matroid.rank)
    return Dual(over_bare(matroid.parent)) if isinstance(matroid, Dual) else Bare(matroid)


@each
def test_sets_as_bit_masks_are_offered_and_agree_with_the_oracle(matroid: Matroid) -> None:
    table = offered(matroid, Tabulated)
    assert table is not None
    rng = np.random.default_rng(0)
    sets = [rng.permutation(matroid.size)[: rng.integers(matroid.rank + 2)] for _ in range(200)]
    masks = np.array([sum(1 << int(e) for e in part) for part in sets], dtype=np.int64)
    assert table.are_independent(masks).tolist() == [
        bool(matroid.is_independent(part)) for part in sets
    ]


def test_no_word_holds_the_sets_of_a_direct_sum_of_more_than_63_elements() -> None:
    half = UniformMatroid(32, 5)
    assert offered(half, Tabulated) is not None
    assert offered(DirectSum([half, half]), Tabulated) is None
    table = offered(DirectSum([UniformMatroid(63, 5), UniformMatroid(0, 0)]), Tabulated)
    assert table is not None
    assert table.are_independent(np.array([2**62, 2**63 - 1])).tolist() == [True, False]


def test_an_explicit_matroid_gives_its_table_to_its_dual() -> None:
    fano_like = ExplicitMatroid(4, [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]])
    table = offered(Dual(fano_like), Tabulated)
    assert table is not None
    assert table.are_independent(np.arange(16)).sum() == 11


@pytest.mark.parametrize(
    "matroid",
    [
        Truncation(UniformMatroid(6, 4), 2),
        DirectSum([UniformMatroid(3, 1), SLOTS]),
        DirectSum([Truncation(UniformMatroid(4, 3), 2)]),
    ],
    ids=repr,
)
def test_bases_that_are_kept_while_weights_change_are_forwarded(matroid: Matroid) -> None:
    assert offered(matroid, Dynamic) is not None
    check_matroid(matroid, expected_failures={})


def test_trackers_of_some_parts_are_not_enough() -> None:
    assert offered(DirectSum([UniformMatroid(3, 1), Bare(UniformMatroid(3, 1))]), Dynamic) is None


@pytest.mark.parametrize(
    "construct", [Dual, lambda parent: Contraction(parent, [0, 1]), lambda p: Truncation(p, 5)]
)
def test_exchange_over_an_oracle_costs_no_more_than_its_own_swaps(construct: Any) -> None:
    """A pair is a call of the parent's oracle, in the dual as well; only rows that are asked for
    are asked about."""
    inner = UniformMatroid(20, 8)
    calls = 0

    def oracle(part: Elements) -> bool:
        nonlocal calls
        calls += 1
        return inner.is_independent(part)

    matroid = construct(OracleMatroid(20, oracle))
    source, target = (matroid.greedy(np.roll(np.arange(matroid.size), shift)) for shift in (0, 2))
    moved = len(set(source.tolist()) - set(target.tolist()))
    calls = 0
    exchange_bijection(matroid, source, target)
    assert calls <= moved * len(source) + 3 * matroid.size


WHEEL = GraphicMatroid([(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (2, 3), (3, 4), (4, 1), (5, 5)])
TRIANGLE = GraphicMatroid([(7, 9), (9, 8), (8, 7)])


@pytest.mark.parametrize(
    "matroid",
    [
        Restriction(WHEEL, [8, 3, 0, 6]),
        Contraction(WHEEL, [0, 1, 4, 8]),
        Restriction(Contraction(WHEEL, [4, 6]), [5, 0, 2, 1]),
        DirectSum([TRIANGLE, Contraction(TRIANGLE, [0])]),
        Contraction(DirectSum([WHEEL, TRIANGLE]), [3, 10]),
        DirectSum([]),
    ],
    ids=repr,
)
def test_constructions_of_graphs_come_from_a_graph_that_they_know(matroid: Matroid) -> None:
    assert graph_edges_of(matroid) is not None
    check_matroid(matroid)


@pytest.mark.parametrize(
    "matroid",
    [
        Truncation(WHEEL, 2),
        DirectSum([WHEEL, UniformMatroid(2, 1)]),
        Restriction(UniformMatroid(3, 1), [0]),
        Dual(WHEEL),
    ],
    ids=repr,
)
def test_what_need_not_come_from_a_graph_offers_none(matroid: Matroid) -> None:
    assert graph_edges_of(matroid) is None
