"""Empty ground sets, rank 0, nothing but one basis, loops and coloops: everywhere the plain
answer."""

import pytest

from matroidlab import (
    ExplicitMatroid,
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    TransversalMatroid,
    UniformMatroid,
    closure,
    exchange_bijection,
    fundamental_circuit,
    is_basis,
    max_weight_basis,
    rank_of,
)
from support.bare import Bare
from support.reference import elements


def with_others(*matroids: Matroid) -> list[Matroid]:
    """The matroids, and the last of them as an oracle and as a bare object."""
    last = matroids[-1]
    return [*matroids, OracleMatroid(last.size, last.is_independent), Bare(last)]


EMPTY = with_others(
    UniformMatroid(0, 0),
    PartitionMatroid([]),
    PartitionMatroid([[], []], [3, 0]),
    GraphicMatroid([]),
    TransversalMatroid(0, []),
    TransversalMatroid(0, [[], []]),
    ExplicitMatroid(0, [[]]),
)
LOOPS = with_others(
    UniformMatroid(3, 0),
    PartitionMatroid([[0, 1], [2]], [0, 0]),
    GraphicMatroid([(5, 5), (5, 5), (-1, -1)]),
    TransversalMatroid(3, []),
    TransversalMatroid(3, [[], []]),
    ExplicitMatroid(3, [[]]),
)
COLOOPS = with_others(
    UniformMatroid(3, 3),
    PartitionMatroid([[0, 1], [2]], [2, 7]),
    GraphicMatroid([(0, 1), (1, 2), (7, 8)]),
    TransversalMatroid(3, [[0, 1], [1, 2], [2], [0]]),
    ExplicitMatroid(3, [[0, 1, 2]]),
)
# Element 0 is a loop, element 1 a coloop, and 2 and 3 are parallel.
MIXED = with_others(
    PartitionMatroid([[0], [1], [2, 3]], [0, 1, 1]),
    GraphicMatroid([(0, 0), (0, 1), (1, 2), (2, 1)]),
    TransversalMatroid(4, [[1], [2, 3]]),
    ExplicitMatroid(4, [[1, 2], [1, 3]]),
)


def shown(matroid: Matroid) -> str:
    return repr(matroid)[:60]


@pytest.mark.parametrize("matroid", EMPTY, ids=shown)
def test_the_empty_matroid_has_the_empty_basis(matroid: Matroid) -> None:
    nothing = elements([])
    assert (matroid.size, matroid.rank) == (0, 0)
    assert matroid.is_independent(nothing)
    assert matroid.greedy(nothing).tolist() == []
    assert matroid.swaps(nothing, nothing).shape == (0, 0)
    assert max_weight_basis(matroid, []).tolist() == []
    assert exchange_bijection(matroid, [], []).tolist() == []
    assert closure(matroid, []).tolist() == []
    assert rank_of(matroid, []) == 0
    assert is_basis(matroid, [])


@pytest.mark.parametrize("matroid", LOOPS, ids=shown)
def test_rank_zero_has_the_empty_basis_and_closes_everything(matroid: Matroid) -> None:
    assert (matroid.size, matroid.rank) == (3, 0)
    assert not any(matroid.is_independent(elements([loop])) for loop in range(3))
    assert matroid.greedy(elements([2, 0, 1])).tolist() == []
    assert matroid.swaps(elements([]), elements([1, 2])).shape == (2, 0)
    assert max_weight_basis(matroid, [3, 1, 2]).tolist() == []
    assert exchange_bijection(matroid, [], []).tolist() == []
    assert closure(matroid, []).tolist() == [0, 1, 2]
    assert rank_of(matroid, [0, 1, 2]) == 0
    assert fundamental_circuit(matroid, [], 1).tolist() == [1]
    assert is_basis(matroid, [])
    assert not is_basis(matroid, [0])


@pytest.mark.parametrize("matroid", COLOOPS, ids=shown)
def test_a_free_matroid_has_the_whole_ground_set_as_its_basis(matroid: Matroid) -> None:
    assert (matroid.size, matroid.rank) == (3, 3)
    assert matroid.greedy(elements([2, 0, 1])).tolist() == [2, 0, 1]
    assert matroid.swaps(elements([2, 0]), elements([1, 0])).tolist() == [
        [True, True],
        [False, True],
    ]
    assert max_weight_basis(matroid, [-1, 1, -1]).tolist() == [1, 0, 2]
    assert exchange_bijection(matroid, [2, 0, 1], [0, 1, 2]).tolist() == [2, 0, 1]
    assert closure(matroid, [1]).tolist() == [1]
    assert rank_of(matroid, [0, 2]) == 2
    assert is_basis(matroid, [2, 1, 0])


@pytest.mark.parametrize("matroid", MIXED, ids=shown)
def test_loops_are_in_no_basis_and_coloops_in_every_one(matroid: Matroid) -> None:
    assert (matroid.size, matroid.rank) == (4, 2)
    assert matroid.greedy(elements([0, 3, 2, 1])).tolist() == [3, 1]
    assert matroid.swaps(elements([1, 2]), elements([0, 1, 3])).tolist() == [
        [False, False],
        [True, False],
        [False, True],
    ]
    assert max_weight_basis(matroid, [9, -9, 1, 1]).tolist() == [2, 1]
    assert exchange_bijection(matroid, [1, 2], [3, 1]).tolist() == [1, 3]
    assert closure(matroid, []).tolist() == [0]
    assert closure(matroid, [2]).tolist() == [0, 2, 3]
    assert fundamental_circuit(matroid, [1, 2], 3).tolist() == [2, 3]
    assert fundamental_circuit(matroid, [1, 2], 0).tolist() == [0]
    assert rank_of(matroid, [0, 2, 3]) == 1
