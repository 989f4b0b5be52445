"""Parts of matroids, plain and compiled, against greedy and what is played step by step."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.matroids import KINDS, matroids
from support.twins import seeds, way_of
from support.updates import weights_of

from matroidlab import Matroid, PartitionMatroid, UniformMatroid
from matroidlab.algorithms.lanes import batched
from matroidlab.kernels import parts
from matroidlab.protocol import part_of
from matroidlab.types import Elements

RNG = np.random.Generator

COVERING: list[Matroid] = [
    UniformMatroid(12, 4),
    PartitionMatroid([[0, 5, 1], [2, 3, 4], [6], []], [1, 2, 0, 3]),
]
"""Each part once, to be compiled."""
PLAYED = sorted({"uniform", "partition"})
"""The kinds of matroids that offer parts, always or mostly."""


def hold(matroid: Matroid, way: str, rng: RNG) -> None:
    """Hold all kernels of a part to the public methods, several times, so that work space is used again."""
    part = part_of(matroid)
    assert part is not None
    keep, pair, heaviest = (_of(part, slot, way) for slot in (parts.keep, parts.pair, parts.heaviest))
    for _ in range(4):
        order = rng.permutation(matroid.size)[: rng.integers(matroid.size + 1)]
        most = int(rng.integers(matroid.rank + 1))
        kept = np.full(matroid.rank if rng.random() < 0.5 else most, -7)
        count = keep(part.arrays, order, kept)
        assert kept[:count].tolist() == matroid.greedy(order)[: len(kept)].tolist()
        weights = weights_of(rng, (2, matroid.size))
        bases = batched(matroid).max_weight_bases(weights)
        for lane in range(2):
            heaviest(part.arrays, weights[lane], kept := np.full(matroid.rank, -7))
            assert kept.tolist() == bases[lane].tolist()
        source, target = (rng.permuted(basis) for basis in bases)
        pair(part.arrays, source, target, kept)
        assert kept.tolist() == partners(matroid, source, target).tolist()


def partners(matroid: Matroid, source: Elements, target: Elements) -> Elements:
    """The bijection that is played step by step."""
    found: Elements = batched(matroid).exchanges(source[None], target[None])[0]
    return found


def _of(part: parts.Part, slot: Any, way: str) -> Callable[..., Any]:
    """The kernel in a slot; where nobody fills it, what is written there, linked to the part's own."""
    return way_of(part.kernels.get(slot) or slot.linked(part.kernels), way)


@pytest.mark.parametrize("kind", PLAYED)
@settings(max_examples=40)
@given(data=st.data(), rng=seeds)
def test_plain_kernels_of_a_part_answer_as_the_matroid_does(kind: str, data: st.DataObject, rng: RNG) -> None:
    hold(data.draw(matroids(kind)), "plain", rng)


@pytest.mark.parametrize("matroid", COVERING, ids=lambda matroid: type(matroid).__name__)
@settings(max_examples=30)
@given(rng=seeds)
def test_compiled_kernels_of_a_part_answer_as_the_matroid_does(matroid: Matroid, rng: RNG) -> None:
    hold(matroid, "compiled", rng)


def test_kinds_that_are_played_are_kinds() -> None:
    assert set(PLAYED) <= set(KINDS)
