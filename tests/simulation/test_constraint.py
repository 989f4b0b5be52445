"""The conservative constraint, both readings, judged by trying all bijections."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid
from matroidlab.errors import InvalidElementsError, InvalidWeightsError, NotABasisError
from matroidlab.simulation import Constraint
from matroidlab.simulation.assignments import fewest_worse_by_exchange
from support.bare import Bare
from support.matroids import KINDS, bases, matroids
from support.reference import Reference

UNHURRIED = [HealthCheck.too_slow, HealthCheck.filter_too_much]  # many small matroids have rank 0
Bijection = Sequence[int]


def least_worse(
    items: list[int], baseline: list[int], means: list[float], admits: Callable[[Bijection], bool]
) -> int:
    """The least number of items worse than their partners, over all admitted bijections."""
    return min(
        sum(means[item] < means[partner] for item, partner in zip(items, bijection, strict=True))
        for bijection in permutations(baseline)
        if admits(bijection)
    )


def judged(
    reference: Reference, items: list[int], baseline: list[int], means: list[float]
) -> tuple[int, int]:
    """The fewest worse items: over all bijections, and over those that exchange."""
    return (
        least_worse(items, baseline, means, lambda _: True),
        least_worse(
            items, baseline, means, lambda bijection: reference.is_exchange(items, bijection)
        ),
    )


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8, suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_both_readings_are_those_of_all_bijections(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    assume(1 <= matroid.rank <= 4)
    reference = Reference(matroid)
    values = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
    means = data.draw(st.lists(values, min_size=matroid.size, max_size=matroid.size))
    baseline = data.draw(bases(reference))
    lists = data.draw(st.lists(bases(reference), min_size=1, max_size=4))
    actions = np.array([lists, lists[::-1]], dtype=np.intp)
    worse = [judged(reference, items, baseline, means) for items in lists]
    for swap_size in range(1, matroid.rank + 1):
        constraint = Constraint(matroid, means, baseline, swap_size)
        by_any = [count > swap_size for count, _ in worse]
        by_exchange = [count > swap_size for _, count in worse]
        assert constraint.violated(actions).tolist() == [by_any, by_any[::-1]]
        assert constraint.exchange_violated(actions).tolist() == [by_exchange, by_exchange[::-1]]
        assert constraint.exchange_violated(actions, constraint.violated(actions)).tolist() == [
            by_exchange,
            by_exchange[::-1],
        ]
        search = partial(fewest_worse_by_exchange, matroid, np.array(means), np.array(baseline))
        assert [search(np.array(items)) for items in lists] == [count for _, count in worse]
        totals = np.ones((2, 2))
        Constraint(matroid, means, baseline, swap_size, readings="both").count(actions, totals)
        assert totals.tolist() == [[1 + sum(by_any)] * 2, [1 + sum(by_exchange)] * 2]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8, suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_the_exchange_reading_is_the_stricter_one(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    assume(matroid.rank >= 1)
    reference = Reference(matroid)
    means = data.draw(st.lists(st.integers(0, 4), min_size=matroid.size, max_size=matroid.size))
    constraint = Constraint(
        matroid, means, data.draw(bases(reference)), data.draw(st.integers(1, matroid.rank))
    )
    actions = np.array([[data.draw(bases(reference)) for _ in range(5)]], dtype=np.intp)
    assert (constraint.violated(actions) <= constraint.exchange_violated(actions)).all()


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("swap_size", [1, 2, 4])
def test_the_readings_agree_on_uniform_matroids(swap_size: int, bare: bool) -> None:
    inner = UniformMatroid(9, 4)
    matroid: Matroid = Bare(inner) if bare else inner
    rng = np.random.default_rng(5)
    actions = np.array([[rng.permutation(9)[:4] for _ in range(300)]])
    constraint = Constraint(matroid, [4, 3, 0, 3, 1, 2, 0, 2, 1], [1, 3, 5, 7], swap_size)
    violated = constraint.violated(actions)
    assert (constraint.exchange_violated(actions) == violated).all()
    assert violated.any() == (swap_size < 4)
    assert not violated.all()


def test_the_readings_differ_on_partition_matroids() -> None:
    """Each block has an item worse than the baseline's; other blocks may make up for it."""
    matroid = PartitionMatroid([[0, 1], [2, 3]])
    constraint = Constraint(matroid, [0.9, 0.8, 0.2, 0.1], baseline=[0, 2], swap_size=1)
    action = np.array([[[1, 3]]])
    assert not constraint.violated(action)  # 1 is better than 2, whatever 3 is
    assert constraint.exchange_violated(action)  # but 1 can only stand for 0, and 3 for 2


