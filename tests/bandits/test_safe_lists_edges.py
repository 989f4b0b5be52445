"""`SafeLists` at its edges: loops, coloops, every m, and lots for doubtful places."""

import numpy as np
import pytest

from matroidlab import (
    DirectSum,
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    UniformMatroid,
)
from matroidlab.algorithms import component_of
from matroidlab.bandits import SafeLists
from support.safe_problems import fewest_doubtful, heaviest_weight, problem

LOOPS_AND_COLOOPS = GraphicMatroid([(0, 0), (0, 1), (1, 2), (1, 2), (2, 3)])


@pytest.mark.parametrize(
    "matroid",
    [
        UniformMatroid(4, 0),
        UniformMatroid(4, 4),
        UniformMatroid(0, 0),
        DirectSum([UniformMatroid(2, 0), UniformMatroid(2, 2), UniformMatroid(4, 2)]),
        LOOPS_AND_COLOOPS,
        OracleMatroid(5, LOOPS_AND_COLOOPS.is_independent),
    ],
    ids=["rank 0", "K = L", "empty", "mixed sum", "graph", "oracle"],
)
def test_loops_coloops_and_both_ends_of_m(matroid: Matroid) -> None:
    rng = np.random.default_rng(11)
    for _ in range(5):
        bases, baseline, cautious, _ = problem(matroid, rng)
        weights = rng.integers(-6, 7, size=matroid.size).astype(float)
        component = component_of(matroid)
        for m in range(matroid.rank + 2):
            allowed = [
                items
                for items in bases
                if fewest_doubtful(items, baseline, cautious, component) <= m
            ]
            (found,) = SafeLists(matroid, baseline, m).heaviest(weights[None], cautious[None])
            assert sorted(found.tolist()) in [items.tolist() for items in allowed]
            assert weights[found].sum() == heaviest_weight(allowed, weights)


def test_greedy_over_all_parts_at_once_would_be_wrong() -> None:
    """The doubtful place goes where it gains most, not to the heaviest doubtful item."""
    parts = PartitionMatroid([[0, 1], [2, 3]])
    safe = SafeLists(parts, baseline=[1, 3], swap_size=1)
    cautious = np.array([[0.0, 0.5, 0.0, 0.5]])
    weights = np.array([[0.9, 0.8, 0.7, 0.1]])
    assert safe.heaviest(weights, cautious).tolist() == [[1, 2]]


def test_lots_give_the_doubtful_place_to_a_part_that_gains() -> None:
    parts = PartitionMatroid([[0, 1], [2, 3], [4, 5]])
    safe = SafeLists(parts, baseline=[1, 3, 5], swap_size=1)
    assert safe.lots == 0
    safe.cure([1, 3, 5])
    assert safe.lots == 4
    cautious = np.array([[0.0, 0.5, 0.0, 0.5, 0.0, 0.5]])
    weights = np.array([[0.9, 0.1, 0.3, 0.2, 0.1, 0.2]])
    tails = np.array([[0.0, -9.0, 1.0, 2.0]])
    heads = np.array([[-2.0, -9.0, 1.0, 2.0]])
    assert safe.heaviest(weights, cautious, tails).tolist() == [[0, 3, 5]]
    assert safe.heaviest(weights, cautious, heads).tolist() == [[2, 5, 1]]


def test_a_lot_gives_no_doubtful_place_where_there_is_none() -> None:
    """As in a budget that is spent, which asks for lists without doubtful items."""
    triangle = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    heads = np.full((1, 9), -2.0)
    cautious = np.array([[1.0, 1.0, 0.0, 1.0, 1.0, 0.0]])
    weights = np.array([[0.1, 0.2, 0.9, 0.1, 0.2, 0.3]])
    for matroid in (
        DirectSum([triangle, triangle]),
        PartitionMatroid([[0, 1, 2], [3, 4, 5]], [2, 2]),
    ):
        safe = SafeLists(matroid, baseline=[0, 1, 3, 4], swap_size=0)
        safe.cure([0, 1, 3, 4])
        found = safe.heaviest(weights, cautious, heads[:, : safe.lots])
        assert sorted(found[0].tolist()) == [0, 1, 3, 4]


def test_other_matroids_show_a_list_of_a_round_by_lot() -> None:
    triangle = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    safe = SafeLists(DirectSum([triangle, triangle]), baseline=[0, 1, 3, 4], swap_size=1)
    safe.cure([0, 1, 3, 4])
    rng = np.random.default_rng(0)
    cautious = np.array([[1.0, 1.0, 0.0, 1.0, 1.0, 0.0]])
    weights = np.array([[0.1, 0.2, 0.9, 0.1, 0.2, 0.3]])
    shown = set()
    for _ in range(40):
        lots = rng.standard_normal((1, safe.lots))
        lots[0, 0] = -2.0
        found = safe.heaviest(weights, cautious, lots)
        assert safe.allows(found, cautious).all()
        shown.add(tuple(sorted(found[0].tolist())))
    assert len(shown) > 1
