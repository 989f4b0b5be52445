"""Bases that are kept while weights change are those found from scratch."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import (
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    TransversalMatroid,
    UniformMatroid,
)
from matroidlab.algorithms import tracked
from matroidlab.algorithms.many_lanes import LaneByLane
from matroidlab.algorithms.tracking import ExchangeByExchange
from matroidlab.protocol import Dynamic, offered
from matroidlab.types import Elements, Weights
from support.bare import Bare
from support.matroids import matroids, of_every_kind
from support.reference import Reference
from support.updates import follow

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def by_reference(matroid: Matroid, weights: Weights) -> Elements:
    reference = Reference(matroid)
    orders = [sorted(range(matroid.size), key=lambda e: (-row[e], e)) for row in weights.tolist()]
    return np.array([reference.greedy(order) for order in orders], dtype=np.intp).reshape(
        len(weights), reference.rank
    )


@of_every_kind
@given(data=st.data(), rng=seeds, lanes=st.integers(0, 3))
def test_bases_that_are_tracked_are_those_found_from_scratch(
    kind: str, data: st.DataObject, rng: np.random.Generator, lanes: int
) -> None:
    matroid = data.draw(matroids(kind))
    follow(
        lambda w: tracked(matroid, w),
        lambda w: by_reference(matroid, w),
        rng,
        (lanes, matroid.size),
    )


@of_every_kind
@given(data=st.data(), rng=seeds, lanes=st.integers(0, 3))
def test_one_exchange_a_change_keeps_the_basis(
    kind: str, data: st.DataObject, rng: np.random.Generator, lanes: int
) -> None:
    matroid = data.draw(matroids(kind))
    follow(
        partial(ExchangeByExchange, matroid),
        lambda w: by_reference(matroid, w),
        rng,
        (lanes, matroid.size),
    )


GRID = GraphicMatroid(
    [(9 * i + j, 9 * i + j + 1) for i in range(9) for j in range(8)]
    + [(9 * i + j, 9 * i + j + 9) for i in range(8) for j in range(9)]
    + [(40, 40), (0, 1), (0, 1), (100, 101)]
)
LARGE: list[Matroid] = [
    UniformMatroid(5000, 10),
    UniformMatroid(3000, 64),
    UniformMatroid(3000, 65),
    UniformMatroid(1000, 500),
    UniformMatroid(1000, 1000),
    UniformMatroid(4097, 1),
    PartitionMatroid([range(i, 4000, 10) for i in range(10)]),
    PartitionMatroid([[*range(4999, 99, -1)], [*range(99, -1, -1)]], [3, 24]),
    PartitionMatroid(
        [range(3000), range(3000, 3500), [3500], [], range(3501, 4001)], [1, 200, 1, 2, 0]
    ),
    GRID,
    TransversalMatroid(30, [range(i, 30, 4) for i in range(4)] * 2),
]


@pytest.mark.parametrize("matroid", LARGE, ids=lambda m: f"{type(m).__name__}-{m.size}-{m.rank}")
@pytest.mark.parametrize("seed", range(4))
def test_larger_bases_that_are_tracked_are_those_of_greedy(matroid: Matroid, seed: int) -> None:
    rng = np.random.default_rng(seed)
    from_scratch = LaneByLane(matroid).max_weight_bases
    follow(
        lambda w: tracked(matroid, w),
        from_scratch,
        rng,
        (1 + seed % 2, matroid.size),
        steps=10,
        most=30,
    )


@pytest.mark.parametrize("seed", range(4))
def test_larger_forests_are_kept_exchange_by_exchange(seed: int) -> None:
    rng = np.random.default_rng(seed)
    from_scratch = LaneByLane(GRID).max_weight_bases
    for matroid in (GRID, OracleMatroid(GRID.size, GRID.is_independent)):
        follow(partial(ExchangeByExchange, matroid), from_scratch, rng, (2, GRID.size), steps=10)


@pytest.mark.parametrize("lanes", [0, 1, 3])
@pytest.mark.parametrize(
    "matroid",
    [
        UniformMatroid(3, 0),
        UniformMatroid(0, 0),
        PartitionMatroid([]),
        PartitionMatroid([[], [0, 1]], [4, 0]),
        GraphicMatroid([(0, 0)]),
        GraphicMatroid([]),
        UniformMatroid(4, 4),
        GraphicMatroid([(0, 1), (1, 2)]),
    ],
    ids=repr,
)
def test_no_lane_and_no_rank_are_no_special_case(matroid: Matroid, lanes: int) -> None:
    follow(
        lambda w: tracked(matroid, w),
        lambda w: by_reference(matroid, w),
        np.random.default_rng(0),
        (lanes, matroid.size),
    )


def test_uniform_and_partition_matroids_track_and_a_bare_object_is_tracked() -> None:
    assert offered(UniformMatroid(4, 2), Dynamic) is not None
    assert offered(PartitionMatroid([[0, 1], [2]]), Dynamic) is not None
    bare = Bare(UniformMatroid(4, 2))
    assert offered(bare, Dynamic) is None
    assert tracked(bare, np.zeros((2, 4))).bases.tolist() == [[0, 1]] * 2


def test_weights_that_were_given_are_not_changed() -> None:
    for matroid in (UniformMatroid(GRID.size, 2), GRID):
        weights = np.zeros((1, GRID.size))
        tracked(matroid, weights).update(np.array([[1, 2]]), np.array([[3.0, 4.0]]))
        assert not weights.any()
