"""Changes of the catalogue leave the same state whether or not a list was asked for in between."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab_serving import Service
from matroidlab_serving.engine import items, met_items
from serving_support.served import open_sqlite, small, small_options, state_of, told

KNOWN = {"b-1": 0.95, "f-1": 0.5}
KEYS = ("b-1", "b-2", "b-3", "f-1", "f-2", "b-7", "b-8", "b-9")
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("retire"), st.sampled_from(KEYS), st.sampled_from(KEYS)),
        st.tuples(st.just("add"), st.sampled_from(KEYS), st.none()),
        st.tuples(st.just("learn"), st.sampled_from(KEYS), st.none()),
        st.tuples(st.just("come back"), st.sampled_from(KEYS), st.sampled_from(KEYS)),
        st.tuples(st.just("score"), st.sampled_from(KEYS), st.none()),
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
        elif kind == "score":
            service.set_scores({key: 1.0}, now=0.0)
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


def scored() -> Service:
    """A service with a line of newcomers, which are tried in the order of their scores."""
    service = small(scores={key: float(place) for place, key in enumerate(KEYS[:5])})
    service.learn_from([{"weights": dict.fromkeys(KEYS[:5], 0.25)}] * 40, now=0.0)
    return service


def growing() -> Service:
    """A service whose newcomers wait in a line as soon as there are scores or many items."""
    service = small()
    service.learn_from([{"weights": dict.fromkeys(KEYS[:5], 0.25)}] * 40, now=0.0)
    return service


@contextmanager
def small_lines() -> Iterator[None]:
    """Let five items be so many that newcomers wait in a line, and be met one by one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(items, "LINE_FROM", 4)
        patch.setattr(met_items, "NEWCOMERS_A_PLACE", 1)
        yield


def restarting() -> Service:
    """A service that forgets what it has learnt when observations contradict each other."""
    service = small(proposal="optimistic", on_contradiction="restart", delta=0.9)
    service.learn_from([{"weights": dict.fromkeys(KEYS[:5], 0.75)}] * 40, now=0.0)
    return service


@pytest.mark.parametrize("made", [taught, scored, growing, restarting])
@settings(max_examples=20)
@given(changes=CHANGES, looks=st.sets(st.integers(0, 11)))
@small_lines()
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


@pytest.mark.parametrize("has_looked", [False, True])
def test_an_item_that_comes_back_is_tried_again(has_looked: bool) -> None:
    service = scored()
    service.retire("b-3", now=0.0)
    if has_looked:
        service.recommend(now=0.0)
    service.add("b-3", slot="books", now=0.0)
    assert any("b-3" in service.recommend(now=0.0).items for _ in range(60))


@small_lines()
def test_a_segment_that_slept_while_its_catalogue_became_large_knows_what_it_has_seen(
    tmp_path: Path,
) -> None:
    address = f"sqlite:///{tmp_path / 'a.db'}"
    seen = [{"weights": dict.fromkeys(KEYS[:5], 0.25)}] * 40
    with open_sqlite(address, **small_options()) as service:
        service.learn_from(seen, now=0.0)
    with open_sqlite(address) as service:  # whose segments are not looked at
        for key in ("b-6", "b-7", "b-8", "b-9"):
            service.add(key, slot="books", now=0.0)
    left = growing()
    for key in ("b-6", "b-7", "b-8", "b-9"):
        left.add(key, slot="books", now=0.0)
    with open_sqlite(address) as service:
        assert service.peek().to_json() == left.peek().to_json()
        assert told(service) == told(left)
        assert state_of(service)["segment/0"] == state_of(left)["segment/0"]


@small_lines()
def test_items_that_came_before_the_first_list_are_met_alike_by_who_replays_it(
    tmp_path: Path,
) -> None:
    """A segment that was prepared for the first visitor is one of the catalogue at that time."""
    address = f"sqlite:///{tmp_path / 'a.db'}"
    several = {f"b-{place}": "books" for place in range(1, 9)} | {"f-1": "films", "f-2": "films"}
    service = open_sqlite(address, **small_options(items=several))
    service.add("b-9", slot="books", now=0.0)
    service.retire("b-1", "b-8", now=0.0)
    shown = [service.recommend(now=0.0).items for _ in range(5)]
    state = state_of(service)
    service._recorded.journal.close()  # type: ignore[union-attr]  # not gently: no snapshot
    with open_sqlite(address) as again:
        assert state_of(again) == state
        assert again.status()["lists"] == len(shown)


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
