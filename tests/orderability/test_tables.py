"""Tables of bases, and the sets that matroids answer for in one call."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import (
    ExplicitMatroid,
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    RankMatroid,
    UniformMatroid,
)
from matroidlab.errors import NotABasisError, TooLargeError
from matroidlab.orderability import strong_order_violation, tabulate
from matroidlab.protocol import Tabulated, offered
from matroidlab.subsets.masks import elements_of, mask_of, subset_masks
from support.matroids import matroids, of_every_kind
from support.reference import subsets


@of_every_kind
@given(data=st.data())
def test_table_holds_the_bases(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    listed = [elements_of(mask).tolist() for mask in tabulate(matroid).bases.tolist()]
    bases = [
        list(e)
        for e in combinations(range(matroid.size), matroid.rank)
        if matroid.is_independent(np.array(e, int))
    ]
    assert sorted(listed) == sorted(bases)


@pytest.mark.parametrize("kind", ["uniform", "partition", "explicit", "named"])
@given(data=st.data())
def test_sets_as_masks_are_independent_as_they_are_one_by_one(
    kind: str, data: st.DataObject
) -> None:
    matroid = data.draw(matroids(kind))
    tabulated = offered(matroid, Tabulated)
    assert tabulated is not None
    arrays = [np.array(sorted(part), dtype=np.intp) for part in subsets(range(matroid.size))]
    masks = np.array([mask_of(array) for array in arrays], dtype=np.int64)
    assert tabulated.are_independent(masks).tolist() == [
        bool(matroid.is_independent(array)) for array in arrays
    ]


@pytest.mark.parametrize(
    ("matroid", "independent"),
    [
        (UniformMatroid(63, 2), [True, True, False]),
        (PartitionMatroid([range(32), range(32, 63)]), [True, False, False]),
        (ExplicitMatroid(63, [[0, 62], [1, 62]]), [True, False, False]),
    ],
)
def test_mask_of_63_elements_is_used_to_its_last_bit(
    matroid: Matroid, independent: list[bool]
) -> None:
    tabulated = offered(matroid, Tabulated)
    assert tabulated is not None
    masks = np.array([1 << 62 | 1, 1 << 62 | 1 << 61, 1 << 62 | 3])
    assert tabulated.are_independent(masks).tolist() == independent


@pytest.mark.parametrize(
    "matroid", [UniformMatroid(64, 2), PartitionMatroid([range(64)]), ExplicitMatroid(64, [[63]])]
)
def test_more_elements_than_a_mask_has_bits_are_not_tabulated(matroid: Matroid) -> None:
    assert offered(matroid, Tabulated) is None


@pytest.mark.parametrize("matroid", [OracleMatroid(1, bool), RankMatroid(1, len)])
def test_others_leave_it_to_their_oracle(matroid: Matroid) -> None:
    assert offered(matroid, Tabulated) is None


@given(st.integers(0, 9), st.integers(0, 9))
def test_subset_masks_are_all_subsets_in_order(size: int, count: int) -> None:
    masks = subset_masks(size, min(size, count)).tolist()
    assert masks == sorted(
        sum(1 << e for e in part) for part in combinations(range(size), min(size, count))
    )


def test_table_of_a_large_ground_set_finds_bases_by_binary_search() -> None:
    k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    spread = [3, 11, 24, 25, 30, 39]  # K4 among loops, in more elements than a table has bytes for

    def is_independent(elements: np.ndarray) -> bool:
        return set(elements.tolist()) <= set(spread) and k4.is_independent(
            np.searchsorted(spread, np.sort(elements))
        )

    matroid = OracleMatroid(40, is_independent)
    table = tabulate(matroid)
    assert len(table.lookup) == 0
    assert len(table.bases) == 16
    violation = strong_order_violation(matroid)
    assert violation is not None
    assert violation.verify(matroid)
    assert table.strong_bijection(violation.source, violation.target) is None
    bijection = table.strong_bijection([3, 11, 24], [3, 25, 39])
    assert bijection is not None
    assert bijection[0] == 3


def test_large_sparse_matroid_is_certified() -> None:
    matroid = OracleMatroid(27, lambda elements: len(elements) <= 3 and (elements % 3 == 0).all())
    assert len(tabulate(matroid).lookup) == 0
    assert len(tabulate(matroid).bases) == 84
    assert strong_order_violation(matroid) is None


def test_table_asks_for_bases() -> None:
    with pytest.raises(NotABasisError, match="target must have 3 elements"):
        tabulate(UniformMatroid(6, 3)).strong_bijection([0, 1, 2], [3, 4])


def test_a_table_has_a_bit_for_each_of_at_most_63_elements() -> None:
    assert len(tabulate(UniformMatroid(63, 1)).bases) == 63
    with pytest.raises(TooLargeError, match="at most 63 elements"):
        tabulate(UniformMatroid(64, 1))
