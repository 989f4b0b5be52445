"""Another swap size, another delta, and new segments, while a service runs."""

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.bandits import TimeUniform
from matroidlab.errors import ServingError, StateError
from matroidlab_serving import ListService, Service, Top
from matroidlab_serving.certificates import ends
from matroidlab_serving.engine.segment import Segment
from serving_support.served import (
    open_sqlite,
    small,
    small_options,
    state_of,
    teach,
)


@given(
    st.integers(1, 10**6),
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(1e-12, 1),
    st.floats(1e-12, 1),
    st.integers(0, 6),
)
def test_the_bounds_at_a_smaller_delta_enclose_those_at_a_larger_one(
    count: int, mean: float, share: float, delta: float, other: float, item: int
) -> None:
    low, high = sorted([delta, other])
    total = count * mean
    spread = share * total * (1 - mean)  # a sum of w (1 - w) is at most that
    options: Any = {"items": 5, "open_ended": True, "baseline": (0, 1)}
    outer = ends(TimeUniform(low, **options), item, count, total, spread)
    inner = ends(TimeUniform(high, **options), item, count, total, spread)
    assert outer[0] <= inner[0]
    assert inner[1] <= outer[1]


def test_after_a_change_of_delta_the_bounds_are_those_at_the_new_one() -> None:
    changed = small(delta=0.2)
    other = small(delta=0.001)
    for service in (changed, other):
        rows = [{"weights": {"b-3": 1.0, "b-1": 0.0, "f-2": 0.5}}] * 400
        service.learn_from(rows, now=0.0)
    changed.change(delta=0.001, now=1.0)
    bounds = []
    for one in (changed, other):
        segment = one._recorded.engine.segment(0)
        assert isinstance(segment, Segment)
        segment.refresh()
        bounds.append(segment.policy.estimates.bounds)
    assert np.array_equal(bounds[0].lower, bounds[1].lower)
    assert np.array_equal(bounds[0].upper, bounds[1].upper)
    assert changed.recommend().certificate.delta == 0.001


def test_certificates_say_which_promise_they_have() -> None:
    service = small(delta=0.01, swap_size=1)
    first = service.recommend()
    service.change(swap_size=2, delta=0.05)
    second = service.recommend()
    service.change(swap_size=1, delta=0.02)
    third = service.recommend()
    found = [(one.certificate.swap_size, one.certificate.delta) for one in (first, second, third)]
    assert found == [(1, 0.01), (2, 0.05), (1, 0.02)]
    assert all(one.certificate.verify() for one in (first, second, third))
    promise = service.status()["promise"]
    assert (promise["delta"], promise["delta_of_all_lists"]) == (0.02, 0.05)
    assert promise["in_words"] == (
        "with probability at least 0.98, no list shown to a segment from now on has more than 1 "
        "item that is worse than its counterpart in the baseline; for all lists since the "
        "service was made, that probability is 0.95"
    )


def test_lists_have_as_many_new_items_as_the_swap_size_in_force() -> None:
    service = small(swap_size=1)
    for swap_size in (1, 2, 1):
        service.change(swap_size=swap_size)
        shown = [service.recommend() for _ in range(40)]
        new = max(sum(line.reason == "tried" for line in s.certificate.lines) for s in shown)
        assert new == swap_size


@pytest.mark.parametrize("delta_for", ["segment", "all"])
def test_a_new_segment_has_a_share_of_delta_like_the_others(delta_for: str) -> None:
    service = small(segments=["de", "fr"], delta=0.01, delta_for=delta_for)
    before = service.recommend("de").certificate.delta
    service.add_segment("it")
    after = {name: service.recommend(name).certificate.delta for name in ("de", "fr", "it")}
    assert set(after.values()) == {before}
    in_all = 0.015 if delta_for == "all" else 0.01
    assert service.status()["promise"]["delta"] == pytest.approx(in_all)
    assert service.status()["segments"] == 3


def test_a_service_without_segments_gets_some() -> None:
    service = small()
    service.add_segment("it")
    assert service.recommend().segment == ""
    assert service.recommend("it").segment == "it"
    for wrong in ("it", ""):
        with pytest.raises(ServingError):
            service.add_segment(wrong)
    with pytest.raises(ServingError, match="there is no segment 'ti'"):
        service.recommend("ti")


def used(service: ListService) -> list[object]:
    """Lists and certificates before and after some changes."""
    given: list[object] = []
    for number in range(60):
        if number == 20:
            service.change(swap_size=2, now=20.0)
            service.add_segment("it", now=20.0)
        if number == 40:
            service.change(delta=0.3, retain="2 hours", now=40.0)
        segment = ("de", "fr", "it")[number % (3 if number > 20 else 2)]
        shown = service.recommend(segment, now=float(number))
        given.append((shown.items, shown.propensities, shown.certificate.to_plain()))
        service.observe(shown.token, {shown.items[0]: 1.0}, 0.0, now=float(number))
    return given


def test_changes_are_journalled_and_replayed(tmp_path: Path) -> None:
    made_of = small_options(segments=["de", "fr"])
    expected = used(Service(**made_of))
    address = f"sqlite:///{tmp_path / 'a.db'}"
    service = open_sqlite(address, **made_of)
    assert used(service) == expected
    before = state_of(service)
    service._recorded.journal.close()  # type: ignore[union-attr]  # no snapshot: all is redone
    service = open_sqlite(address, **made_of)  # made of the same, whatever was changed since
    assert state_of(service) == before
    service.save(tmp_path / "saved")
    loaded = Service.load(tmp_path / "saved")
    assert state_of(loaded) == before
    assert loaded.status()["promise"] == service.status()["promise"]
    assert {row["segment"] for row in service.log()} == {"de", "fr", "it"}
    assert loaded.recommend("it").items == service.recommend("it").items
    service.close()


def test_a_change_that_cannot_be_made_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    service = small()
    teach(service, 5)
    before = state_of(service)
    for wrong in (
        {"swap_size": 4},
        {"swap_size": 0},
        {"delta": 0.0},
        {"delta": float("nan")},
        {"retain": "a while"},
        {},
    ):
        with pytest.raises(ServingError):
            service.change(**wrong)
    assert state_of(service) == before
    pairs = Service(Top(2), ["a", "b", "c", "d"], ["a", "b"], certificates="pairs", seed=1)
    with pytest.raises(ServingError, match="delta cannot be changed with certificates='pairs'"):
        pairs.change(delta=0.1)
    with caplog.at_level(logging.INFO):
        pairs.change(swap_size=2)
    assert caplog.records[-1].settings == {"swap_size": 2}  # type: ignore[attr-defined]


def test_a_state_with_changes_that_cannot_be_is_refused() -> None:
    from matroidlab_serving.state.item_state import catalogue_of, item_state

    service = small()
    service.change(swap_size=2)
    part = item_state(service._recorded.engine.catalogue)
    part.plain["changed"]["values"]["swap_size"] = "two"
    with pytest.raises((ServingError, StateError, TypeError)):
        catalogue_of(part)
