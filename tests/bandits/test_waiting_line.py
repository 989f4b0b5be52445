"""Large catalogues: newcomers wait in a line, and what is known of them is fitted."""

from math import erfc, lgamma, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import Bernoulli, GraphicMatroid, PartitionMatroid, UniformMatroid, simulate
from matroidlab.bandits import SafeThompson, TimeUniform
from matroidlab.bandits.new_items.kernels.fitted_prior import fit, log_gamma, log_likelihood
from matroidlab.bandits.new_items.kernels.hope import draws_of, hope, upper_tail
from matroidlab.bandits.new_items.kernels.line_policies import learn_and_advance, plan_from_line
from matroidlab.bandits.new_items.kernels.new_lines import sort_by_hope
from matroidlab.bandits.new_items.kernels.waiting_line import BASELINE, TRIED, WAITING
from matroidlab.bandits.new_items.priors import nothing_seen, prior_of_lanes
from matroidlab.kernels.tally import Seen
from matroidlab.rewards import Beta

BLOCKS = PartitionMatroid([range(0, 60, 2), range(1, 60, 2), range(60, 90)], [2, 1, 3])
BASELINE_OF_BLOCKS = [4, 10, 7, 61, 70, 80]


def seen_of(counts: Any, sums: Any, spreads: Any = None) -> Seen:
    counts = np.array([counts])
    sums = np.array([sums], dtype=np.float64)
    spreads = np.zeros(sums.shape) if spreads is None else np.array([spreads])
    return Seen(counts, sums, spreads, np.zeros(1, dtype=np.intp), np.zeros(1, dtype=np.intp))


def test_log_gamma() -> None:
    x = np.geomspace(1e-3, 1e7, 400)
    expected = np.array([lgamma(value) for value in x])
    assert np.allclose(log_gamma.numpy(x), expected, rtol=1e-9, atol=1e-9)


def test_upper_tail() -> None:
    x = np.linspace(-6, 6, 201)
    expected = np.array([0.5 * erfc(value / sqrt(2)) for value in x])
    assert np.allclose(upper_tail.numpy(x), expected, rtol=0.004)


@pytest.mark.parametrize(
    ("likes", "dislikes", "goal"), [(2, 30, 0.1), (1, 40, 0.01), (50, 60, 0.5)]
)
def test_hope_is_how_often_a_draw_is_larger(likes: float, dislikes: float, goal: float) -> None:
    strength = float(likes + dislikes)
    prior = prior_of_lanes(nothing_seen(1), None)
    prior.level[0] = np.log(likes / strength)
    prior.strength[0] = strength
    items = np.zeros(200_000, dtype=np.intp)
    normals = np.random.default_rng(1).standard_normal((200_000, 2))
    drawn = draws_of(prior, seen_of([0], [0.0]), 0, items, normals)
    expected = hope.numpy(np.array([likes]), np.array([dislikes]), np.array([goal]))[0]
    assert (drawn > goal).mean() == pytest.approx(expected, abs=0.005)


def test_a_fit_finds_the_prior_that_made_the_data() -> None:
    rng = np.random.default_rng(5)
    scores = rng.standard_normal(1500)
    means = np.minimum(0.03 * np.exp(0.4 * scores), 0.5)
    rates = rng.beta(200 * means, 200 * (1 - means))
    counts = rng.integers(100, 1500, 1500)
    seen = seen_of(counts, rng.binomial(counts, rates))
    items = np.arange(1500)
    prior = prior_of_lanes(seen, scores)
    prior.newcomers[0, :1500] = items
    prior.arrived[0] = 1500
    fit.numpy(prior, 0)
    at = prior.at
    scores = prior.scores
    assert np.exp(prior.level[0]) == pytest.approx(0.03, rel=0.05)
    assert prior.slope[0] == pytest.approx(0.4, abs=0.04)
    assert 2 * prior.strength[0] == pytest.approx(200, rel=0.3)
    best = log_likelihood.numpy(at[0], at[1], 2 * prior.strength[0], scores, seen, 0, items)
    for level, slope in ((at[0] + 0.2, at[1]), (at[0], at[1] - 0.2)):
        assert log_likelihood.numpy(level, slope, 200.0, scores, seen, 0, items) < best


@given(st.lists(st.integers(0, 5), max_size=60))
def test_sorting_by_hope(hopes: list[int]) -> None:
    items = np.random.default_rng(0).permutation(len(hopes))
    weights = np.array(hopes, dtype=np.float64)
    expected = sorted(zip(-weights, items, strict=True))
    sort_by_hope.plain(weights, items)
    assert [item for _, item in expected] == items.tolist()


