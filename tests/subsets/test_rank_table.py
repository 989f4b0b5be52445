"""The table of ranks, held to brute force from the oracle."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import ExplicitMatroid, GraphicMatroid, Matroid, OracleMatroid, UniformMatroid
from matroidlab.errors import TooLargeError
from matroidlab.subsets import (
    LIMIT,
    RankTable,
    axiom_violation,
    basis_masks,
    independence_table,
    rank_table,
)
from matroidlab.types import Elements
from support.bare import Bare
from support.matroids import KINDS, matroids
from support.reference import Reference, subsets

any_matroid = st.sampled_from(KINDS).flatmap(matroids)


def mask_of(part: frozenset[int]) -> int:
    return sum(1 << element for element in part)


def as_masks(sets: set[frozenset[int]] | list[frozenset[int]]) -> list[int]:
    return sorted(map(mask_of, sets))


@given(any_matroid)
def test_the_table_holds_the_rank_of_every_subset(matroid: Matroid) -> None:
    reference = Reference(matroid)
    table = rank_table(matroid)
    assert {mask_of(part): reference.rank_of(part) for part in subsets(reference.ground)} == dict(
        enumerate(table.ranks.tolist())
    )
    assert table.rank == matroid.rank


@given(any_matroid)
def test_bases_circuits_and_flats_are_those_of_brute_force(matroid: Matroid) -> None:
    reference = Reference(matroid)
    table = rank_table(matroid)
    assert table.bases.tolist() == as_masks(reference.bases)
    assert table.circuits.tolist() == as_masks(reference.circuits(reference.ground))
    closures = {part: reference.closure(part) for part in subsets(reference.ground)}
    assert table.flats.tolist() == as_masks(set(closures.values()))
    assert all(table.closure(mask_of(part)) == mask_of(closed) for part, closed in closures.items())


@given(any_matroid)
def test_the_table_of_the_dual_is_read_backwards(matroid: Matroid) -> None:
    table = rank_table(matroid)
    complements = (1 << matroid.size) - 1 - table.bases
    assert table.dual.bases.tolist() == sorted(complements.tolist())
    assert table.dual.dual.ranks.tolist() == table.ranks.tolist()


@given(any_matroid, st.data())
def test_the_table_of_a_minor_is_that_of_its_definition(
    matroid: Matroid, data: st.DataObject
) -> None:
    reference = Reference(matroid)
    table = rank_table(matroid)
    order = data.draw(st.permutations(range(matroid.size)))
    kept = order[: data.draw(st.integers(0, matroid.size))]
    others = order[len(kept) :]
    contracted = frozenset(others[: data.draw(st.integers(0, len(others)))])
    minor: RankTable = table.minor(kept, mask_of(contracted))
    for places in subsets(range(len(kept))):
        part = frozenset(kept[place] for place in places)
        assert minor.ranks[mask_of(places)] == reference.rank_of(
            part | contracted
        ) - reference.rank_of(contracted)


@given(any_matroid)
def test_oracle_offers_and_listed_bases_give_the_same_table(matroid: Matroid) -> None:
    listed = ExplicitMatroid(matroid.size, [sorted(basis) for basis in Reference(matroid).bases])
    tables = [rank_table(one).ranks.tolist() for one in (matroid, Bare(matroid), listed)]
    assert tables[0] == tables[1] == tables[2]
    assert independence_table(matroid).tolist() == independence_table(Bare(matroid)).tolist()


def test_few_questions_are_asked_of_an_oracle() -> None:
    asked: list[int] = []
    doubled = [(0, 1), (0, 1), (1, 2), (1, 2), (2, 3), (2, 3), (3, 0), (3, 0), (4, 4)]
    graph = GraphicMatroid(doubled)

    def counting(part: Elements) -> bool:
        asked.append(len(part))
        return graph.is_independent(part)

    counted = OracleMatroid(9, counting)
    assert rank_table(counted).ranks.tolist() == rank_table(graph).ranks.tolist()
    # Rank by greedy, single elements, pairs without the loop, 4 * 2**3 triples.
    assert len(asked) < 9 + 9 + 28 + 33


def test_too_large_is_refused_at_once_with_size_and_limit() -> None:
    def never(_: object) -> bool:
        raise AssertionError("asked")

    huge = OracleMatroid(LIMIT + 1, never)
    for question in (rank_table, axiom_violation, independence_table):
        with pytest.raises(TooLargeError, match=f"at most {LIMIT} elements, got {LIMIT + 1}"):
            question(huge)


@given(any_matroid)
def test_bases_are_listed_alike_whether_offered_or_asked_for(matroid: Matroid) -> None:
    expected = as_masks(Reference(matroid).bases)
    listed = ExplicitMatroid(matroid.size, [sorted(basis) for basis in Reference(matroid).bases])
    for one in (matroid, Bare(matroid), listed):
        masks = basis_masks(one)
        assert masks.dtype == np.int64
        assert masks.tolist() == expected


def test_bases_are_listed_of_up_to_63_elements() -> None:
    spread = OracleMatroid(63, lambda part: len(part) <= 3 and bool((part % 9 == 0).all()))
    assert basis_masks(spread).tolist() == as_masks(
        [frozenset(c) for c in combinations(range(0, 63, 9), 3)]
    )
    assert basis_masks(UniformMatroid(63, 1))[-1] == 1 << 62
    with pytest.raises(TooLargeError, match="at most 63 elements fit in a bit mask, got 64"):
        basis_masks(UniformMatroid(64, 1))
    with pytest.raises(
        TooLargeError,
        match="155117520 sets of 15 of 30 elements, and memory is reserved for at most",
    ):
        basis_masks(UniformMatroid(30, 15))


def test_a_list_of_bases_may_be_changed_without_changing_the_matroid() -> None:
    matroid = ExplicitMatroid(3, [[0, 1], [0, 2]])
    basis_masks(matroid)[:] = 0
    assert basis_masks(matroid).tolist() == [0b011, 0b101]


def test_progress_counts_questions() -> None:
    calls: list[tuple[int, int]] = []
    uniform = OracleMatroid(14, UniformMatroid(14, 3).is_independent)
    assert (
        axiom_violation(uniform, progress=lambda done, total: calls.append((done, total))) is None
    )
    assert calls == [(1 << 13, 1 << 14), (1 << 14, 1 << 14)]
