"""Parameters that make no matroid: the error names the value and the bound, or the way out."""

import re
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest

from matroidlab import (
    ExplicitMatroid,
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    TransversalMatroid,
    UniformMatroid,
)
from matroidlab.errors import InvalidMatroidError, MatroidLabError

FAR = 2**80

REFUSED: list[tuple[Callable[..., Matroid], tuple[Any, ...], str]] = [
    (UniformMatroid, (5, 6), "rank must lie in 0..5, got 6"),
    (UniformMatroid, (5, -1), "rank must lie in 0..5, got -1"),
    (UniformMatroid, (5, FAR), f"rank must lie in 0..5, got {FAR}"),
    (UniformMatroid, (-1, 0), "size must be at least 0, got -1"),
    (UniformMatroid, (5.0, 2), "size must be an integer, got 5.0"),
    (UniformMatroid, ("5", 2), "size must be an integer, got '5'"),
    (UniformMatroid, (5, None), "rank must be an integer, got None"),
    (UniformMatroid, (5, True), "rank must be an integer, got True"),
    (PartitionMatroid, ([[0, 2]],), "blocks must cover 0..1, each element once, but 1 is missing"),
    (
        PartitionMatroid,
        ([[0, 1], [1]],),
        "blocks must cover 0..2, each element once, but 1 is in them twice",
    ),
    (
        PartitionMatroid,
        ([[0], [-1]],),
        "blocks must cover 0..1, each element once, but -1 is below 0",
    ),
    (
        PartitionMatroid,
        ([[0, FAR]],),
        "blocks must cover 0..1, each element once, but 1 is missing",
    ),
    (PartitionMatroid, ([[0, 1]], [-1]), "capacities[0] must be at least 0, got -1"),
    (PartitionMatroid, ([[0, 1]], [1, 2]), "capacities must be one for each of 1 blocks, got 2"),
    (PartitionMatroid, ([[0, 1]], [0.5]), "capacities[0] must be an integer, got 0.5"),
    (PartitionMatroid, ([[0, 1]], 2), "capacities must be a sequence of integers, got 2"),
    (PartitionMatroid, ([0, 1],), "blocks[0] must be a sequence of integers, got 0"),
    (PartitionMatroid, (3,), "blocks must be rows of integers, got 3"),
    (PartitionMatroid, ([[0], [1, 2.0]],), "blocks[1][1] must be an integer, got 2.0"),
    (PartitionMatroid, ([[False, True]],), "blocks[0][0] must be an integer, got False"),
    (
        GraphicMatroid,
        ([(0, 1), (0, 1, 2)],),
        "edges must be pairs of vertices, but edges[1] is (0, 1, 2)",
    ),
    (GraphicMatroid, ([()],), "edges must be pairs of vertices, but edges[0] is ()"),
    (GraphicMatroid, ([0, 1],), "edges[0] must be a sequence of integers, got 0"),
    (GraphicMatroid, (["ab"],), "edges[0][0] must be an integer, got 'a'"),
    (GraphicMatroid, ([(0, 1.5)],), "edges[0][1] must be an integer, got 1.5"),
    (
        GraphicMatroid,
        (np.zeros((1, 2, 2), dtype=int),),
        "edges[0][0] must be an integer, got array([0, 0])",
    ),
    (TransversalMatroid, (3, [[0], [1, 3]]), "sets[1] must hold elements of 0..2, got 3"),
    (TransversalMatroid, (3, [[-1]]), "sets[0] must hold elements of 0..2, got -1"),
    (TransversalMatroid, (3, [[FAR]]), f"sets[0] must hold elements of 0..2, got {FAR}"),
    (TransversalMatroid, (0, [[0]]), "sets[0] must hold elements of the empty ground set, got 0"),
    (TransversalMatroid, (-2, []), "size must be at least 0, got -2"),
    (TransversalMatroid, (2, [[0.0]]), "sets[0][0] must be an integer, got 0.0"),
    (
        ExplicitMatroid,
        (3, []),
        "bases must hold at least one set, got none; for rank 0 give the empty set: [[]]",
    ),
    (ExplicitMatroid, (3, [[1, 2], [0]]), "bases must be of one length, got [0] and [1, 2]"),
    (ExplicitMatroid, (3, [[1, 1]]), "bases must hold distinct elements of 0..2, got [1, 1]"),
    (ExplicitMatroid, (3, [[1, 3]]), "bases must hold distinct elements of 0..2, got [1, 3]"),
    (ExplicitMatroid, (3, [[-1, 2]]), "bases must hold distinct elements of 0..2, got [-1, 2]"),
    (ExplicitMatroid, (3, [[FAR]]), f"bases must hold distinct elements of 0..2, got [{FAR}]"),
    (
        ExplicitMatroid,
        (0, [[0]]),
        "bases must hold distinct elements of the empty ground set, got [0]",
    ),
    (ExplicitMatroid, (3, [["a"]]), "bases[0][0] must be an integer, got 'a'"),
    (ExplicitMatroid, (-1, [[]]), "size must be at least 0, got -1"),
    (
        ExplicitMatroid,
        (4, [[0, 1], [2, 3]]),
        "not a matroid: 0 of [0, 1] cannot be exchanged for any element of [2, 3]",
    ),
    (OracleMatroid, (-3, len), "size must be at least 0, got -3"),
    (OracleMatroid, (3, [0, 1]), "is_independent must be callable, got [0, 1]"),
]


@pytest.mark.parametrize(
    ("build", "parameters", "message"), REFUSED, ids=[row[2] for row in REFUSED]
)
def test_error_names_the_value_and_the_bound(
    build: Callable[..., Matroid], parameters: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(InvalidMatroidError, match=f"^{re.escape(message)}$") as caught:
        build(*parameters)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, MatroidLabError)


def test_numpy_integers_are_integers() -> None:
    five: Any = np.int32(5)
    blocks: Any = np.array([[0, 1], [3, 2]])
    edges: Any = np.array([[0, 1]], dtype=np.uint8)
    assert repr(UniformMatroid(five, five)) == "UniformMatroid(size=5, rank=5)"
    assert (
        repr(PartitionMatroid(blocks))
        == "PartitionMatroid(blocks=((0, 1), (3, 2)), capacities=(1, 1))"
    )
    assert GraphicMatroid(edges).edges == ((0, 1),)


def test_a_graph_of_networkx_is_answered_with_its_constructor() -> None:
    graph: Any = nx.path_graph(3)
    with pytest.raises(InvalidMatroidError, match=r"got a graph; use GraphicMatroid.from_networkx"):
        GraphicMatroid(graph)