def check_line(policy: SafeThompson) -> None:
    """Every item of a block is in exactly one place."""
    assert policy.line is not None
    waiting = policy.line.waiting
    for lane in range(policy.lanes):
        for block in range(len(waiting.firsts) - 1):
            first, end = waiting.firsts[block : block + 2]
            own = np.flatnonzero(waiting.block_of == block)
            count = waiting.numbers[lane, block]
            candidates = waiting.candidates[lane, first : first + count]
            assert len(set(candidates.tolist())) == count <= end - first
            assert set(candidates) == set(own[waiting.place_of[lane, own] != WAITING])
            line = waiting.line[lane, waiting.following[lane, block] : waiting.ends[lane, block]]
            assert (waiting.place_of[lane, line] == WAITING).all()
            assert set(line) <= set(own)
            # Those that are tried number five for each place, as long as somebody waits.
            tried = (waiting.place_of[lane, own] == TRIED).sum()
            room = np.isin(BASELINE_OF_BLOCKS, own).sum()
            assert tried == 5 * room or not len(line)
        assert (waiting.place_of[lane, BASELINE_OF_BLOCKS] == BASELINE).all()


@settings(max_examples=4)
@given(
    st.integers(0, 1000),
    st.integers(1, 3),
    st.sampled_from([0, 3]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_every_list_may_be_shown_and_kernels_do_the_same(
    seed: int,
    swap_size: int,
    lists: int,
    is_known: bool,
    has_scores: bool,
    is_flat: bool,
    are_segments: bool,
) -> None:
    means = np.random.default_rng(seed).random(90)
    known = {4: means[4], 61: means[61]} if is_known else {}

    def made() -> SafeThompson:
        return SafeThompson(
            BLOCKS,
            BASELINE_OF_BLOCKS,
            delta=0.5,
            swap_size=swap_size,
            known_means=known,
            line=True,
            scores=means if has_scores else None,
            segments=are_segments,
            lists_per_plan=max(lists, 1),
            include_trusted=lists > 0,
            lanes=2,
            seed=seed,
        )

    policy = made()
    other = made()
    for one in (policy, other):
        assert one.line is not None
        one.line.prior.next_fit[:] = 8  # so that fits are tried too
    rewards = Beta(means, concentration=20.0) if is_flat else Bernoulli(means)
    rng = np.random.default_rng(seed)
    part = other.part()
    assert part is not None
    planned: Any = plan_from_line.linked(part.kernels).plain
    learnt: Any = learn_and_advance.linked(part.kernels).plain
    for _ in range(12):
        actions = policy.plan()
        cautious = np.repeat(policy.estimates.cautious(), actions.shape[1], axis=0)
        assert policy.safe_lists.allows(actions.reshape(-1, 6), cautious).all()
        by_kernels = np.empty_like(actions)
        for lane in range(2):
            assert planned(part.arrays, lane, by_kernels[lane]) == actions.shape[1]
        assert np.array_equal(np.sort(by_kernels), np.sort(actions))
        weights = rewards.draw(actions, rng)
        policy.learn(actions, weights)
        for lane in range(2):
            learnt(part.arrays, lane, actions[lane], actions.shape[1], weights[lane])
        check_line(policy)


def test_a_fit_comes_after_500_lists_and_reversed_scores_are_used_backwards() -> None:
    rng = np.random.default_rng(3)
    taste = rng.standard_normal(400)
    means = np.minimum(0.1 * np.exp(0.5 * taste), 0.9)
    baseline = np.argsort(-means)[44:49].tolist()
    policy = SafeThompson(
        UniformMatroid(400, 5), baseline, scores=-taste, lists_per_plan=10, seed=1
    )
    assert policy.line is not None
    trace = simulate(
        policy, Bernoulli(means), steps=1000, seed=2, baseline=baseline, first_look=False
    )
    assert policy.line.prior.is_fitted[0]
    assert policy.line.prior.slope[0] < -0.1
    assert trace.reward[0, -1] > 1.02 * 1000 * means[baseline].sum()


def test_large_parts_have_a_line_and_small_ones_do_not() -> None:
    assert SafeThompson(UniformMatroid(400, 2), [0, 1]).line is not None
    assert SafeThompson(UniformMatroid(400, 2), [0, 1], line=False).line is None
    assert SafeThompson(UniformMatroid(200, 2), [0, 1]).line is None
    assert SafeThompson(UniformMatroid(200, 2), [0, 1], scores={3: 1.0}).line is not None


def test_with_a_line_one_half_of_delta_is_for_the_baseline() -> None:
    policy = SafeThompson(UniformMatroid(400, 2), [7, 3], known_means={7: 0.5}, delta=0.04)
    assert policy.confidence == TimeUniform(0.04, items=399, baseline=(3,))
    assert policy.failure_probability == 0.04
    own = TimeUniform(0.04)
    assert SafeThompson(UniformMatroid(400, 2), [7, 3], confidence=own).confidence == own.among(400)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scores": [1.0, 2.0]}, "scores must be 6 finite numbers"),
        ({"scores": {9: 1.0}}, "scores"),
        ({"scores": {0: float("nan")}}, "finite"),
        ({"scores": range(6), "line": False}, "leave out line=False"),
        ({"segments": True, "line": False}, "leave out line=False"),
    ],
)
def test_wrong_scores(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SafeThompson(UniformMatroid(6, 2), [0, 1], **options)


def test_graphs_have_no_line() -> None:
    triangle = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    with pytest.raises(ValueError, match="direct sums of uniform"):
        SafeThompson(triangle, [0, 1], line=True)
