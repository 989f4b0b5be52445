"""What is learnt from a round, compiled and plain, against numpy: repeats, -1 and bad values among the observations."""

from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.twins import WAYS, few, seeds, way_of

from matroidlab.bandits.estimates import Statistics
from matroidlab.kernels.learning import (
    Seen,
    cautious_at,
    grow,
    hoeffding,
    is_observation,
    liked,
    observe,
    observe_bounds,
    tally,
    tally_bounds,
)


def nothing_seen(lanes: int, size: int) -> Seen:
    """Counts, sums, spreads, clock and marks."""
    counts, sums, spreads = np.zeros(lanes * size, dtype=np.intp), *np.zeros((2, lanes * size))
    return counts, sums, spreads, np.zeros(lanes, dtype=np.intp), np.zeros(lanes * size, dtype=np.bool_)


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(1, 3), size=st.integers(1, 6), is_shown=st.booleans())
@few
def test_a_tally_adds_repeats_and_names_each_place_once(
    way: str, rng: np.random.Generator, lanes: int, size: int, is_shown: bool
) -> None:
    actions = rng.integers(-1, size, size=(lanes, 3, 4))
    weights = rng.integers(0, 3, size=actions.shape) / 2
    touched = np.empty(actions.size, dtype=np.intp)
    counts, sums, spreads, clock, marks = seen = nothing_seen(lanes, size)
    clock += 5
    distinct = way_of(tally, way)(actions, weights, is_shown, seen, touched)
    assert not marks.any()
    assert clock.tolist() == (5 + is_shown * (actions >= 0).any(axis=2).sum(axis=1)).tolist()
    for lane in range(lanes):
        for element in range(size):
            own = weights[lane][actions[lane] == element]
            place = lane * size + element
            assert counts[place] == len(own)
            assert sums[place] == own.sum()
            assert spreads[place] == (own * (1 - own)).sum()
    assert sorted(touched[:distinct].tolist()) == np.flatnonzero(counts).tolist()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_cautious", [False, True])
@given(rng=seeds, lanes=st.integers(1, 3), size=st.integers(1, 6))
@few
def test_bounds_that_are_tallied_are_those_computed_after(
    way: str, is_cautious: bool, rng: np.random.Generator, lanes: int, size: int
) -> None:
    actions = rng.integers(-1, size, size=(lanes, 2, 3))
    weights, source = rng.random(actions.shape), rng.integers(3, size=lanes * size * is_cautious).astype(np.int8)
    bounds, seen = np.full((3, lanes * size), 0.5), nothing_seen(lanes, size)
    expected, seen_before = bounds.copy(), nothing_seen(lanes, size)
    touched, places = np.empty((2, actions.size), dtype=np.intp)
    kept = 17.5, bounds[0], bounds[1], source, bounds[2]
    found = way_of(tally_bounds, way)(actions, weights, True, seen, touched, kept)
    places = places[: tally.plain(actions, weights, True, seen_before, places)]
    hoeffding.plain(places, seen_before[0], seen_before[1], 17.5, *expected[:2])
    if is_cautious:
        cautious_at.plain(places, source, *expected)
    assert touched[:found].tolist() == places.tolist()
    assert bounds.tolist() == expected.tolist()
    assert [part.tolist() for part in seen] == [part.tolist() for part in seen_before]


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(1, 3))
@few
def test_what_is_an_observation_is_tallied_and_else_nothing_happens(
    way: str, rng: np.random.Generator, lanes: int
) -> None:
    actions = rng.choice([-2, -1, 0, 1, 2], p=[0.02, 0.2, 0.38, 0.38, 0.02], size=(lanes, 2, 3))
    weights = rng.choice([0.0, 0.5, 1.0, 1.5, np.nan], p=[0.4, 0.2, 0.36, 0.02, 0.02], size=actions.shape)
    is_fine = is_observation.plain(actions, weights, 2)
    kept = 9.0, *np.full((2, 2 * lanes), 0.5), np.zeros(0, dtype=np.int8), np.zeros(0)
    for one, other, more in ((observe, tally, ()), (observe_bounds, tally_bounds, (kept,))):
        seen = nothing_seen(lanes, 2), np.zeros(actions.size, dtype=np.intp), *more
        told, expected = deepcopy(seen), deepcopy(seen)
        found = way_of(one, way)(actions, weights, True, *told)
        assert found == (way_of(other, "plain")(actions, weights, True, *expected) if is_fine else -1)
        for part, expected_part in zip(told, expected, strict=True):
            assert [np.array(array).tolist() for array in part] == [np.array(array).tolist() for array in expected_part]


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
    first = int(rng.integers(4))
    halves = rng.choice(np.array([0, 1, 2**31 - 1, 2**31, 2**32 - 1], dtype=np.uint64), size=28)
    way_of(liked, way)(halves[::2] + (halves[1::2] << np.uint64(32)), first, thresholds, actions, out)
    below = halves[first : first + 24].reshape(actions.shape) < thresholds[actions]
    assert out.tolist() == below.astype(np.float64).tolist()


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(1, 3), size=st.integers(1, 8))
@few
def test_bounds_grow_as_in_numpy(way: str, rng: np.random.Generator, lanes: int, size: int) -> None:
    counts = rng.choice([1, 2, 3, 1023, 1024, 2000], size=lanes * size)
    sums, places, roots = counts * rng.random(lanes * size), rng.integers(lanes * size, size=3), 9 * rng.random(lanes)
    means, widths, upper = np.full(lanes * size, np.inf), np.ones(lanes * size), np.empty(lanes * size)
    way_of(grow, way)(places, counts, sums, roots, means, widths, upper)
    seen, told = Statistics(counts, sums, sums, counts), np.isin(np.arange(lanes * size), places)
    assert (means == np.where(told, seen.means, np.inf)).all()
    assert (widths == np.where(told, seen.widths, 1.0)).all()
    assert (upper == means + np.repeat(roots, size) * widths).all()


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
