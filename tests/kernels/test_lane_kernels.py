"""Every kernel of the bandits, compiled and plain, against numpy: ties, infinities, repeats and -1 among the inputs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from matroidlab.algorithms.greedy import descending
from matroidlab.kernels import Kernel
from matroidlab.kernels.lanes import exchange_rows, heaviest_in_blocks, top_rows
from matroidlab.kernels.learning import hoeffding, liked, tally, too_many_worse

WAYS = ("plain", "compiled")
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=60, deadline=None)


def way_of(kernel: Kernel[Any, Any], way: str) -> Callable[..., Any]:
    return getattr(kernel, way)  # type: ignore[no-any-return]


def tied_weights(rng: np.random.Generator, lanes: int, size: int) -> NDArray[np.float64]:
    return rng.choice([-np.inf, -1.0, 0.0, 0.5, 1.0, np.inf], size=(lanes, size))


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(1, 4), size=st.integers(1, 12), data=st.data())
@few
def test_top_rows_are_the_first_of_the_stable_falling_order(
    way: str, rng: np.random.Generator, lanes: int, size: int, data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, size))
    weights, out = tied_weights(rng, lanes, size), np.empty((lanes, count), dtype=np.intp)
    way_of(top_rows, way)(weights, out)
    assert out.tolist() == descending(weights)[:, :count].tolist()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(1, 3), size=st.integers(1, 12), blocks=st.integers(1, 4))
@few
def test_the_heaviest_in_blocks_are_the_greedy_basis(
    way: str, rng: np.random.Generator, lanes: int, size: int, blocks: int
) -> None:
    block_of = rng.integers(blocks, size=size)
    room = np.minimum(rng.integers(0, 4, size=blocks), np.bincount(block_of, minlength=blocks))
    starts = np.append(0, np.cumsum(room))
    weights, out = tied_weights(rng, lanes, size), np.empty((lanes, starts[-1]), dtype=np.intp)
    way_of(heaviest_in_blocks, way)(weights, block_of, starts, out)
    for lane in range(lanes):
        left, kept = room.copy(), []
        for element in descending(weights[lane]):
            if left[block_of[element]] > 0:
                left[block_of[element]] -= 1
                kept.append(element)
        assert out[lane].tolist() == kept


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, size=st.integers(1, 12), data=st.data())
@few
def test_exchanged_rows_keep_common_elements_and_pair_the_rest_in_order(
    way: str, rng: np.random.Generator, size: int, data: st.DataObject
) -> None:
    rank = data.draw(st.integers(0, size))
    source, target = (np.array([rng.permutation(size)[:rank] for _ in range(3)]) for _ in range(2))
    out = np.empty_like(source)
    way_of(exchange_rows, way)(source, target, np.empty(0, dtype=np.intp), out)
    for old, new, partners in zip(source.tolist(), target.tolist(), out.tolist(), strict=True):
        entering = iter([element for element in new if element not in old])
        assert partners == [element if element in new else next(entering) for element in old]


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(1, 3), size=st.integers(1, 6))
@few
def test_a_tally_adds_repeats_and_names_each_place_once(
    way: str, rng: np.random.Generator, lanes: int, size: int
) -> None:
    actions = rng.integers(-1, size, size=(lanes, 3, 4))
    weights = rng.integers(0, 3, size=actions.shape) / 2
    counts, sums, squares = np.zeros((lanes, size), dtype=np.intp), np.zeros((lanes, size)), np.zeros((lanes, size))
    marks, touched = np.zeros((lanes, size), dtype=np.bool_), np.empty(actions.size, dtype=np.intp)
    distinct = way_of(tally, way)(actions, weights, counts, sums, squares, marks, touched)
    assert not marks.any()
    for lane in range(lanes):
        for element in range(size):
            seen = weights[lane][actions[lane] == element]
            assert counts[lane, element] == len(seen)
            assert sums[lane, element] == seen.sum()
            assert squares[lane, element] == (seen * seen).sum()
    assert sorted(touched[:distinct].tolist()) == np.flatnonzero(counts).tolist()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, size=st.integers(1, 8))
@few
def test_hoeffding_bounds_are_those_of_numpy(way: str, rng: np.random.Generator, size: int) -> None:
    counts = rng.integers(0, 4, size=size)
    sums = counts * rng.random(size)
    lower, upper = np.full(size, np.nan), np.full(size, np.nan)
    way_of(hoeffding, way)(np.arange(size), counts, sums, 17.5, lower, upper)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean, radius = sums / counts, np.sqrt(17.5 / counts)
    assert lower.tolist() == np.where(counts == 0, 0.0, np.maximum(mean - radius, 0.0)).tolist()
    assert upper.tolist() == np.where(counts == 0, np.inf, mean + radius).tolist()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds)
@few
def test_words_below_the_threshold_are_likes(way: str, rng: np.random.Generator) -> None:
    thresholds = np.array([0, 1, 2**31, 2**32], dtype=np.uint64)
    actions, out = rng.integers(4, size=(2, 3, 4)), np.empty((2, 3, 4))
    words = rng.choice(np.array([0, 1, 2**31 - 1, 2**31, 2**32 - 1], dtype=np.uint32), size=actions.shape)
    way_of(liked, way)(words, thresholds, actions, out)
    assert out.tolist() == (words < thresholds[actions]).astype(np.float64).tolist()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, size=st.integers(1, 8), data=st.data())
@few
def test_too_many_are_worse_when_the_best_do_not_reach_the_least(
    way: str, rng: np.random.Generator, size: int, data: st.DataObject
) -> None:
    rank = data.draw(st.integers(1, size))
    kept = data.draw(st.integers(0, rank))
    means, least = rng.integers(0, 4, size=size) / 4, np.sort(rng.integers(0, 4, size=kept) / 4)
    lists, out = np.array([rng.permutation(size)[:rank] for _ in range(4)]), np.empty(4, dtype=np.bool_)
    way_of(too_many_worse, way)(means, lists, least, out)
    expected = (np.sort(means[lists], axis=1)[:, rank - kept :] < least).any(axis=1)
    assert out.tolist() == expected.tolist()
