"""The kernels that clear lists, compiled and plain, against numpy."""

import numpy as np
import pytest
from bandits.test_clearance import network, round_of, short_lists_too
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from support.twins import WAYS, seeds, way_of

from matroidlab.bandits.clearance import Clearance
from matroidlab.kernels.clearance import changed_places, clear_lists, pack_swaps

few = settings(max_examples=60, deadline=None)
__all__ = ["short_lists_too"]  # a fixture of this module as well


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, width=st.integers(0, 3))
@few
def test_the_changed_place_is_found(way: str, rng: np.random.Generator, width: int) -> None:
    actions, trusted = rng.integers(2, size=(2, 9, width)), rng.integers(2, size=(2, width))
    out = np.empty((2, 9), dtype=np.intp)
    way_of(changed_places, way)(actions, trusted, out)
    places = [[np.flatnonzero(items != trusted[lane]) for items in actions[lane]] for lane in range(2)]
    assert out.tolist() == [[int(p[0]) if len(p) == 1 else -1 - (len(p) > 1) for p in lane] for lane in places]


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, rank=st.integers(1, 130), more=st.integers(0, 5))
@settings(max_examples=20, deadline=None)
def test_swaps_are_packed_into_words(way: str, rng: np.random.Generator, rank: int, more: int) -> None:
    size, words = rank + more, -(-rank // 64)
    swaps, basis, partners = rng.random((size, rank)) < 0.5, *(rng.permutation(size)[:rank] for _ in range(2))
    reach, rivals = np.zeros((2, size, words), dtype=np.uint64)
    way_of(pack_swaps, way)(swaps, basis, partners, reach, rivals)
    assert [_places(row) for row in reach] == [set(np.flatnonzero(row)) for row in swaps]
    others = [{i for i in range(rank) if swaps[partners[i], j] and i != j} for j in range(rank)]
    assert [_places(rivals[item]) for item in basis] == others


def _places(words: NDArray[np.uint64]) -> set[int]:
    return {64 * k + bit for k, word in enumerate(words.tolist()) for bit in range(64) if word >> bit & 1}


@pytest.mark.parametrize("way", WAYS)
@given(seed=st.integers(0, 2**32 - 1), swap_size=st.integers(1, 2))
@few
def test_lists_are_cleared_as_in_numpy(way: str, seed: int, swap_size: int) -> None:
    matroid, means, baseline, best = network(seed)
    rng = np.random.default_rng(seed)
    trusted = np.array([best, matroid.greedy(rng.permutation(24)), baseline])
    clearance = Clearance(matroid, means, baseline, swap_size)
    known, numbers = clearance._known, clearance._known.numbers(trusted)
    lists = [round_of(matroid, tree)[0] for tree in trusted]
    rounds = np.array([[tree, *rng.permutation(near)[:20]] for tree, near in zip(trusted, lists, strict=True)])
    changed, out = np.empty(rounds.shape[:2], dtype=np.intp), np.empty(rounds.shape[:2], dtype=np.bool_)
    changed_places.plain(rounds, trusted, changed)
    told = known.items, known.partners, known.worse, known.reach, known.rivals
    way_of(clear_lists, way)(rounds, trusted, changed, numbers, *told, means, clearance._in_baseline, swap_size, out)
    for lane in range(3):
        near = np.flatnonzero(changed[lane] >= 0)
        places = changed[lane, near]
        expected = clearance._one_exchange(
            np.full(len(near), numbers[lane]), trusted[lane, places], rounds[lane, near, places]
        )
        assert out[lane, near].tolist() == expected.tolist()
        assert out[lane, 0] == (
            (means[trusted[lane]] < means[known.partners[numbers[lane], trusted[lane]]]).sum() <= swap_size
        )
    numbers[:] = -1
    way_of(clear_lists, way)(rounds, trusted, changed, numbers, *told, means, clearance._in_baseline, swap_size, out)
    assert not out.any()
