"""Each estimator against brute force: all logs of one list, weighted by their probabilities."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation_support import PAGES, Visitors, all_lists
from matroidlab_evaluation import (
    Estimate,
    SlateLog,
    TargetScores,
    TeamDraft,
    cascade_dr,
    evaluate,
    iips,
    item_wise,
    rips,
    simulated_log,
    sips,
)
from matroidlab_evaluation.off_policy.doubly_robust import _corrected
from matroidlab_evaluation.off_policy.target import as_distribution

Lists = dict[tuple[int, ...], float]
PAGE = PAGES["partition"]
LISTS = all_lists(PAGE)
MEANS = [0.3, 0.15, 0.25, 0.4, 0.1]
PLACES = [1.0, 0.8, 0.6]


Counts = dict[tuple[int, ...], int]


@st.composite
def counted_lists(draw: st.DrawFn, *, least: int = 0) -> Counts:
    """How often each list of the page is shown, or how likely it is."""
    counts = st.lists(st.integers(least, 5), min_size=len(LISTS), max_size=len(LISTS))
    drawn = draw(counts.filter(any))
    return {items: one for items, one in zip(LISTS, drawn, strict=True) if one}


def chances_of(counts: Counts) -> Lists:
    total = sum(counts.values())
    return {items: one / total for items, one in counts.items()}


def exact_log(shown: Counts, visitors: Visitors) -> SlateLog:
    """A log that shows each list exactly as often as its probability says, with expected rewards.

    The estimate from it is the sum over all lists of their probabilities times what they
    contribute: the expectation, by enumeration.
    """
    chances = chances_of(shown)
    rows = [items for items, count in shown.items() for _ in range(count)]
    actions = np.array(rows)
    marginal = np.zeros((3, 5))
    for items, chance in chances.items():
        marginal[np.arange(3), list(items)] += chance
    cascade = [
        [sum(p for one, p in chances.items() if one[: k + 1] == items[: k + 1]) for k in range(3)]
        for items in rows
    ]
    return SlateLog(
        tuple(range(5)),
        (0, 1, 2),
        actions,
        visitors.expected(actions),
        np.array([chances[items] for items in rows]),
        marginal[np.arange(3), actions],
        np.array(cascade),
    )


PLAIN = Visitors(MEANS, PLACES)
FROM_ABOVE = Visitors(MEANS, PLACES, above=0.1)
FROM_ANYWHERE = Visitors(MEANS, PLACES, above=0.1, below=0.15)


BOTH = (False, True)


@given(counted_lists(least=1), counted_lists())
def test_sips_is_unbiased_whatever_rewards_depend_on(shown: Counts, target: Counts) -> None:
    for visitors in (PLAIN, FROM_ABOVE, FROM_ANYWHERE):
        log = exact_log(shown, visitors)
        truth = visitors.value(chances_of(target))
        for normalised in BOTH:
            found = sips(log, chances_of(target), self_normalised=normalised)
            assert found.value == pytest.approx(truth)


@given(counted_lists(least=1), counted_lists())
def test_rips_is_unbiased_if_rewards_depend_on_what_is_above(shown: Counts, target: Counts) -> None:
    for visitors in (PLAIN, FROM_ABOVE):
        log = exact_log(shown, visitors)
        truth = visitors.value(chances_of(target))
        for normalised in BOTH:
            found = rips(log, chances_of(target), self_normalised=normalised)
            assert found.value == pytest.approx(truth)


@given(counted_lists(least=1), counted_lists())
def test_iips_and_item_wise_are_unbiased_if_rewards_depend_on_item_and_place(
    shown: Counts, target: Counts
) -> None:
    log = exact_log(shown, PLAIN)
    truth = PLAIN.value(chances_of(target))
    for normalised in BOTH:
        found = iips(log, chances_of(target), self_normalised=normalised)
        assert found.value == pytest.approx(truth)
    assert item_wise(log, chances_of(target)).value == pytest.approx(truth)


SHOWN: Lists = {items: 1 / len(LISTS) for items in LISTS}
TARGET: Lists = {(0, 1, 3): 0.5, (4, 2, 1): 0.25, (2, 0, 4): 0.25}


@pytest.mark.parametrize(
    ("estimator", "visitors", "target"),
    [
        # Item 1 gains by item 0 below it, which RIPS averages away.
        (rips, FROM_ANYWHERE, [1, 0, 3]),
        (cascade_dr, FROM_ANYWHERE, [1, 0, 3]),
        # Item 1 gains by item 0 above it, which the estimators by item and place average away.
        (iips, FROM_ABOVE, [0, 1, 3]),
        (item_wise, FROM_ABOVE, [0, 1, 3]),
    ],
)
def test_broken_assumptions_make_a_bias_that_can_be_seen(
    estimator: Callable[..., Estimate], visitors: Visitors, target: list[int]
) -> None:
    truth = visitors.value({tuple(target): 1.0})
    log = simulated_log(SHOWN, visitors, count=100_000, seed=1)
    found = estimator(log, target)
    assert abs(found.value - truth) > 4 * found.standard_error
    assert abs(found.value - truth) > 0.05
    unbiased = sips(log, target)
    assert abs(unbiased.value - truth) <= 3 * unbiased.standard_error


ESTIMATORS: dict[str, tuple[Callable[..., Estimate], dict[str, Any], Visitors]] = {
    "SIPS": (sips, {}, FROM_ANYWHERE),
    "SNSIPS": (sips, {"self_normalised": True}, FROM_ANYWHERE),
    "RIPS": (rips, {}, FROM_ABOVE),
    "SNRIPS": (rips, {"self_normalised": True}, FROM_ABOVE),
    "cascade DR": (cascade_dr, {}, FROM_ABOVE),
    "IIPS": (iips, {}, PLAIN),
    "SNIIPS": (iips, {"self_normalised": True}, PLAIN),
    "item-wise": (item_wise, {}, PLAIN),
}


@pytest.mark.parametrize("name", ESTIMATORS)
def test_on_simulated_logs_the_bias_is_within_three_standard_errors(name: str) -> None:
    estimator, options, visitors = ESTIMATORS[name]
    truth = visitors.value(TARGET)
    logs = [simulated_log(SHOWN, visitors, count=1_500, seed=seed) for seed in range(60)]
    found = [estimator(log, TARGET, **options) for log in logs]
    assert {one.estimator for one in found} == {name}
    values = np.array([one.value for one in found])
    error = values.std(ddof=1)
    assert abs(values.mean() - truth) <= 3 * error / np.sqrt(len(values))
    # The standard errors are those of the values, and intervals hold about as often as they say.
    reported = np.mean([one.standard_error for one in found])
    assert reported == pytest.approx(error, rel=0.35)
    inside = [one.interval.lower <= truth <= one.interval.upper for one in found]
    assert np.mean(inside) >= 0.85


def test_cascade_dr_has_less_variance_than_rips() -> None:
    log = simulated_log(SHOWN, FROM_ABOVE, count=5_000, seed=3)
    assert cascade_dr(log, TARGET).standard_error < rips(log, TARGET).standard_error


@given(counted_lists(least=1), counted_lists(), st.integers(0, 5))
def test_cascade_dr_is_unbiased_with_any_model(shown: Counts, target: Counts, seed: int) -> None:
    whole = exact_log(shown, FROM_ABOVE)
    distribution = as_distribution(chances_of(target), whole)
    model = np.random.default_rng(seed).random((3, 5))
    assert whole.pscore_cascade is not None
    found = _corrected(
        distribution,
        model,
        whole.actions,
        whole.rewards,
        distribution.cascade(whole.actions) / whole.pscore_cascade,
        distribution.prefixes(whole.actions),
    )
    assert found.mean() == pytest.approx(FROM_ABOVE.value(chances_of(target)))


def test_a_log_values_what_it_shows_by_its_average() -> None:
    log = simulated_log(SHOWN, PLAIN, count=2_000, seed=1)
    for found in evaluate(log, SHOWN):
        assert found.value == pytest.approx(log.value, abs=0.03), found.estimator
        assert found.coverage == pytest.approx(1)
        assert found.effective_sample_size <= 2_000 + 1e-6
    assert sips(log, SHOWN).value == pytest.approx(log.value)
    assert sips(log, SHOWN).effective_sample_size == pytest.approx(2_000)


def test_scores_of_the_target_may_be_given_row_by_row() -> None:
    log = simulated_log(SHOWN, PLAIN, count=300, seed=2)
    rows = [tuple(row) for row in log.actions.tolist()]
    prefixes = [
        [sum(p for one, p in TARGET.items() if one[: k + 1] == row[: k + 1]) for k in range(3)]
        for row in rows
    ]
    places = [
        [sum(p for one, p in TARGET.items() if one[k] == row[k]) for k in range(3)] for row in rows
    ]
    scores = TargetScores(
        np.array([TARGET.get(row, 0.0) for row in rows]), np.array(places), np.array(prefixes)
    )
    by_lists = {one.estimator: one for one in evaluate(log, TARGET)}
    for found in evaluate(log, scores):
        expected = by_lists[found.estimator]
        assert found.value == pytest.approx(expected.value)
        assert found.standard_error == pytest.approx(expected.standard_error)
        assert found.coverage is None


def test_an_interleaving_method_may_be_the_target() -> None:
    draft = TeamDraft(PAGE, [[0, 1, 2, 3, 4], [2, 1, 0, 4, 3]])
    log = simulated_log(SHOWN, PLAIN, count=300, seed=2)
    assert sips(log, draft).value == sips(log, dict(draft.lists())).value
