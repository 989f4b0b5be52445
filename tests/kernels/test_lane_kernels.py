"""Every kernel of the bandits, compiled and plain, against numpy: ties, infinities, repeats and -1 among the inputs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from matroidlab.algorithms.greedy import descending
from matroidlab.bandits.estimates import Statistics
from matroidlab.kernels import Kernel
from matroidlab.kernels.lanes import (
    exchange_rows,
    exchange_slots,
    heaviest_in_blocks,
    interleave_rows,
    top_rows,
    top_rows_near,
)
from matroidlab.kernels.learning import cautious_at, grow, hoeffding, is_observation, liked, tally, tally_bounds

WAYS = ("plain", "compiled")
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=60, deadline=None)


def way_of(kernel: Kernel[Any, Any], way: str) -> Callable[..., Any]:
    return getattr(kernel, way)  # type: ignore[no-any-return]


def tied_weights(rng: np.random.Generator, lanes: int, size: int) -> NDArray[np.float64]:
    return rng.choice([-np.inf, -1.0, 0.0, 0.5, 1.0, np.inf], size=(lanes, size))


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(1, 4), size=st.integers(1, 80), data=st.data())
@few
def test_top_rows_are_the_first_of_the_stable_falling_order(
    way: str, rng: np.random.Generator, lanes: int, size: int, data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, size))
    weights, out = tied_weights(rng, lanes, size), np.empty((lanes, count), dtype=np.intp)
    way_of(top_rows, way)(weights, out)
    assert out.tolist() == descending(weights)[:, :count].tolist()
    guess, near = np.array([rng.permutation(size)[:count] for _ in range(lanes)]), np.empty_like(out)
    way_of(top_rows_near, way)(weights, guess, near)
    assert near.tolist() == out.tolist()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(1, 3), size=st.integers(1, 12), blocks=st.integers(1, 4), in_order=st.booleans())
@few
def test_the_heaviest_in_blocks_are_the_greedy_basis(
    way: str, rng: np.random.Generator, lanes: int, size: int, blocks: int, in_order: bool
) -> None:
    block_of = np.sort(rng.integers(blocks, size=size)) if in_order else rng.integers(blocks, size=size)
    room = np.minimum(rng.integers(0, 4, size=blocks), np.bincount(block_of, minlength=blocks))
    starts = np.append(0, np.cumsum(room))
    weights, out = tied_weights(rng, lanes, size), np.empty((lanes, starts[-1]), dtype=np.intp)
    members = np.argsort(block_of, kind="stable")[: 0 if in_order else None]
    ends = np.cumsum(np.bincount(block_of, minlength=blocks))
    way_of(heaviest_in_blocks, way)(weights, members, ends, starts, out)
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
@given(rng=seeds, lanes=st.integers(1, 3), size=st.integers(1, 6), is_shown=st.booleans())
@few
def test_a_tally_adds_repeats_and_names_each_place_once(
    way: str, rng: np.random.Generator, lanes: int, size: int, is_shown: bool
) -> None:
    actions = rng.integers(-1, size, size=(lanes, 3, 4))
    weights = rng.integers(0, 3, size=actions.shape) / 2
    counts, sums, spreads = np.zeros((lanes, size), dtype=np.intp), np.zeros((lanes, size)), np.zeros((lanes, size))
    marks, touched = np.zeros((lanes, size), dtype=np.bool_), np.empty(actions.size, dtype=np.intp)
    clock = np.full(lanes, 5)
    distinct = way_of(tally, way)(actions, weights, is_shown, counts, sums, spreads, clock, marks, touched)
    assert not marks.any()
    assert clock.tolist() == (5 + is_shown * (actions >= 0).any(axis=2).sum(axis=1)).tolist()
    for lane in range(lanes):
        for element in range(size):
            seen = weights[lane][actions[lane] == element]
            assert counts[lane, element] == len(seen)
            assert sums[lane, element] == seen.sum()
            assert spreads[lane, element] == (seen * (1 - seen)).sum()
    assert sorted(touched[:distinct].tolist()) == np.flatnonzero(counts).tolist()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("item", "weight"), [(2, 0.5), (-2, 0.5), (1, 1.5), (1, np.nan)])
def test_a_tally_of_what_is_no_observation_changes_nothing(way: str, item: int, weight: float) -> None:
    arrays = [np.zeros((1, 2), dtype=np.intp), np.zeros((1, 2)), np.zeros((1, 2)), np.zeros(1, dtype=np.intp)]
    marks, touched = np.zeros((1, 2), dtype=np.bool_), np.empty(2, dtype=np.intp)
    told = np.array([[[0, item]]]), np.array([[[1.0, weight]]])
    assert way_of(tally, way)(*told, True, *arrays, marks, touched) == -1
    assert not any(array.any() for array in (*arrays, marks))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_cautious", [False, True])
@given(rng=seeds, lanes=st.integers(1, 3), size=st.integers(1, 6))
@few
def test_bounds_that_are_tallied_are_those_computed_after(
    way: str, is_cautious: bool, rng: np.random.Generator, lanes: int, size: int
) -> None:
    def arrays() -> list[NDArray[Any]]:
        counts = np.zeros((lanes, size), dtype=np.intp)
        return [counts, *np.zeros((2, lanes, size)), np.zeros(lanes, dtype=np.intp), counts > 0]

    actions = rng.integers(-1, size, size=(lanes, 2, 3))
    weights, source = rng.random(actions.shape), rng.integers(3, size=(lanes * is_cautious, size)).astype(np.int8)
    (at_once, *bounds), (after, *expected) = ((arrays(), *np.full((3, lanes, size), 0.5)) for _ in range(2))
    touched, places = np.empty((2, actions.size), dtype=np.intp)
    found = way_of(tally_bounds, way)(actions, weights, True, *at_once, touched, 17.5, *bounds[:2], source, bounds[2])
    places = places[: way_of(tally, "plain")(actions, weights, True, *after, places)]
    hoeffding.plain(places, after[0], after[1], 17.5, *expected[:2])
    if is_cautious:
        cautious_at.plain(places, source, *expected)
    assert touched[:found].tolist() == places.tolist()
    for one, other in zip((*at_once, *bounds), (*after, *expected), strict=True):
        assert one.tolist() == other.tolist()


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
    words = rng.choice(np.array([0, 1, 2**31 - 1, 2**31, 2**32 - 1], dtype=np.uint64), size=actions.shape)
    pairs = words.reshape(-1, 2)
    way_of(liked, way)(pairs[:, 0] + (pairs[:, 1] << np.uint64(32)), thresholds, actions, out)
    assert out.tolist() == (words < thresholds[actions]).astype(np.float64).tolist()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(1, 3), size=st.integers(1, 8))
@few
def test_bounds_grow_as_in_numpy(way: str, rng: np.random.Generator, lanes: int, size: int) -> None:
    counts = rng.choice([1, 2, 3, 1023, 1024, 2000], size=(lanes, size))
    sums, places, roots = counts * rng.random((lanes, size)), rng.integers(lanes * size, size=3), 9 * rng.random(lanes)
    means, widths, upper = np.full((lanes, size), np.inf), np.ones((lanes, size)), np.empty((lanes, size))
    way_of(grow, way)(places, counts, sums, roots, means, widths, upper)
    seen, told = Statistics(counts, sums, sums, counts), np.isin(np.arange(lanes * size), places).reshape(lanes, size)
    assert (means == np.where(told, seen.means, np.inf)).all()
    assert (widths == np.where(told, seen.widths, 1.0)).all()
    assert (upper == means + roots[:, None] * widths).all()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(0, 2))
@few
def test_an_observation_has_items_in_range_and_weights_from_0_to_1(
    way: str, rng: np.random.Generator, lanes: int
) -> None:
    items = rng.choice([-2, -1, 0, 3, 4], size=(lanes, 1, 2), p=[0.05, 0.2, 0.35, 0.35, 0.05])
    weights = rng.choice([-0.1, 0.0, 1.0, 1.1, np.nan], size=items.shape, p=[0.05, 0.4, 0.4, 0.05, 0.1])
    in_range = (items >= -1) & (items < 4) & ((items == -1) | ((weights >= 0) & (weights <= 1)))
    assert way_of(is_observation, way)(items, weights, 4) == in_range.all()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, rank=st.integers(1, 7), swap_size=st.integers(1, 7))
@few
def test_an_interleaved_row_takes_one_block_from_the_partners(
    way: str, rng: np.random.Generator, rank: int, swap_size: int
) -> None:
    trusted, partners = rng.integers(50, size=(2, 3, rank))
    actions = np.full((3, -(-rank // swap_size), rank), -7)
    way_of(interleave_rows, way)(trusted, partners, swap_size, actions)
    blocks = np.arange(rank) // swap_size
    for i in range(actions.shape[1]):
        assert (actions[:, i] == np.where(blocks == i, partners, trusted)).all()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, size=st.integers(1, 5))
@few
def test_cautious_weights_come_from_their_source(way: str, rng: np.random.Generator, size: int) -> None:
    lower, upper, before = rng.random((3, 2 * size))
    source, places = rng.integers(3, size=2 * size).astype(np.int8), rng.permutation(2 * size)[:size]
    after = before.copy()
    way_of(cautious_at, way)(places, source, lower, upper, after)
    for place in range(2 * size):
        kind = source[place] if place in places else 2
        assert after[place] == (lower, upper, before)[kind][place]


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, blocks=st.integers(1, 5))
@few
def test_slots_are_exchanged_as_rows_are(way: str, rng: np.random.Generator, blocks: int) -> None:
    block_of = rng.permutation(np.repeat(np.arange(blocks), 3))
    chosen = rng.permutation(blocks)[: rng.integers(blocks + 1)]
    source, target = (
        np.array(
            [[rng.choice(np.flatnonzero(block_of == b)) for b in rng.permutation(chosen)] for _ in range(3)], np.intp
        )
        for _ in range(2)
    )
    rows, slots = np.empty_like(source), np.empty_like(source)
    way_of(exchange_rows, way)(source, target, block_of, rows)
    way_of(exchange_slots, way)(source, target, block_of, blocks, slots)
    assert slots.tolist() == rows.tolist()
