"""Partition exchange: the theorem of Greene and Magnanti, what its construction costs, and what it
refuses."""

import re
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import (
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    exchange_bijection,
    partition_exchange,
)
from matroidlab.errors import InvalidElementsError, NotABasisError
from matroidlab.types import Elements
from support.bare import Bare
from support.matroids import bases, matroids, of_every_kind
from support.named import NAMED
from support.reference import Reference, elements

Blocks = list[list[int]]

AG32 = next(entry.matroid for entry in NAMED if entry.name == "AG(3,2)")
K5 = GraphicMatroid(list(combinations(range(5), 2)))


def exchanged(blocks: Blocks, place: int, new: list[int]) -> frozenset[int]:
    """The union of the blocks with one of them exchanged for ``new``."""
    return frozenset(new).union(*blocks[:place], *blocks[place + 1 :])


def check(matroid: Matroid, reference: Reference, blocks: Blocks, target: list[int]) -> None:
    pieces = [piece.tolist() for piece in partition_exchange(matroid, blocks, target)]
    assert [len(piece) for piece in pieces] == [len(block) for block in blocks]
    assert sorted(item for piece in pieces for item in piece) == sorted(target)
    for place, (block, piece) in enumerate(zip(blocks, pieces, strict=True)):
        assert set(block) & set(target) <= set(piece), "common elements stay in their block"
        assert [new for old, new in zip(block, piece, strict=True) if old in target] == [
            old for old in block if old in target
        ], "and in their place"
        assert exchanged(blocks, place, piece) in reference.bases


def cut(source: list[int], marks: list[int]) -> Blocks:
    """The source in blocks by number; unused numbers are empty blocks."""
    count = max(marks, default=-1) + 1
    return [
        [item for item, mark in zip(source, marks, strict=True) if mark == i] for i in range(count)
    ]


