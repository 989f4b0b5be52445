"""Pairs of bases that are drawn at random."""

import networkx as nx
import numpy as np
import pytest

from matroidlab import (
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    TransversalMatroid,
    UniformMatroid,
    strong_order_violation,
)
from matroidlab.orderability.pairs import MOST_SAMPLED, sampled_pairs


def test_same_seed_draws_the_same_pairs_and_another_others() -> None:
    def drawn(seed: int) -> list[list[int]]:
        pairs = sampled_pairs(UniformMatroid(20, 6), 20, np.random.default_rng(seed))
        return [np.concatenate(pair).tolist() for pair in pairs]

    assert drawn(1) == drawn(1) != drawn(2)
    graph = GraphicMatroid.from_networkx(nx.complete_graph(8))
    matroid = OracleMatroid(graph.size, graph.is_independent)
    assert strong_order_violation(matroid, sample=200, seed=3) == strong_order_violation(
        matroid, sample=200, seed=3
    )


@pytest.mark.parametrize(
    "matroid", [UniformMatroid(30, 12), TransversalMatroid(12, [range(j, 12) for j in range(7)])]
)
def test_drawn_pairs_are_bases_that_differ_in_3_to_8_elements(matroid: Matroid) -> None:
    exchanged = set()
    for source, target in sampled_pairs(matroid, 200, np.random.default_rng(0)):
        for basis in (source, target):
            assert len(set(basis.tolist())) == matroid.rank
            assert matroid.is_independent(basis)
        exchanged.add(len(np.setdiff1d(source, target)))
    assert {3, 4, 5} <= exchanged
    assert max(exchanged) <= min(MOST_SAMPLED, matroid.size - matroid.rank)
