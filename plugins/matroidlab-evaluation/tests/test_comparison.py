"""Verdicts are right at all times together, and no verdict is given where there is none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import Bernoulli, UniformMatroid
from matroidlab_evaluation import Comparison, TeamDraft, lists_needed
from matroidlab_evaluation.comparison.evidence import divergence, leader, level, share_interval

PAGE = UniformMatroid(size=6, rank=3)
RANKINGS = [[0, 1, 2, 3, 4, 5], [3, 4, 5, 0, 1, 2]]


@given(st.floats(0, 1000), st.floats(0, 1000), st.floats(0.001, 0.5))
def test_the_interval_is_where_the_divergence_is_below_the_level(
    first: float, second: float, delta: float
) -> None:
    lower, upper = share_interval(first, second, delta)
    total = first + second
    assert 0 <= lower <= upper <= 1
    if total > 0:
        share = first / total
        assert lower <= share <= upper
        for end in {lower, upper} - {0.0, 1.0}:
            inside = end + (share - end) * 1e-6
            found = total * divergence(np.array(share), np.array([end, inside]))
            most = level(np.array(total), delta)
            assert found[1] - 1e-9 <= most <= found[0] + 1e-9


@given(st.floats(0, 500), st.floats(0, 500))
def test_a_leader_is_named_just_when_the_interval_leaves_out_a_half(
    first: float, second: float
) -> None:
    lower, upper = share_interval(first, second, 0.05)
    found = leader(np.array([first]), np.array([second]), 0.05)[0]
    if min(abs(lower - 0.5), abs(upper - 0.5)) > 1e-6:
        assert found == (lower > 0.5) - (upper < 0.5)


def test_a_verdict_at_any_time_is_rarely_wrong_when_there_is_no_difference() -> None:
    # 1,000 comparisons of 2,000 lists, looked at after each: at most delta of them may name anyone.
    rng = np.random.default_rng(3)
    outcome = rng.choice([-1, 0, 1], p=[0.2, 0.6, 0.2], size=(1_000, 2_000))
    first = np.cumsum(outcome > 0, axis=1).astype(float)
    second = np.cumsum(outcome < 0, axis=1).astype(float)
    wrong = (leader(first, second, 0.1) != 0).any(axis=1).mean()
    assert wrong <= 0.1
    assert wrong > 0.005  # the bound is not vacuous: some are wrong


def test_the_intervals_of_a_comparison_hold_at_all_times() -> None:
    # The share and the difference together, at every list, for wins and for clicks.
    truth = np.array([0.3, 0.2])
    rng = np.random.default_rng(5)
    misses = 0
    for _ in range(40):
        comparison = Comparison(["a", "b"], delta=0.1, counting="clicks", most_credit=2)
        for _ in range(12):
            comparison.learn(rng.random((40, 2)) < truth)
            pair = comparison.verdict()
            holds = pair.share.lower <= 0.6 <= pair.share.upper
            holds &= pair.difference.lower <= 0.1 <= pair.difference.upper
            if not holds:
                misses += 1
                break
    assert misses <= 4


def test_a_million_lists_of_equal_rankers_show_no_preference() -> None:
    draft = TeamDraft(PAGE, RANKINGS)
    rng = np.random.default_rng(7)
    count = 1_000_000
    drawn = draft.draw_many(count, rng)
    clicks = rng.random(drawn.items.shape) < 0.2
    credit = draft.credit(drawn, clicks)
    difference = credit[:, 0] - credit[:, 1]
    assert abs(difference.mean()) <= 3.5 * difference.std() / np.sqrt(count)
    comparison = Comparison(["a", "b"], delta=0.05)
    comparison.learn(credit)
    pair = comparison.verdict()
    assert pair.winner is None
    assert repr(comparison) == "Comparison(['a', 'b']; 1,000,000 lists; not decided yet)"
    assert str(pair).startswith("not decided yet: a against b, ")
    assert pair.difference.lower < 0 < pair.difference.upper
    assert pair.difference.upper - pair.difference.lower < 0.01


def test_the_better_ranker_wins_in_fewer_lists_than_an_ab_test_needs() -> None:
    draft = TeamDraft(PAGE, RANKINGS)
    needed = lists_needed(
        draft, Bernoulli([0.3, 0.25, 0.2, 0.2, 0.2, 0.2]), runs=20, most=40_000, seed=1
    )
    assert needed.wrong == (0, 0)
    interleaving, ab_test = needed.medians
    assert interleaving < ab_test / 2
    assert (needed.interleaving > 0).all()


def test_runs_without_a_verdict_are_reported_as_such() -> None:
    draft = TeamDraft(PAGE, RANKINGS)
    seen: list[tuple[int, int]] = []
    needed = lists_needed(
        draft,
        Bernoulli([0.2] * 6),
        runs=5,
        most=300,
        show_progress=lambda done, total: seen.append((done, total)),
    )
    assert needed.medians == (np.inf, np.inf)
    assert seen[-1] == (300, 300)


def test_several_rankers_are_compared_in_pairs() -> None:
    comparison = Comparison(["a", "b", "c"])
    comparison.learn(np.tile([2.0, 1.0, 0.0], (40, 1)))
    assert [pair.winner for pair in comparison.verdicts()] == ["a", "a", "b"]
    assert comparison.best() == "a"
    assert comparison.verdict("c", "a").credit == (0.0, 40.0)
    assert comparison.verdict("c", "a").winner == "a"


def test_comparisons_of_different_lists_are_added() -> None:
    credit = np.random.default_rng(1).integers(0, 3, size=(60, 3)).astype(float)
    whole = Comparison(["a", "b", "c"])
    whole.learn(credit)
    parts = [Comparison(["a", "b", "c"]) for _ in range(2)]
    for part, own in zip(parts, (credit[:20], credit[20:]), strict=True):
        part.learn(own)
    parts[0].include(parts[1])
    assert parts[0].to_plain() == whole.to_plain()
    with pytest.raises(ValueError, match=r"must compare \['a', 'b', 'c'\] by wins as well, got"):
        whole.include(Comparison(["a", "b"]))


@pytest.mark.parametrize(
    ("credit", "message"),
    [
        ([1.0], "one number for each of the 2 rankers"),
        ([-1.0, 0.0], "at least 0, got -1"),
        ([2.0, 2.0], "at most most_credit=3 in all, got 4"),
    ],
)
def test_wrong_credit_is_refused(credit: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Comparison(["a", "b"], counting="clicks", most_credit=3).learn(credit)


def test_wrong_names_are_refused() -> None:
    with pytest.raises(ValueError, match="2 or more different names"):
        Comparison(["a", "a"])
    with pytest.raises(TypeError, match="a sequence of names, got 'ab'"):
        Comparison("ab")
    with pytest.raises(ValueError, match="a mean for each of the 6 items, got 2"):
        lists_needed(TeamDraft(PAGE, RANKINGS), Bernoulli([0.1, 0.2]))
    with pytest.raises(ValueError, match="there is no ranker 'x'; known: a, b"):
        Comparison(["a", "b"]).verdict("x", "a")
    with pytest.raises(ValueError, match="counting must be 'wins' or 'clicks', got 'votes'"):
        Comparison(["a", "b"], counting="votes")  # type: ignore[arg-type]
