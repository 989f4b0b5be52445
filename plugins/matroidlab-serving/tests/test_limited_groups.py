"""Limits on groups of items within slots: every list keeps them, wherever the service runs."""

from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.errors import JournalError, ServingError
from matroidlab.registry import families
from matroidlab_serving import ListService, Service, Slots
from matroidlab_serving.http.service_file import read_service_file
from serving_support.branded_shop import (
    AT_MOST,
    BASELINE,
    ITEMS,
    MEANS,
    ROOMS,
    Branded,
    branded_options,
    keeps_all_limits,
)
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import NEEDS_POSTGRES, planner
from serving_support.served import open_sqlite, state_of

pytest.importorskip("matroidlab_laminar", reason="matroidlab-laminar is not installed")
NUMBERS = count()


def teach(service: ListService, rounds: int, seed: int = 0) -> None:
    """Show lists, look at each, and answer them."""
    rng = np.random.default_rng(seed)
    for i in range(rounds):
        now = 1000.0 * seed + i
        shown = service.recommend(now=now)
        assert keeps_all_limits(shown.items)
        assert [_slot(key) for key in shown.items] == list(shown.slots)
        assert shown.certificate.verify()
        weights = {key: float(rng.random() < MEANS.get(key, 0.3)) for key in shown.items}
        service.observe(shown.token, weights, now=now)


def _slot(key: str) -> str:
    named = ITEMS[key]
    return named if isinstance(named, str) else named[0]


def branded(**options: Any) -> Service:
    return Service(**branded_options(**options))


@pytest.mark.slow
def test_no_list_breaks_a_limit_and_better_brands_are_found() -> None:
    service = branded(known_means=dict.fromkeys(BASELINE, 0.3))
    teach(service, 1500)
    trusted = service.peek().items
    assert keeps_all_limits(trusted)
    assert len([key for key in trusted if key[0] in "xy"]) == 3  # as many as the limits allow


@st.composite
def shops(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, int], Branded, list[str]]:
    """A page of slots with groups, its items, and a list that keeps all limits."""
    rooms = draw(st.dictionaries(st.sampled_from("ab"), st.integers(1, 2), min_size=1))
    limits = {
        f"{slot}{group}": draw(st.integers(1, 2))
        for slot in rooms
        for group in range(draw(st.integers(1, 2)))
    }
    items: dict[str, str | tuple[str, str]] = {}
    baseline = []
    for slot, room in rooms.items():
        plain = [f"{slot}-{i}" for i in range(room)]
        items |= dict.fromkeys(plain, slot)
        baseline += plain
        for group in limits:
            if group[0] == slot:
                some = range(draw(st.integers(0, 3)))
                items |= {f"{group}-{i}": (slot, group) for i in some}
    return rooms, limits, items, baseline


@given(shops(), st.sampled_from(["thompson", "optimistic"]), st.integers(0, 99))
def test_every_list_keeps_all_limits_also_without_unavailable_items(
    shop: tuple[dict[str, int], dict[str, int], Branded, list[str]], proposal: str, seed: int
) -> None:
    rooms, limits, items, baseline = shop
    service = Service(Slots(rooms, limits), items, baseline, proposal=proposal, seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(3):
        shown = service.recommend()
        assert keeps_all_limits(shown.items, items, rooms, limits)
        assert shown.certificate.verify()
        service.observe(shown.token, {key: float(rng.random() < 0.5) for key in shown.items})
        absent = [baseline[int(rng.integers(len(baseline)))]]
        try:
            other = service.recommend(unavailable=absent)
        except ServingError:
            continue  # too few items are left for a list
        # A slot may be short of items then, but is never over its room.
        assert keeps_all_limits(other.items, items, Counter(other.slots), limits)
        assert all(count <= rooms[slot] for slot, count in Counter(other.slots).items())
        assert not set(absent) & set(other.items)


def test_it_is_replayed_from_a_file_as_it_was(tmp_path: Path) -> None:
    whole = branded()
    service = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **branded_options())
    for seed in range(3):
        for one in (whole, service):
            teach(one, 20, seed)
            if seed == 1:
                one.retire("x-4", now=1500.0)
                one.add("x-4", slot=("books", "brand X"), now=1500.0)
        service.close()
        service = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}")
        assert state_of(service) == state_of(whole)
    service.close()
    open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **branded_options()).close()
    for other in (Slots(ROOMS, AT_MOST | {"brand X": 3}), Slots(ROOMS, AT_MOST | {"Z": 1})):
        with pytest.raises(JournalError, match="other items or settings"):
            Service.open(f"sqlite:///{tmp_path / 'a.db'}", **branded_options(page=other))


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.mark.parametrize("_", [pytest.param(None, marks=NEEDS_POSTGRES)])
def test_it_runs_in_postgresql(_: None, request: pytest.FixtureRequest) -> None:
    address = request.getfixturevalue("server").database(f"groups{next(NUMBERS)}")
    with Service.open(address, **branded_options()) as front, planner(address) as own:
        for seed in range(5):
            own.step()
            teach(front, 20, seed)
        with Service.open(address) as other:
            with pytest.raises(ServingError, match=r"brand X.*cut across slots"):
                other.add("f-9", slot=("films", "brand X"))
            other.retire("x-0", successor="x-1")
            other.add("x-0", slot=("books", "brand X"))
        own.step()
        teach(front, 20)
        assert front.status()["learnt"] > 0


