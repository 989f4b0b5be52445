"""Bijections of least cost, compiled and plain, against all bijections and against networkx."""

from itertools import permutations
from typing import Any

import networkx as nx
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.simulation.assignments import least_cost
from support.twins import WAYS, seeds, way_of

few = settings(max_examples=60, deadline=None)


@WAYS
@given(rng=seeds, size=st.integers(0, 5), values=st.integers(1, 9))
@few
def test_the_least_cost_is_that_of_the_best_bijection(
    way: str, rng: np.random.Generator, size: int, values: int
) -> None:
    costs = rng.integers(values, size=(size, size))
    every = [sum(costs[i, j] for i, j in enumerate(order)) for order in permutations(range(size))]
    assert way_of(least_cost, way)(costs) == min(every)


@WAYS
@given(rng=seeds, size=st.integers(8, 20))
@settings(max_examples=10, deadline=None)
def test_larger_ones_are_those_of_networkx(way: str, rng: np.random.Generator, size: int) -> None:
    costs = rng.integers(6, size=(size, size))
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_weighted_edges_from(
        (i, size + j, -int(costs[i, j])) for i in range(size) for j in range(size)
    )
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    assert way_of(least_cost, way)(costs) == -sum(graph.edges[pair]["weight"] for pair in matching)
