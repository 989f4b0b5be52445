"""Partition matroids that are given by the number of each element's block."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import PartitionMatroid
from matroidlab.errors import InvalidMatroidError


@given(st.lists(st.integers(0, 3), max_size=8), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_block_numbers_tell_the_same_matroid(block_of: list[int], capacities: list[int]) -> None:
    blocks = [[e for e, home in enumerate(block_of) if home == i] for i in range(4)]
    given = PartitionMatroid.of_block_numbers(np.array(block_of, dtype=np.intp), capacities)
    plain = PartitionMatroid(blocks, capacities)
    assert given == plain
    assert (given.size, given.rank, hash(given), repr(given)) == (
        plain.size,
        plain.rank,
        hash(plain),
        repr(plain),
    )
    order = np.arange(len(block_of))[::-1]
    assert given.greedy(order).tolist() == plain.greedy(order).tolist()


def test_block_numbers_are_those_of_capacities() -> None:
    with pytest.raises(InvalidMatroidError, match=r"0\.\.1, got 0\.\.2"):
        PartitionMatroid.of_block_numbers(np.array([0, 2]), [1, 1])