def test_the_readings_differ_on_the_diamond() -> None:
    """From the theory: on graphs, exchanges may leave one good pair where any bijection has two."""
    diamond = GraphicMatroid([(0, 1), (1, 2), (0, 2), (0, 3), (2, 3)])
    reference = Reference(diamond)
    trees = sorted(sorted(tree) for tree in reference.bases)
    means = [0.1, 0.5, 0.3, 0.9, 0.7]
    differ = [
        (items, baseline)
        for items, baseline in permutations(trees, 2)
        if (worse := judged(reference, items, baseline, means))[0] < worse[1]
    ]
    assert differ
    for items, baseline in differ:
        by_any, by_exchange = judged(reference, items, baseline, means)
        constraint = Constraint(diamond, means, baseline, swap_size=by_any or 1)
        assert not constraint.violated(np.array(items))
        assert constraint.exchange_violated(np.array([items])).tolist() == [
            by_exchange > (by_any or 1)
        ]


def test_equal_means_are_no_worse() -> None:
    constraint = Constraint(UniformMatroid(6, 3), [0.5] * 6, [0, 1, 2])
    assert not constraint.violated(np.array(list(combinations(range(6), 3)))).any()


def test_only_what_is_not_settled_is_looked_at() -> None:
    """Lists that the caller calls violated stay so, and the caller's array is left alone."""
    matroid = PartitionMatroid([[0, 1], [2, 3]])
    constraint = Constraint(matroid, [0.9, 0.8, 0.2, 0.1], baseline=[0, 2])
    actions = np.array([[[0, 2], [1, 3], [-1, -1]]])
    settled = np.array([[True, False, True]])
    assert constraint.exchange_violated(actions, settled).tolist() == [[True, True, True]]
    assert settled.tolist() == [[True, False, True]]


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"baseline": [0, 1]}, NotABasisError, "baseline must be a basis, but [0, 1] is dependent"),
        ({"baseline": [0]}, NotABasisError, "baseline must have 2 elements, the rank, got 1: [0]"),
        ({"baseline": [0, 4]}, InvalidElementsError, "baseline must lie in 0..3, got 4"),
        (
            {"means": [1, 2, 3]},
            InvalidWeightsError,
            "means must have shape (4,), one for each element, got (3,)",
        ),
        (
            {"means": [0, 0, np.nan, 0]},
            InvalidWeightsError,
            "means must not be NaN, got NaN at element 2",
        ),
        ({"swap_size": 0}, ValueError, "swap_size must lie in 1..2, got 0"),
        ({"swap_size": 3}, ValueError, "swap_size must lie in 1..2, got 3"),
        ({"swap_size": 1.5}, ValueError, "swap_size must be an integer, got 1.5"),
    ],
)
def test_a_constraint_that_is_none_is_refused(
    changed: dict[str, Any], error: type[ValueError], message: str
) -> None:
    given_: dict[str, Any] = {
        "means": [0.1, 0.2, 0.3, 0.4],
        "baseline": [0, 2],
        "swap_size": 1,
    } | changed
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        Constraint(PartitionMatroid([[0, 1], [2, 3]]), **given_)


def test_items_that_are_none_are_refused() -> None:
    constraint = Constraint(UniformMatroid(9, 4), np.zeros(9), [1, 3, 5, 7])
    with pytest.raises(
        InvalidElementsError,
        match=r"items must lie in 0..8, or be -1 for not played, got 10000000000000",
    ):
        constraint.violated(np.array([[[0, 1, 2, 10**13]]]))


@pytest.mark.parametrize("swap_size", [1, 6])
@pytest.mark.parametrize("blocks", [1, 4])
def test_long_lists_are_judged_as_short_ones_are(blocks: int, swap_size: int) -> None:
    """Each list beside the lists of its blocks, which are judged separately."""
    rng = np.random.default_rng(3)
    size = 96 // blocks
    of_blocks = np.arange(96).reshape(blocks, size)
    matroid = PartitionMatroid(of_blocks.tolist(), [40 // blocks] * blocks)
    means = rng.integers(5, size=96) / 4
    baseline = of_blocks[:, : 40 // blocks].ravel()
    lists = np.array(
        [[rng.permuted(of_blocks, axis=1)[:, : 40 // blocks].ravel() for _ in range(30)]]
    )
    worse, in_blocks = (
        np.array([[_fewest_worse(means[items], means[baseline], rows) for items in lists[0]]])
        for rows in (1, blocks)
    )
    constraint = Constraint(matroid, means, baseline, swap_size)
    totals = np.zeros((2, 1))
    assert constraint.violated(lists).tolist() == (worse > swap_size).tolist()
    assert constraint.exchange_violated(lists).tolist() == (in_blocks > swap_size).tolist()
    constraint.count(lists, totals)
    assert totals.ravel().tolist() == [(worse > swap_size).sum(), (in_blocks > swap_size).sum()]


def _fewest_worse(means: NDArray[np.float64], trusted: NDArray[np.float64], blocks: int) -> int:
    """Match the worst items that can be matched within each block, and count the others."""
    fewest = 0
    parts = (np.sort(values.reshape(blocks, -1)) for values in (means, trusted))
    for own, others in zip(*parts, strict=True):
        matched = 0
        for mean in own:
            matched += bool(mean >= others[matched])
        fewest += len(own) - matched
    return fewest
