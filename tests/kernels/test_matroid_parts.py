"""Parts of matroids, plain and compiled, against greedy and exchanges step by step."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    GraphicMatroid,
    Matroid,
    PartitionMatroid,
    Restriction,
    TransversalMatroid,
    Truncation,
    UniformMatroid,
)
from matroidlab.protocol import Part, offered
from support.bare import Bare
from support.matroids import matroids
from support.parts import hold, partners
from support.twins import seeds

RNG = np.random.Generator

GRAPH = GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (0, 1), (3, 3), (3, 0), (5, 6)])
K5 = GraphicMatroid(list(combinations(range(5), 2)))
COVERING: list[Matroid] = [
    UniformMatroid(12, 4),
    PartitionMatroid([[0, 5, 1], [2, 3, 4], [6], []], [1, 2, 0, 3]),
    GRAPH,
    TransversalMatroid(9, [[0, 1, 8], [1, 2, 3], [3, 4, 5, 8], [6], []]),
    TransversalMatroid(9, [[0, 1, 8], [1, 2, 3], [3, 4, 5, 8], [6], *[[]] * 60]),
    TransversalMatroid(90, [range(0, 90, 2), range(30), range(60, 90)]),
    Dual(Restriction(GRAPH, [3, 1, 7, 0, 4, 2])),
    Truncation(DirectSum([Contraction(GRAPH, [0, 5]), UniformMatroid(4, 2)]), 4),
]
"""Each part once, to be compiled; transversal matroids of many sets and of many elements."""
PLAYED = ("graphic", "partition", "transversal", "uniform")
"""The families whose members all have parts."""
MADE = ("contraction", "direct-sum", "dual", "restriction", "truncation")
"""Those that have parts if what they are made of has."""


@pytest.mark.parametrize("kind", PLAYED)
@settings(max_examples=40)
@given(data=st.data(), rng=seeds)
def test_plain_kernels_of_a_part_answer_as_the_matroid_does(
    kind: str, data: st.DataObject, rng: RNG
) -> None:
    hold(data.draw(matroids(kind)), "plain", rng)


@pytest.mark.slow
@pytest.mark.parametrize("matroid", COVERING, ids=lambda matroid: type(matroid).__name__)
@settings(max_examples=30)
@given(rng=seeds)
def test_compiled_kernels_of_a_part_answer_as_the_matroid_does(matroid: Matroid, rng: RNG) -> None:
    hold(matroid, "compiled", rng)


@pytest.mark.parametrize("kind", MADE)
@settings(max_examples=25, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data(), rng=seeds)
def test_what_is_made_of_parts_answers_as_the_matroid_does(
    kind: str, data: st.DataObject, rng: RNG
) -> None:
    matroid = data.draw(matroids(kind))
    assume(offered(matroid, Part) is not None)
    hold(matroid, "plain", rng)


@pytest.mark.parametrize(
    "matroid",
    [Dual(GRAPH), Truncation(Dual(Truncation(GRAPH, 3)), 2),
     DirectSum([GRAPH, UniformMatroid(3, 1), Dual(GRAPH)]),
     Contraction(Restriction(DirectSum([GRAPH, GRAPH]), range(2, 14)), [0, 1, 9]), Dual(K5)],
    ids=repr,
)  # fmt: skip
@settings(max_examples=20)
@given(rng=seeds)
def test_parts_nest(matroid: Matroid, rng: RNG) -> None:
    hold(matroid, "plain", rng)


@pytest.mark.parametrize(
    "make", [Dual, lambda bare: Truncation(bare, 1), lambda bare: DirectSum([GRAPH, bare])]
)
def test_constructions_of_matroids_without_parts_have_no_part(
    make: Callable[[Matroid], Matroid],
) -> None:
    assert offered(make(Bare(UniformMatroid(4, 2))), Part) is None


def test_kernels_are_linked_once() -> None:
    one, two = (offered(Dual(graph), Part) for graph in (GRAPH, GraphicMatroid([(0, 1)])))
    assert one is not None
    assert two is not None
    assert one.kernels == two.kernels


def test_within_blocks_all_matroids_pair_as_blocks_do() -> None:
    """A dual would pair complements in ascending order, and a list has an order of its own."""
    slots = PartitionMatroid([[0, 1, 2, 3], [4, 5, 6]], [2, 1])
    source = np.array([3, 4, 1, 6])
    target = np.array([5, 4, 0, 2])
    assert partners(Dual(slots), source, target).tolist() == [0, 4, 2, 5]
