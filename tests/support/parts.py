"""Parts of matroids held to greedy and exchanges step by step."""

from collections.abc import Callable
from typing import Any

import numpy as np

from matroidlab import Matroid
from matroidlab.algorithms.many_lanes import batched
from matroidlab.kernels import game_slots as parts
from matroidlab.protocol import Part, offered
from matroidlab.types import Elements
from support.twins import way_of
from support.updates import weights_of

RNG = np.random.Generator


def hold(matroid: Matroid, way: str, rng: RNG) -> None:
    """Compare all kernels of a part with public methods, repeatedly, to reuse work space."""
    part = offered(matroid, Part)
    assert part is not None
    keep, pair, heaviest = (
        _of(part, slot, way) for slot in (parts.keep, parts.pair, parts.heaviest)
    )
    for _ in range(4):
        order = rng.permutation(matroid.size)[: rng.integers(matroid.size + 1)]
        most = int(rng.integers(matroid.rank + 1))
        kept = np.full(matroid.rank if rng.random() < 0.5 else most, -7)
        count = keep(part.arrays, order, kept)
        assert kept[:count].tolist() == matroid.greedy(order)[: len(kept)].tolist()
        weights = weights_of(rng, (2, matroid.size))
        bases = batched(matroid).max_weight_bases(weights)
        for lane in range(2):
            for before in (
                bases[lane],
                bases[0],
                rng.integers(-2, matroid.size + 2, size=matroid.rank),
            ):
                heaviest(part.arrays, weights[lane], kept := before.copy())
                assert kept.tolist() == bases[lane].tolist()
                pair(part.arrays, kept, bases[0], found := np.empty_like(kept))
                assert found.tolist() == partners(matroid, kept, bases[0]).tolist()
        source, target = (rng.permuted(basis) for basis in bases)
        pair(part.arrays, source, target, kept)
        assert kept.tolist() == partners(matroid, source, target).tolist()


def partners(matroid: Matroid, source: Elements, target: Elements) -> Elements:
    """The bijection that is played step by step."""
    found: Elements = batched(matroid).exchanges(source[None], target[None])[0]
    return found


def _of(part: Part, slot: Any, way: str) -> Callable[..., Any]:
    """The kernel in a slot; or the default of the slot, linked to the part's kernels."""
    return way_of(part.kernels.get(slot) or slot.linked(part.kernels), way)
