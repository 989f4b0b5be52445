"""A weight that is reported again in a window: the last one counts, the largest, or the sum."""

from math import isclose
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.errors import ServingError
from matroidlab_serving.engine.revision import Revision
from serving_support.served import open_sqlite, small, small_options, state_of, told

SCALES = [(0.0, 1.0), (0.0, 50.0), (-10.0, 40.0), (5.0, 20.0)]


def by_hand(rule: str | None, weights: list[float], scale: tuple[float, float]) -> float:
    """The weight that counts, on the scale of the service."""
    low, high = scale
    if rule == "sum":
        total = weights[0]
        for weight in weights[1:]:
            total = min(max(total + weight, low), high)
        return total
    return {"last": weights[-1], "max": max(weights), None: weights[0]}[rule]


@given(
    rule=st.sampled_from(["last", "max", "sum", None]),
    scale=st.sampled_from(SCALES),
    shares=st.lists(st.floats(0, 1), min_size=1, max_size=5),
)
@settings(max_examples=60)
def test_what_is_learnt_is_the_last_weight_the_largest_or_the_sum(
    rule: str | None, scale: tuple[float, float], shares: list[float]
) -> None:
    weights = [scale[0] + share * (scale[1] - scale[0]) for share in shares]
    weights = [min(max(weight, scale[0]), scale[1]) for weight in weights]
    service = small(window=100.0, revise=rule, scale=scale)
    shown = service.recommend(now=0.0)
    item = shown.items[0]
    for step, weight in enumerate(weights):
        service.observe(shown.token, {item: weight}, now=1.0 + step)
    service.recommend(now=101.0)
    _, sums = told(service)
    inside = service._recorded.engine.settings.scale.inside(by_hand(rule, weights, scale), item)
    assert isclose(sums.get(item, 0.0), inside, abs_tol=1e-12)


@pytest.mark.parametrize(
    ("rule", "accepted", "learnt"),
    [(None, [True, False, False], 0.1), ("last", [True, True, True], 0.0),
     ("max", [True, True, False], 0.5), ("sum", [True, True, False], 0.6)],
)  # fmt: skip
def test_an_answer_that_changes_nothing_is_refused(
    rule: str | None, accepted: list[bool], learnt: float
) -> None:
    service = small(window=10.0, revise=rule)
    shown = service.recommend(now=0.0)
    item = shown.items[0]
    found = [service.observe(shown.token, {item: w}, now=1.0) for w in (0.1, 0.5, 0.0)]
    assert found == accepted
    assert not service.observe(shown.token, {item: 1.0}, now=10.0)  # the window is closed
    service.recommend(now=11.0)
    assert isclose(told(service)[1].get(item, 0.0), learnt)


def test_watched_weights_follow_the_rule_on_their_own_scale() -> None:
    made = small(
        window=10.0, revise="sum", holdback=0.5, guardrails={"revenue": (None, (-50.0, 200.0))}
    )
    revision = Revision.of(made._recorded.engine.settings)
    scale = made._recorded.engine.settings.guardrails[0].scale
    paid = [scale.inside(weight, "revenue") for weight in (120.0, -30.0)]
    found = revision.watched(revision.watched(None, paid[:1]), paid[1:])
    assert found is not None
    assert found[0] is not None
    assert isclose(scale.outside(found[0]), 90.0)
    assert revision.watched(found, None) is found


def test_a_weight_that_is_only_watched_never_sends_the_service_back() -> None:
    service = small(holdback=0.5, guardrails={"revenue": None, "stays": -1.0})
    for step in range(400):
        shown = service.recommend(visitor=f"v{step}")
        paid = float(shown.origin == "holdback")
        service.observe(shown.token, {}, 0.0, watched={"revenue": paid})
    watched = service.status()["uplift"]["guardrails"]["revenue"]
    assert watched["high"] < 0
    assert watched["margin"] is None
    assert service.history() == []


def test_a_journal_and_its_log_have_the_revised_weights(tmp_path: Path) -> None:
    made_of: dict[str, Any] = small_options(window=10.0, revise="sum", scale=(0, 5))
    address = f"sqlite:///{tmp_path / 'a.db'}"
    with open_sqlite(address, **made_of) as service:
        shown = service.recommend(now=1.0)
        item = shown.items[0]
        assert service.observe(shown.token, {item: 1.5}, now=2.0)
        assert service.observe(shown.token, {item: 2.5}, now=3.0)
        service.recommend(now=20.0)
        before = state_of(service)
    with open_sqlite(address) as service:
        assert state_of(service) == before
        rewards = {row["action"]: row["reward"] for row in service.log() if row["slate_id"] == 0}
    assert rewards[item] == 4.0
    with pytest.raises(Exception, match="made of other items or settings"):
        open_sqlite(address, **(made_of | {"revise": "max"}))


def test_a_rule_needs_a_window_and_a_name() -> None:
    with pytest.raises(ServingError, match="revise='last' needs a window"):
        small(revise="last")
    with pytest.raises(
        ServingError, match="revise must be 'last', 'max', 'sum' or None, got 'mean'"
    ):
        small(revise="mean", window=1.0)
