"""Bases and exchanges of lanes, compiled and plain, against numpy: ties and infinities among the weights."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from matroidlab.algorithms.greedy import descending
from matroidlab.kernels import Kernel
from matroidlab.kernels.exchanges import exchange_rows, exchange_slots, interleave_rows
from matroidlab.kernels.heaviest import heaviest_in_blocks, top_rows, top_rows_near

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
@given(rng=seeds, size=st.integers(1, 90), data=st.data())
@few
def test_whatever_is_no_number_still_gives_distinct_elements(
    way: str, rng: np.random.Generator, size: int, data: st.DataObject
) -> None:
    """Nothing is promised for NaN, but that no memory is touched that is not ours."""
    count = data.draw(st.integers(1, size))
    weights = np.where(rng.random((2, size)) < 0.5, np.nan, rng.random((2, size)))
    guess = np.array([rng.permutation(size)[:count] for _ in range(2)])
    out = np.full((3, 2, count), -7)
    way_of(top_rows, way)(weights, out[0])
    way_of(top_rows_near, way)(weights, guess, out[1])
    each = np.arange(1, size + 1)
    way_of(heaviest_in_blocks, way)(weights[:, ::-1].copy(), each[:0], each[-1:], np.array([0, count]), out[2])
    for row in out.reshape(-1, count):
        assert set(row) <= set(range(size))
        assert len(set(row)) == count


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
