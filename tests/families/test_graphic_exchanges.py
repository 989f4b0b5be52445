"""Exchanges of larger trees that share little, so that places have to be handed on along augmenting
paths."""

from itertools import combinations

import numpy as np
import pytest

from matroidlab import GraphicMatroid


@pytest.mark.parametrize("seed", range(20))
def test_exchanges_of_larger_trees_are_exchange_bijections(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = GraphicMatroid([pair for pair in combinations(range(14), 2) if rng.random() < 0.5])
    source, target = (
        np.array([graph.greedy(rng.permutation(graph.size)) for _ in range(3)]) for _ in range(2)
    )
    for old, new, partners in zip(source, target, graph.exchanges(source, target), strict=True):
        assert sorted(partners) == sorted(new)
        assert graph.swaps(old, partners).diagonal().all()
        assert all(
            partner == edge for edge, partner in zip(old, partners, strict=True) if edge in new
        )
