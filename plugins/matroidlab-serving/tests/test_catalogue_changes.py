"""Changes of the catalogue leave the same state whether or not a list was asked for in between."""

from pathlib import Path

import pytest
from hypothesis import given
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


@given(CHANGES, st.sets(st.integers(0, 11)))
def test_looking_at_a_service_between_changes_changes_nothing(
    changes: list[tuple[str, str, str | None]], looks: set[int]
) -> None:
    looked = taught()
    left = taught()
    for i, one in enumerate(changes):
        change(looked, *one)
        change(left, *one)
        if i in looks:
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
