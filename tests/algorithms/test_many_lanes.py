"""Many lanes at once: a matroid's own way is only a speed, never another answer than one lane after
the other."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid
from matroidlab.algorithms.blocks.block_sum import in_descending_order, top
from matroidlab.algorithms.many_lanes import LaneByLane, batched
from matroidlab.protocol import Batched, offered
from matroidlab.types import Weights
from support.bare import Bare
from support.matroids import bases, matroids, of_every_kind
from support.reference import Reference, elements, subsets

TIES = [-math.inf, -1.0, -0.0, 0.0, 0.5, 1.0, math.inf]


def lanes_of_weights(matroid: Matroid) -> st.SearchStrategy[Weights]:
    row = st.lists(st.sampled_from(TIES), min_size=matroid.size, max_size=matroid.size)
    return st.lists(row, min_size=1, max_size=4).map(
        lambda rows: np.array(rows).reshape(len(rows), matroid.size)
    )


@of_every_kind
@given(data=st.data())
def test_bases_of_lanes_are_those_of_greedy_lane_by_lane(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    weights = data.draw(lanes_of_weights(matroid))
    reference = Reference(matroid)
    found = batched(matroid).max_weight_bases(weights)
    assert found.dtype == np.intp
    assert found.shape == (len(weights), reference.rank)
    for row, basis in zip(weights.tolist(), found.tolist(), strict=True):
        assert basis == reference.greedy(sorted(range(matroid.size), key=lambda e: (-row[e], e)))


@of_every_kind
@given(data=st.data())
def test_a_guess_never_changes_the_answer(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    weights = data.draw(lanes_of_weights(matroid))
    reference = Reference(matroid)
    guess = np.array([data.draw(bases(reference)) for _ in weights], dtype=np.intp)
    way = batched(matroid)
    assert (
        way.max_weight_bases(weights, guess=guess).tolist()
        == way.max_weight_bases(weights).tolist()
    )


@of_every_kind
@given(data=st.data())
def test_exchanges_of_lanes_are_exchange_bijections_and_strong_where_they_say_so(
    kind: str, data: st.DataObject
) -> None:
    matroid = data.draw(matroids(kind))
    reference = Reference(matroid)
    pairs = data.draw(
        st.lists(st.tuples(bases(reference), bases(reference)), min_size=1, max_size=3)
    )
    source, target = (np.array(side, dtype=np.intp) for side in zip(*pairs, strict=True))
    asked = source.copy(), target.copy()
    way = batched(matroid)
    found = way.exchanges(source, target)
    assert (source == asked[0]).all()
    assert (target == asked[1]).all()
    for (old, wanted), new in zip(pairs, found.tolist(), strict=True):
        assert sorted(new) == sorted(wanted)
        assert reference.is_exchange(old, new)
        if way.exchanges_are_strong:
            assert is_strong(reference, old, new)


def is_strong(reference: Reference, source: list[int], partners: list[int]) -> bool:
    """Whether every part of the source may be exchanged at once."""
    places = subsets(range(len(source)))
    return all(
        frozenset(
            new if i in part else old
            for i, (old, new) in enumerate(zip(source, partners, strict=True))
        )
        in reference.bases
        for part in places
    )


LARGE: list[Matroid] = [
    UniformMatroid(400, 10),
    UniformMatroid(1500, 1),
    UniformMatroid(600, 149),  # just below the quarter where the quick way starts
    UniformMatroid(600, 150),
    PartitionMatroid([range(i, 300, 10) for i in range(10)]),
    PartitionMatroid([range(i, 300, 10) for i in range(10)], [2] * 5 + [5] * 4 + [40]),
    PartitionMatroid([[*range(299, 99, -1)], [*range(99, -1, -1)]], [7, 24]),
]


@pytest.mark.parametrize(
    "matroid", LARGE, ids=lambda matroid: f"{type(matroid).__name__}-{matroid.rank}"
)
@pytest.mark.parametrize("values", [2, 5, 50, 10**6])
def test_large_lanes_with_few_or_many_ties_are_those_of_greedy(
    matroid: Matroid, values: int
) -> None:
    rng = np.random.default_rng(values)
    weights = rng.integers(values, size=(6, matroid.size)).astype(float)
    weights[0] = 0.0
    weights[1, ::3], weights[1, 1::3] = math.inf, -math.inf
    weights[2, : matroid.rank - 1] = math.inf  # one short of a basis
    weights[3] = math.inf
    ours = batched(matroid)
    generic = LaneByLane(matroid)
    assert ours is not generic
    found = ours.max_weight_bases(weights)
    assert found.tolist() == generic.max_weight_bases(weights).tolist()
    partners = ours.exchanges(found, found[::-1].copy())
    for source, target, new in zip(found, found[::-1], partners, strict=True):
        assert sorted(new.tolist()) == sorted(target.tolist())
        for _ in range(5):
            part = rng.random(len(source)) < 0.5
            assert matroid.is_independent(np.where(part, new, source))
            assert len(set(np.where(part, new, source).tolist())) == matroid.rank


@pytest.mark.parametrize("lanes", [0, 1, 3])
@pytest.mark.parametrize(
    "matroid",
    [
        UniformMatroid(3, 0),
        UniformMatroid(0, 0),
        PartitionMatroid([]),
        PartitionMatroid([[], [0, 1]], [4, 0]),
        GraphicMatroid([(0, 0)]),
        UniformMatroid(4, 2),
        GraphicMatroid([(0, 1), (1, 2)]),
    ],
    ids=repr,
)
def test_no_lane_and_no_rank_are_no_special_case(matroid: Matroid, lanes: int) -> None:
    way = batched(matroid)
    found = way.max_weight_bases(np.zeros((lanes, matroid.size)))
    assert found.shape == (lanes, matroid.rank)
    assert found.dtype == np.intp
    assert way.exchanges(found, found).tolist() == found.tolist()


def test_a_matroid_that_offers_nothing_is_asked_lane_by_lane() -> None:
    bare = Bare(UniformMatroid(4, 2))
    assert offered(bare, Batched) is None
    assert batched(bare) == LaneByLane(bare)
    uniform = UniformMatroid(4, 2)
    assert batched(uniform) is uniform.batched()


@given(
    st.integers(1, 30).flatmap(
        lambda size: st.tuples(
            st.lists(
                st.lists(st.sampled_from(TIES), min_size=size, max_size=size),
                min_size=1,
                max_size=3,
            ),
            st.integers(0, size),
        )
    )
)
def test_top_is_the_head_of_the_stable_order_however_it_is_found(
    drawn: tuple[list[list[float]], int],
) -> None:
    rows, count = drawn
    few = np.array(rows)
    many = np.tile(few, (1 + 1001 // few.size, 1))  # enough for the way by partition
    expected = [
        sorted(range(len(row)), key=lambda e: (-row[e], e))[:count] for row in many.tolist()
    ]
    assert top(many, count).tolist() == expected
    assert top(few, count).tolist() == expected[: len(few)]


def test_descending_order_breaks_ties_by_element_not_by_place() -> None:
    weights = np.array([[1.0, 1.0, 2.0, 1.0]])
    assert in_descending_order(elements([3, 0, 2])[None], weights).tolist() == [[2, 0, 3]]