@of_every_kind
@given(data=st.data())
def test_every_partition_of_a_basis_has_a_partner(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    reference = Reference(matroid)
    source = data.draw(bases(reference))
    target = data.draw(bases(reference))
    marks = data.draw(st.lists(st.integers(0, 4), min_size=len(source), max_size=len(source)))
    check(matroid, reference, cut(source, marks), target)


@of_every_kind
@given(data=st.data())
def test_one_block_takes_the_whole_target_and_singletons_a_bijection(
    kind: str, data: st.DataObject
) -> None:
    matroid = data.draw(matroids(kind))
    reference = Reference(matroid)
    source = data.draw(bases(reference))
    target = data.draw(bases(reference))
    (whole,) = partition_exchange(matroid, [source], target)
    assert sorted(whole.tolist()) == sorted(target)
    singles = [
        piece.tolist() for piece in partition_exchange(matroid, [[item] for item in source], target)
    ]
    assert reference.is_exchange(source, [item for (item,) in singles])


@pytest.mark.parametrize("matroid", [*(entry.matroid for entry in NAMED), K5, Bare(K5)], ids=repr)
def test_partners_are_found_where_no_strong_bijection_exists(matroid: Matroid) -> None:
    reference = Reference(matroid)
    everything = sorted(sorted(basis) for basis in reference.bases)
    for source in everything[::17]:
        for target in everything[::11]:
            check(matroid, reference, [source[:2], source[2:]], target)
            check(matroid, reference, [source[::3], [], source[1::3] + source[2::3]], target)


def test_no_block_is_the_basis_of_rank_zero() -> None:
    assert partition_exchange(OracleMatroid(3, lambda items: len(items) == 0), [], []) == []
    (empty,) = partition_exchange(OracleMatroid(3, lambda items: len(items) == 0), [[]], [])
    assert empty.tolist() == []


def test_cutting_a_bijective_exchange_into_blocks_is_not_enough() -> None:
    """On AG(3,2), two pairs of some exchange bijection cannot be exchanged at once."""
    reference = Reference(AG32)
    everything = sorted(sorted(basis) for basis in reference.bases)
    source = everything[0]
    target = next(basis for basis in everything if not set(basis) & set(everything[0]))
    bijections = [new for new in permutations(target) if reference.is_exchange(source, new)]
    blocks = [source[:2], source[2:]]
    bad = [new for new in bijections if exchanged(blocks, 0, list(new[:2])) not in reference.bases]
    assert bad
    check(AG32, reference, blocks, target)


def test_the_bijections_that_we_find_are_not_enough_either() -> None:
    reference = Reference(AG32)
    everything = sorted(sorted(basis) for basis in reference.bases)
    failures = 0
    for source in everything:
        for target in everything:
            partners = exchange_bijection(AG32, source, target).tolist()
            failures += exchanged([source[:2], source[2:]], 0, partners[:2]) not in reference.bases
    assert failures > len(everything) ** 2 / 100


@pytest.mark.parametrize("blocks", [1, 2, 3, 5, 12])
@pytest.mark.parametrize("moved", [0, 1, 2, 5, 12])
@pytest.mark.parametrize(
    "inner",
    [
        PartitionMatroid([[*range(0, 24, 2)], [*range(1, 24, 2)]], [6, 6]),
        GraphicMatroid([(i, j) for i in range(12) for j in (i + 1, (i + 5) % 13)]),
    ],
    ids=["partition", "graphic"],
)
def test_it_asks_the_oracle_at_most_d_d_times_d_plus_p_times(
    inner: Matroid, moved: int, blocks: int
) -> None:
    calls = 0

    def oracle(part: Elements) -> bool:
        nonlocal calls
        calls += 1
        return inner.is_independent(part)

    matroid = OracleMatroid(inner.size, oracle)
    assert matroid.rank == 12
    target, other = (
        inner.greedy(np.random.default_rng(seed).permutation(inner.size)).tolist()
        for seed in (0, 1)
    )
    source = inner.greedy(elements(dict.fromkeys([*other[:moved], *target]))).tolist()
    different = len(set(source) - set(target))
    calls = 0
    pieces = partition_exchange(matroid, cut(source, [i % blocks for i in range(12)]), target)
    assert calls <= different * different * (different + blocks) + 2  # and two: that both are bases
    for place, piece in enumerate(pieces):
        kept = [item for i, item in enumerate(source) if i % blocks != place]
        assert inner.is_independent(elements([*kept, *piece.tolist()]))


@pytest.mark.parametrize(
    ("blocks", "target", "error", "message"),
    [
        ([[0], [4]], [1, 3], InvalidElementsError, "blocks[1] must lie in 0..3, got 4"),
        (
            [[0, 0], [3]],
            [1, 3],
            InvalidElementsError,
            "blocks[0] must be distinct, got 0 more than once",
        ),
        (
            [[0], [0]],
            [1, 3],
            InvalidElementsError,
            "the union of blocks must be distinct, got 0 more than once",
        ),
        ([[0], [0.5]], [1, 3], InvalidElementsError, "blocks[1][0] must be an integer, got 0.5"),
        ([0, 3], [1, 3], InvalidElementsError, "blocks[0] must be a sequence of integers, got 0"),
        (
            [[0]],
            [1, 3],
            NotABasisError,
            "the union of blocks must have 2 elements, the rank, got 1: [0]",
        ),
        (
            [[0], [1]],
            [1, 3],
            NotABasisError,
            "the union of blocks must be a basis, but [0, 1] is dependent",
        ),
        ([[0], [3]], [1, 2], NotABasisError, "target must be a basis, but [1, 2] is dependent"),
        ([[0], [3]], [1], NotABasisError, "target must have 2 elements, the rank, got 1: [1]"),
        ([[0], [3]], [1, 9], InvalidElementsError, "target must lie in 0..3, got 9"),
    ],
)
def test_what_is_no_partition_of_a_basis_is_refused(
    blocks: Any, target: list[int], error: type[ValueError], message: str
) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        partition_exchange(PartitionMatroid([[0, 1, 2], [3]]), blocks, target)
