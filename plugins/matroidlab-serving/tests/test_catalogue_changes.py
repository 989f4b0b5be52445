"""Changes of the catalogue leave the same state whether or not a list was asked for in between."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab_serving import Service
from serving_support.served import small, state_of

KNOWN = {"b-1": 0.95, "f-1": 0.5}
KEYS = ("b-1", "b-2", "b-3", "f-1", "f-2", "b-9")
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("retire"), st.sampled_from(KEYS), st.sampled_from(KEYS)),
        st.tuples(st.just("add"), st.sampled_from(KEYS), st.none()),
        st.tuples(st.just("learn"), st.sampled_from(KEYS), st.none()),
        st.tuples(st.just("come back"), st.sampled_from(KEYS), st.sampled_from(KEYS)),
    ),
    min_size=1,
    max_size=12,
)


def change(service: Service, kind: str, key: str, other: str | None) -> None:
    """Change the catalogue, or learn something, if that is possible."""
    slot = "books" if key.startswith("b") else "films"
    if kind == "come back":
        change(service, "retire", key, other)
        change(service, "add", key, None)
        return
    try:
        if kind == "add":
            service.add(key, slot=slot, now=0.0)
        elif kind == "learn":
            service.learn_from([{"weights": {key: 0.25}}] * 40, now=0.0)
        else:
            is_trusted = key in service.status()["baseline"]
            service.retire(key, other if is_trusted else None, now=0.0)
    except (ValueError, KeyError):
        pass


def taught() -> Service:
    """A service with known means that are too high, and observations that say so."""
    service = small(known_means=KNOWN, proposal="optimistic")
    service.learn_from([{"weights": dict.fromkeys(KEYS[:5], 0.25)}] * 40, now=0.0)
    return service


def restarting() -> Service:
    """A service that forgets what it has learnt when observations contradict each other."""
    service = small(proposal="optimistic", on_contradiction="restart", delta=0.9)
    service.learn_from([{"weights": dict.fromkeys(KEYS[:5], 0.75)}] * 40, now=0.0)
    return service


@pytest.mark.parametrize("made", [taught, restarting])
@settings(max_examples=20)
@given(changes=CHANGES, looks=st.sets(st.integers(0, 11)))
def test_looking_at_a_service_between_changes_changes_nothing(
    made: Callable[[], Service], changes: list[tuple[str, str, str | None]], looks: set[int]
) -> None:
    looked = made()
    left = made()
    for i, one in enumerate(changes):
        change(looked, *one)
        change(left, *one)
        if i in looks:
            looked.status()
            assert looked.peek().certificate.verify()
            state_of(looked)  # which lets segments follow the catalogue, as a list would
    assert state_of(looked) == state_of(left)
    shown = left.peek()
    assert shown.certificate.verify()
    assert shown.to_json() == looked.peek().to_json()
    assert left.recommend(now=0.0).certificate.verify()


@pytest.mark.parametrize("has_looked", [False, True])
def test_an_item_that_comes_back_without_its_known_mean_has_bounds_of_its_own(
    has_looked: bool, tmp_path: Path
) -> None:
    service = taught()
    service.retire("b-1", successor="b-3", now=0.0)
    if has_looked:
        service.recommend(now=0.0)
    service.add("b-1", slot="books", now=0.0)
    service.save(tmp_path / "a")
    again = Service.load(tmp_path / "a")
    for own in (service, again):
        before = own.peek()
        assert "b-1" not in before.items, (
            "it was known to be better than it is, and is not known now"
        )
        assert own.recommend(now=0.0).certificate.verify()
        assert before.certificate.verify()


@pytest.mark.parametrize("reaction", ["warn", "restart", "baseline"])
def test_asking_for_the_status_changes_no_state(reaction: str) -> None:
    """Status is in no journal: a service that is opened again has not been asked."""
    asked = small(on_contradiction=reaction, delta=0.9)
    left = small(on_contradiction=reaction, delta=0.9)
    for weight in (1.0, 1.0, 0.0, 0.0, 1.0, 0.0):
        for service in (asked, left):
            service.learn_from([{"weights": {"b-1": weight, "f-2": 1 - weight}}] * 30, now=0.0)
        asked.status()
        asked.metrics()
    assert state_of(asked) == state_of(left)