@pytest.mark.parametrize(
    ("page", "items", "said"),
    [
        ({"at_most": {"brand X": 2}}, {"f-9": ("films", "brand X")}, r"'brand X' .*cut across"),
        ({"at_most": {"brand X": 2}}, {"b-9": ("books", "brand Z")}, "no group 'brand Z'"),
        ({"at_most": {"brand X": 2}}, {"b-9": ("books", "a", "b")}, "a slot and a limited group"),
        ({"at_most": {"brand X": 2}}, {"b-9": ("book", "brand X")}, "no slot 'book'"),
        ({"at_most": {"brand X": 0}}, {}, "group 'brand X'.*at least 1"),
        ({"at_most": ["brand X"]}, {}, "at_most must be a mapping"),
        (
            {"at_most": {"brand X": 1}, "rooms": ROOMS | {"books": 7}},
            {},
            "at_most allows 6 of its items",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    page: dict[str, Any], items: dict[str, Any], said: str
) -> None:
    own = {key: named for key, named in ITEMS.items() if key[0] in "xbf"}
    with pytest.raises(ServingError, match=said):
        Service(Slots(**({"rooms": ROOMS} | page)), own | items, BASELINE)


def test_a_group_stays_in_its_slot_when_items_are_added() -> None:
    service = branded()
    service.add_many({"x-9": ("books", "brand X"), "b-9": "books"})
    with pytest.raises(ServingError, match=r"brand X.*\['books', 'films'\].*cut across slots"):
        service.add("f-9", slot=("films", "brand X"))
    assert "f-9" not in service.status()["baseline"]
    assert service.recommend().certificate.verify()


def test_a_baseline_above_a_limit_and_scores_are_refused() -> None:
    with pytest.raises(ServingError, match="baseline must be a valid list"):
        branded(baseline=["x-0", "x-1", "x-2", "b-0", "f-0", "f-1"])
    with pytest.raises(ServingError, match="Slots without at_most"):
        branded(scores={"b-0": 1.0})


def test_many_items_and_segments_need_no_line() -> None:
    items = dict(ITEMS) | {f"b-{i}": "books" for i in range(5, 400)}
    service = branded(items=items, segments=["de", "fr"])
    rng = np.random.default_rng(0)
    for segment in ["de", "fr"] * 10:
        shown = service.recommend(segment)
        assert keeps_all_limits(shown.items, items)
        service.observe(shown.token, {key: float(rng.random() < 0.5) for key in shown.items})


def test_without_the_plugin_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {name: made for name, made in families().items() if name != "laminar"}
    monkeypatch.setattr("matroidlab_serving.engine.limited_groups.families", lambda: known)
    with pytest.raises(ServingError, match=r"pip install \./plugins/matroidlab-laminar"):
        Slots(ROOMS, AT_MOST)
    Slots(ROOMS)


def test_a_file_describes_it(tmp_path: Path) -> None:
    (tmp_path / "items.csv").write_text(
        "key,slot,group\nb-0,books,\nb-1,books,brand X\nb-2,books,brand X\n"
    )
    (tmp_path / "a.toml").write_text(
        "address = 'sqlite:///a.db'\n[page]\nslots = { books = 2 }\nat_most = { 'brand X' = 1 }\n"
        "[items]\nfile = 'items.csv'\n[service]\nbaseline = ['b-0', 'b-1']\nseed = 1"
    )
    made_of = read_service_file(tmp_path / "a.toml").made_of
    service = Service(**made_of)
    assert {"b-0"} <= set(service.recommend().items)
    (tmp_path / "b.toml").write_text(
        (tmp_path / "a.toml")
        .read_text()
        .replace(
            "file = 'items.csv'",
            "slots = { b-0 = 'books', b-1 = ['books', 'brand X'], b-2 = ['books', 'brand X'] }",
        )
    )
    listed = Service(**read_service_file(tmp_path / "b.toml").made_of)
    assert state_of(listed) == state_of(Service(**made_of))
