"""The order by way of integers is that of a stable sort, or is refused."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from matroidlab.algorithms.greedy import FEW, descending
from matroidlab.kernels import Kernel
from matroidlab.kernels.sorting import pack, unpack

WAYS = ("plain", "compiled")
few = settings(max_examples=80, deadline=None)
near_one = st.integers(0, 20).map(lambda steps: 1 + steps * 2.0**-52)
ties = st.sampled_from([-math.inf, -1.0, -5e-324, -0.0, 0.0, 5e-324, 0.5, 1.0, 1.8e308, math.inf])
weights = st.one_of(ties, near_one, st.floats(allow_nan=False))


def way_of(kernel: Kernel[Any, Any], way: str) -> Callable[..., Any]:
    return getattr(kernel, way)  # type: ignore[no-any-return]


@pytest.mark.parametrize("way", WAYS)
@given(
    rows=st.integers(1, 12).flatmap(lambda size: st.lists(st.lists(weights, min_size=size, max_size=size), max_size=3))
)
@few
def test_order_of_keys_is_the_stable_order_unless_it_is_refused(way: str, rows: list[list[float]]) -> None:
    values = np.array(rows).reshape(len(rows), len(rows[0]) if rows else 1) + 0.0
    low = 15
    keys, out = np.empty(values.shape, dtype=np.int64), np.full(values.shape, -1, dtype=np.intp)
    way_of(pack, way)(values, low, keys)
    keys.sort(axis=-1)
    if way_of(unpack, way)(keys, values, low, out):
        assert [lane.tolist() for lane in out] == [sorted(range(len(row)), key=row.__getitem__) for row in rows]
    else:
        coarse = values.view(np.int64) | low
        assert any(len(set(row)) > len(set(cut)) for row, cut in zip(values.tolist(), coarse.tolist(), strict=True))


@given(row=st.lists(weights, min_size=1, max_size=6), seed=st.integers(0, 2**32 - 1), lanes=st.integers(1, 4))
@example(row=[1.0, 1 + 2.0**-52], seed=0, lanes=2)
@few
def test_descending_order_is_stable_whatever_the_weights_and_their_layout(
    row: list[float], seed: int, lanes: int
) -> None:
    drawn = np.random.default_rng(seed).choice(np.array(row), size=(lanes, FEW + 1))
    expected = [sorted(range(FEW + 1), key=lambda e: (-lane[e], e)) for lane in drawn.tolist()]
    for given_weights in (drawn, np.asfortranarray(drawn), np.repeat(drawn, 2, axis=1)[:, ::2]):
        found = descending(given_weights)
        assert found.dtype == np.intp
        assert found.tolist() == expected
    assert descending(drawn[0]).tolist() == expected[0]


@pytest.mark.parametrize("shape", [(0,), (1,), (0, 3), (3, 0), (0, 0), (FEW, 1), (1, FEW), (2, FEW + 1)])
def test_no_lane_and_no_element_are_no_special_case(shape: tuple[int, ...]) -> None:
    expected = np.broadcast_to(np.arange(shape[-1]), shape)
    assert descending(np.zeros(shape)).tolist() == expected.tolist()
