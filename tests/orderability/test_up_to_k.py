"""Exchanges of up to k elements, by brute force, on random relabelled sparse paving matroids."""

from itertools import combinations, product

import numpy as np
import pytest

from matroidlab import ExplicitMatroid, OracleMatroid
from matroidlab.orderability import (
    is_strongly_base_orderable,
    k_base_orderable,
    k_order_violation,
    strong_bijection_failure,
    tabulate,
)
from matroidlab.orderability.search import bijection_by_oracle
from support.sparse_paving import (
    basis_lookup,
    bijections_by_size,
    has_bijections,
    random_non_bases,
    relabelled,
    sparse_paving,
)

FIVE = [(0, 1, 2, 3), (0, 1, 4, 5), (0, 1, 6, 7), (2, 3, 4, 6), (2, 3, 5, 7)]


def by_definition(matroid: ExplicitMatroid) -> list[bool]:
    """Whether the matroid is k-base-orderable, for each k from 1 to its rank."""
    bases = basis_lookup(matroid)
    answers = np.ones(matroid.rank, dtype=np.bool_)
    for source, target in combinations(matroid.bases, 2):
        served = has_bijections(bases, source, target)
        answers &= served + served[-1:] * (matroid.rank - len(served))
    return [bool(answer) for answer in answers]


def drawn(rank: int, seed: int) -> ExplicitMatroid:
    rng = np.random.default_rng(seed)
    non_bases = random_non_bases(2 * rank, rank, rng, int(rng.integers(rank, 3 * rank)))
    return sparse_paving(2 * rank, rank, relabelled(non_bases, rng.permutation(2 * rank).tolist()))


def test_two_at_a_time_is_more_than_one_at_a_time() -> None:
    matroid = sparse_paving(8, 4, FIVE)
    assert [k_base_orderable(matroid, k) for k in (1, 2, 3, 4)] == [True, False, False, False]
    violation = k_order_violation(matroid, 2)
    assert violation is not None
    assert violation.verify(matroid)


@pytest.mark.parametrize("seed", range(12))
def test_a_verdict_does_not_depend_on_labels(seed: int) -> None:
    order = np.random.default_rng(seed).permutation(8)
    matroid = sparse_paving(8, 4, relabelled(FIVE, order.tolist()))
    assert [k_base_orderable(matroid, k) for k in (1, 2, 3, 4)] == [True, False, False, False]


@pytest.mark.parametrize("seed", range(6))
def test_k_base_orderability_of_rank_4_is_as_defined_for_every_k(seed: int) -> None:
    matroid = drawn(4, seed)
    assert [k_base_orderable(matroid, k) for k in range(1, 5)] == by_definition(matroid)


@pytest.mark.parametrize(("rank", "seeds"), [(4, 6), (5, 4), (6, 2)])
def test_bijections_up_to_k_are_found_exactly_where_there_are_any(rank: int, seeds: int) -> None:
    for seed in range(seeds):
        matroid = drawn(rank, seed)
        table = tabulate(matroid)
        bases = basis_lookup(matroid)
        oracle = OracleMatroid(2 * rank, matroid.is_independent)
        for source in matroid.bases[:: len(matroid.bases) // 20]:
            target = tuple(element for element in range(2 * rank) if element not in source)
            if target not in matroid.bases:
                continue
            for k, expected in enumerate(has_bijections(bases, source, target), start=1):
                found = table.strong_bijection(source, target, most=k)
                asked = bijection_by_oracle(oracle, np.array(source), np.array(target), k)
                assert (found is not None, asked is not None) == (expected, expected)
                for bijection in (found, asked):
                    if bijection is not None:
                        assert strong_bijection_failure(matroid, source, bijection, most=k) is None


def test_bijections_that_serve_half_serve_all_at_once() -> None:
    for rank in (4, 5, 6):
        matroid = drawn(rank, seed=1)
        bases = basis_lookup(matroid)
        source, target = next(
            (one, other)
            for one, other in combinations(matroid.bases, 2)
            if not set(one) & set(other)
        )
        serves = np.logical_and.accumulate(bijections_by_size(bases, source, target))
        assert (
            serves[rank // 2] == serves[rank]
        ).all()  # the smallest k of at least (rank - 1) / 2 is rank // 2


@pytest.mark.parametrize(("rank", "seed"), [*product([4, 5], range(4)), (6, 0)])
def test_half_the_rank_is_strong_base_orderability(rank: int, seed: int) -> None:
    matroid = drawn(rank, seed)
    assert k_base_orderable(matroid, rank // 2) == is_strongly_base_orderable(matroid)


def test_k_of_a_table_must_be_a_positive_integer() -> None:
    with pytest.raises(ValueError, match="most must be at least 1, got 0"):
        tabulate(sparse_paving(8, 4, FIVE)).strong_bijection(range(4, 8), (0, 1, 2, 4), most=0)
