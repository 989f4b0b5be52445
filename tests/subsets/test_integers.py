"""Families as integers agree with the passes in numpy, and kept values go with their owners."""

import gc

import numpy as np
import pytest

from matroidlab import ExplicitMatroid, UniformMatroid
from matroidlab.subsets import kept_tables, parts_of, rank_table, ranks_of, subset_masks
from matroidlab.subsets.integers import closed_sets, ranks_of_bases

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("size", range(13))
def test_ranks_by_integers_are_those_by_numpy(size: int) -> None:
    rank = size // 2
    masks = subset_masks(size, rank)
    chosen = masks[RNG.random(len(masks)) < 0.5] if size else masks
    chosen = chosen if len(chosen) else masks[:1]
    assert np.array_equal(ranks_of_bases(chosen, size), ranks_of(parts_of(chosen, size)))


@pytest.mark.parametrize("size", range(1, 9))
def test_closed_sets_are_those_that_every_element_raises(size: int) -> None:
    table = rank_table(UniformMatroid(size, size // 2))
    ranks = table.ranks.tolist()
    closed = [
        mask
        for mask in range(1 << size)
        if all(mask >> e & 1 or ranks[mask | 1 << e] > ranks[mask] for e in range(size))
    ]
    assert closed_sets(table.ranks, size).tolist() == closed


def test_a_table_is_made_once_and_cannot_be_written() -> None:
    matroid = ExplicitMatroid(3, [[0, 1], [0, 2]])
    table = rank_table(matroid)
    assert rank_table(matroid) is table
    with pytest.raises(ValueError, match="read-only"):
        table.ranks[0] = 1


def test_a_kept_value_goes_with_its_owner() -> None:
    store: kept_tables.KeptTables[int] = kept_tables.KeptTables()
    owner = UniformMatroid(3, 2)
    store.put(owner, 7, cost=8)
    assert store.get(owner) == 7
    assert store.get(UniformMatroid(3, 2)) is None
    del owner
    gc.collect()
    assert not store._values
    assert store._bytes == 0


def test_the_oldest_values_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_tables, "MOST_BYTES", 20)
    store: kept_tables.KeptTables[int] = kept_tables.KeptTables()
    owners = [UniformMatroid(3, 2) for _ in range(3)]
    for number, owner in enumerate(owners):
        store.put(owner, number, cost=10)
    assert [store.get(owner) for owner in owners] == [None, 1, 2]
