"""What a service says and refuses: keys, pages, scales, tokens, items that come and go."""

import json
from typing import Any

import numpy as np
import pytest
from support.served import BASELINE, ITEMS, MEANS, small, state_of, teach, told

from matroidlab import GraphicMatroid, TransversalMatroid
from matroidlab.bandits import TimeUniform
from matroidlab.bandits.statistics import Statistics
from matroidlab.errors import MatroidLabError, ServingError, UnknownNameError, UnknownTokenError
from matroidlab.serving import Service, Slots, Top
from matroidlab.serving.keys import LONGEST_KEY

STRANGE = [
    '"', "'", "<b onclick='x()'>&amp;</b>", "\N{GRINNING FACE}", "x" * 10_000, " ", "\n", "\x00", "../../etc/passwd",
    "e\u0301", "\u00e9", "\u202e", "7", "None", "a,b;c", "%s", "{}",
]  # fmt: skip


def test_any_text_is_a_key_and_is_served_as_it_is() -> None:
    service = Service(Top(3), STRANGE, STRANGE[:3], seed=1)
    seen: set[str] = set()
    for _ in range(200):
        shown = service.recommend()
        seen |= {*shown.items}
        assert shown.certificate.verify()
        assert [*shown.items] == json.loads(shown.to_json().encode())["items"]
        assert service.observe(shown.token, dict.fromkeys(shown.items, 0.5))
    assert seen == {*STRANGE}


@pytest.mark.parametrize("key", ["", "\ud800", "x" * (LONGEST_KEY + 1), 7, None, b"a", ("a",), float("nan")])
def test_what_is_no_key_is_refused_by_name(key: Any) -> None:
    shown = repr(key)[:40]
    for refused in (lambda: Service(Top(1), ["a", key], ["a"]), lambda: small().add(key, slot="books")):
        with pytest.raises(ServingError) as error:
            refused()
        assert shown in str(error.value)
    with pytest.raises(ServingError):
        small(segments=["de", key])
    with pytest.raises(ServingError):
        small().recommend(unavailable=[key])


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"items": ["b-1"]}, "items must be a mapping from key to slot, got list"),
        ({"items": {"b-1": "books", "b-2": "boks"}}, "there is no slot 'boks'; did you mean 'books'"),
        ({"items": {"b-1": "books", "f-1": "films"}}, "slot 'books' has room for 2, and there are 1 items"),
        ({"keys": ["b-1"]}, "items and keys are two names for the same"),
        ({"page": Top(9), "items": [*ITEMS]}, "the page has room for 9 items, and there are 5"),
        ({"page": Top(3), "items": ITEMS}, "items must be a sequence of keys, got dict"),
        ({"page": Top(3), "items": "abc"}, "items must be a sequence of keys, got str"),
        ({"page": Top(3), "items": ["a", "b", "a"]}, "keys must be distinct, got 'a' more than once"),
        (
            {"page": GraphicMatroid([(0, 1), (1, 2)]), "items": ["a"]},
            "the matroid has 2 elements, and there are 1 keys",
        ),
        ({"page": "top"}, "page must be Slots"),
        ({"baseline": ["b-1", "b-2"]}, "baseline must be a valid list of 3 items"),
        ({"baseline": "b-1"}, "baseline must be a list of keys"),
        ({"delta": 0}, "delta must be a number above 0 and at most 1, got 0"),
        ({"delta_for": "both"}, "delta_for must be 'segment' or 'all', got 'both'"),
        ({"swap_size": 4}, "swap_size must be at most 3, a whole list, got 4"),
        ({"swap_size": 0}, "swap_size must be at least 1, got 0"),
        ({"proposal": "best"}, "proposal must be 'optimistic', 'thompson', a list of keys or a function, got 'best'"),
        ({"segments": "de"}, "segments must be a sequence of names"),
        ({"segments": ["de", "de"]}, "all distinct"),
        ({"segments": []}, "at least one name"),
        ({"known_means": {"b-3": 0.5}}, "known_means must be those of baseline items, got one of 'b-3'"),
        ({"known_means": {"b-1": 1.5}}, "the weight of 'b-1' must lie in 0..1, got 1.5"),
        ({"known_means": ["b-1"]}, "known_means must be a mapping by key, got list"),
        ({"labels": ["b-1"]}, "labels must be a mapping by key, got list"),
        ({"labels": {"b-1": 5}}, "the label of 'b-1' must be text, got 5"),
        ({"labels": {"b-1": "\ud800"}}, "a label must be text that UTF-8 can write"),
        ({"scale": (1, 0)}, "scale must be two finite numbers, the smaller first"),
        ({"scale": (0, float("inf"))}, "scale must be two finite numbers"),
        ({"scale": 5}, "scale must be two numbers"),
        ({"window": 0}, "window must be a number above 0, got 0"),
        ({"window": float("inf")}, "window must be"),
        ({"missing": 2.0}, "the weight of 'missing' must lie in 0..1, got 2.0"),
        ({"missing": np.ones(2)}, "the weight of 'missing' must lie in 0..1"),
        ({"dealing": "fair"}, "dealing must be 'shuffled' or 'independent', got 'fair'"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
    ],
)
def test_what_a_service_cannot_be_made_of_is_refused_with_the_value_and_the_way_out(
    options: dict[str, Any], why: str
) -> None:
    with pytest.raises(ServingError) as error:
        small(**options)
    assert why in str(error.value)


def test_what_is_proposed_must_be_there() -> None:
    with pytest.raises(UnknownNameError, match="there is no item 'b-9'; did you mean"):
        small(proposal=["b-9"])


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda s: s.recommend("fr"), "there is no segment 'fr'"),
        (lambda s: s.recommend(unavailable="b-1"), "unavailable must be a set of keys, got 'b-1'"),
        (lambda s: s.recommend(unavailable=ITEMS), "no list can be shown"),
        (lambda s: s.recommend(now=float("nan")), "now must be"),
        (lambda s: s.observe(s.recommend().token, {}), "does not tell the weight of"),
        (lambda s: s.observe(s.recommend().token, {"b-9": 1.0}, 0.0), "'b-9' is not on the list"),
        (lambda s: s.observe(s.recommend().token, {}, 1.5), "the weight of 'missing' must lie in 0..1, got 1.5"),
        (lambda s: s.observe(s.recommend().token, 5), "weights must be a mapping from key to weight, got int"),
        (lambda s: s.observe_many(None), "rows must be a sequence of answers, got NoneType"),
        (lambda s: s.observe_many([5]), "an answer must be (token, weights)"),
        (lambda s: s.observe_many([{"token": "x"}]), "an answer must have the keys token, weights"),
        (lambda s: s.expire(-2), "older_than must be a number above -1, got -2"),
        (lambda s: s.learn_from(5), "rows must be a sequence of rows, got int"),
        (lambda s: s.learn_from([{"slate_id": 1, "action": ["b-1"], "reward": 1}]), "must be text"),
        (lambda s: s.learn_from([{"weights": {"b-1": 2}}]), "the weight of 'b-1' must lie in 0..1, got 2"),
        (lambda s: s.add("b-1", slot="books"), "there is an item 'b-1' already"),
        (lambda s: s.add("b-9"), "there is no slot None"),
        (lambda s: s.retire("b-1"), "'b-1' is in the baseline: retire(key, successor=...)"),
        (lambda s: s.retire("b-1", "f-2"), "baseline must be a valid list of 3 items"),
        (lambda s: s.retire("b-1", "b-2"), "cannot be 'b-2': it is in the baseline already"),
        (lambda s: s.retire("b-3", "b-2"), "'b-3' is not in the baseline: it is retired without a successor"),
        (lambda s: s.log(), "only a service with a journal keeps a log"),
    ],
)
def test_what_it_cannot_do_is_refused_with_the_value_and_the_way_out(call: Any, why: str) -> None:
    service = small()
    service.recommend(now=0.0)
    with pytest.raises(ServingError) as error:
        call(service)
    assert why in str(error.value)
    assert told(service) == ({}, {})


@pytest.mark.parametrize("token", ["", "x", "0", "0.", "0.0000000000", None, 5, "-1.00", "٠.00", "0x0.00", "f" * 99])
def test_a_token_that_was_never_given_is_refused(token: Any) -> None:
    service = small()
    service.recommend()
    with pytest.raises(UnknownTokenError, match="no list was shown under the token"):
        service.observe(token, {}, 0.0)


def test_a_token_of_a_list_that_is_yet_to_come_is_refused() -> None:
    service, twin = small(), small()
    twin.recommend()
    later = twin.recommend().token
    service.recommend()
    with pytest.raises(UnknownTokenError):
        service.observe(later, {}, 0.0)


def test_weights_of_any_range_are_scaled() -> None:
    service = small(scale=(-10, 40))
    shown = service.recommend()
    service.observe(shown.token, {shown.items[0]: 15, shown.items[1]: np.float32(40)}, missing=-10)
    counts, sums = told(service)
    assert counts == dict.fromkeys(shown.items, 1)
    assert sums == {shown.items[0]: 0.5, shown.items[1]: 1.0}
    for weight in (-10.1, 40.1, float("nan"), float("inf"), "15", None, 10**400, True - 12):
        with pytest.raises(ServingError, match=r"must lie in -10\.\.40, got"):
            service.learn_from([{"weights": {"b-1": weight}}])
        shown = service.recommend()
        with pytest.raises(ServingError, match=r"must lie in -10\.\.40, got"):
            service.observe(shown.token, {shown.items[0]: 0.0, shown.items[1]: weight}, missing=0.0)
    assert told(service)[0] == counts


def test_lists_are_in_the_places_of_the_baseline() -> None:
    service = small()
    teach(service, 600)
    assert service.peek().items == ("b-3", "b-2", "f-2")
    for _ in range(50):
        shown = service.recommend()
        assert shown.slots == ("books", "books", "films")
        assert [ITEMS[item] for item in shown.items] == [*shown.slots]


GRAPH = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 1), (2, 3)])
MATCHES = TransversalMatroid(8, [[0, 1, 2, 6], [2, 3, 4], [4, 5, 0, 7]])


@pytest.mark.parametrize("matroid", [GRAPH, MATCHES], ids=["graphic", "transversal"])
@pytest.mark.parametrize("swap_size", [1, 2, 3])
def test_an_exchanged_item_is_in_its_partners_place(matroid: Any, swap_size: int) -> None:
    keys, rng = [f"i{i}" for i in range(8)], np.random.default_rng(3)
    baseline = matroid.greedy(np.arange(8)[::-1]).tolist()
    service = Service(matroid, keys, [keys[i] for i in baseline], swap_size=swap_size, seed=swap_size, delta=0.5)
    means = rng.random(8)
    for _ in range(400):
        shown, trusted = service.recommend(), service._desk.engine.segments[0].round
        assert trusted is not None
        items = np.array([int(item[1:]) for item in shown.items])
        moved = np.flatnonzero(items != trusted.trusted)
        assert len(moved) <= swap_size
        for at in moved:
            assert trusted.trusted[at] not in items, "whoever stays, stays in place"
        if swap_size == 1:
            assert matroid.rank == len(matroid.greedy(items))
        assert shown.certificate.verify()
        service.observe(shown.token, {k: float(rng.random() < means[int(k[1:])]) for k in shown.items})


def test_status_is_plain_data_and_counts() -> None:
    service = small(segments=["de", "fr"], delta_for="all")
    shown = service.recommend("de", now=1.0)
    service.recommend("fr", now=2.0)
    service.observe(shown.token, {}, 0.0, now=3.0)
    assert service.expire(0.5, now=9.0) == 1
    status = json.loads(json.dumps(service.status()))
    assert status == service.status()
    told_so = {name: status[name] for name in ("lists", "answers", "learnt", "expired", "outstanding", "time", "plans")}
    assert told_so == {
        "lists": 2, "answers": 1, "learnt": 1, "expired": 1, "outstanding": 0, "time": 9.0, "plans": 2
    }  # fmt: skip
    assert (status["delta"], status["delta_for"], status["delta_of_a_segment"]) == (0.01, "all", 0.005)
    assert status["seconds_of_last_plan"] > 0
    assert status["baseline"] == BASELINE
    assert status["journal"] is None


def test_peeking_changes_nothing_and_shows_the_trusted_list() -> None:
    service, twin = small(segments=["de", "fr"]), small(segments=["de", "fr"])
    for name in ("de", "fr"):
        shown = service.peek(name)
        assert shown.items == tuple(BASELINE)
        assert shown.token == ""
        assert shown.propensities == (1.0, (1.0, 1.0, 1.0))
        assert shown.certificate.verify()
    assert service.status()["segments_seen"] == 0
    assert state_of(service) == state_of(twin)
    assert service.recommend("de", now=0).to_json() == twin.recommend("de", now=0).to_json()


def test_labels_stand_beside_keys() -> None:
    service = small(labels={"b-1": "<One>"}, proposal=["b-3", "b-2", "f-2"])
    service.add("b-4", slot="books", label="Four")
    assert service.peek().labels == ("<One>", "b-2", "f-1")
    assert json.loads(service.peek().to_json())["labels"] == ["<One>", "b-2", "f-1"]
    service.retire("b-1", successor="b-4")
    assert service.peek().labels == ("Four", "b-2", "f-1")


def test_learning_from_others_is_learning() -> None:
    service = small(segments=["de", "fr"], scale=(0, 2))
    rows: list[dict[str, Any]] = [
        {"segment": "de", "weights": {"b-1": 2, "f-1": 1}},
        {"slate_id": 1, "action": "b-1", "reward": 1.0, "segment": "de"},
        {"slate_id": 1, "action": "b-2", "reward": None, "segment": "de"},
        {"slate_id": 1, "action": "b-3", "reward": 2.0, "segment": "fr"},
        {"slate_id": "1", "action": "b-3", "reward": 2.0, "segment": "fr"},
        {"segment": "de", "weights": {}},
    ]
    assert service.learn_from(rows) == 4
    assert told(service, 0) == ({"b-1": 2, "f-1": 1}, {"b-1": 1.5, "f-1": 0.5})
    assert told(service, 1) == ({"b-3": 2}, {"b-3": 2.0})
    before = state_of(service)
    with pytest.raises(ServingError, match="'b-1' is twice on the list"):
        service.learn_from([*rows, rows[1]])
    with pytest.raises(MatroidLabError):
        service.learn_from([rows[0], {"segment": "de", "weights": {"b-9": 1}}])
    assert state_of(service) == before


def test_a_log_teaches_what_the_lists_taught(tmp_path: Any) -> None:
    from support.served import small_options

    service = Service.open(f"sqlite:///{tmp_path}/a.db", **small_options())
    teach(service, 10)
    other = small()
    assert other.learn_from(row for row in service.log()) == 10
    assert told(other) == told(service)


def test_later_items_have_the_shares_of_delta_that_the_theory_gives_them() -> None:
    service = small(delta=0.02, segments=["a", "b"], delta_for="all")
    for j in range(4):
        service.add(f"n-{j}", slot="books")
    keys = [*ITEMS, *(f"n-{j}" for j in range(4))]
    service.learn_from([{"segment": "a", "weights": dict.fromkeys(keys, 0.5)}] * 50)
    bounds = service._desk.engine.segments[0].policy.beliefs.bounds
    same = TimeUniform(0.01, items=5, open_ended=True)
    n = len(keys)
    seen = Statistics(np.full(n, 50), np.full(n, 25.0), np.full(n, 12.5), np.zeros(n, dtype=np.intp), np.arange(n))
    expected = same.bounds(seen)
    assert np.array_equal(bounds.lower[0], expected.lower)
    assert np.array_equal(bounds.upper[0], expected.upper)
    widths = (bounds.upper - bounds.lower)[0]
    assert (widths[:5] == widths[0]).all()
    assert (np.diff(widths[5:]) > 0).all()


def test_the_shares_of_all_items_that_ever_come_stay_below_delta() -> None:
    shares = [0.5 / 5] * 5 + [0.5 * 6 / (np.pi * j) ** 2 for j in range(1, 10**5)]
    assert sum(shares) < 1
    confidence = TimeUniform(0.01, items=5, open_ended=True)
    for number in (0, 4, 5, 6, 1000):
        seen = Statistics(np.array([40]), np.array([10.0]), np.array([10.0]), np.array([0]), np.array([number]))
        alone = TimeUniform(0.01 * shares[number], items=1).bounds(
            Statistics(np.array([40]), np.array([10.0]), np.array([10.0]), np.array([0]), np.array([0]))
        )
        assert np.allclose(np.ravel(confidence.bounds(seen)), np.ravel(alone), rtol=1e-12)


def test_what_is_retired_is_never_shown_again_and_comes_back_with_what_was_learnt() -> None:
    service = small()
    teach(service, 300)
    counts, sums = told(service)
    waiting = [service.recommend(now=0.0) for _ in range(8)]
    service.retire("b-3")
    service.retire("f-1", successor="f-2")
    for shown in waiting:
        assert service.observe(shown.token, {}, 0.0, now=0.0), "a list that was shown before is learnt"
    for _ in range(100):
        shown = service.recommend(now=0.0)
        assert not {"b-3", "f-1"} & {*shown.items}
        service.observe(shown.token, {}, 1.0, now=0.0)
    assert service.status()["baseline"] == ["b-1", "b-2", "f-2"]
    service.add("b-3", slot="books")
    after, _ = told(service)
    assert after["b-3"] == counts["b-3"] + sum("b-3" in shown.items for shown in waiting)
    service._desk.engine.segments[0].refresh()
    service._desk.engine.segments[0].policy.beliefs._check()
    with pytest.raises(ServingError, match="was retired from another slot"):
        service.add("f-1", slot="books")
    assert sums["b-3"] > 0


def test_a_fixed_matroid_cannot_grow_but_shrink() -> None:
    service = Service(GRAPH, [f"e{i}" for i in range(8)], ["e0", "e1", "e2"], seed=1)
    with pytest.raises(ServingError, match="a fixed matroid has no room for 'e9'"):
        service.add("e9")
    service.retire("e3")
    assert "e3" not in {item for _ in range(60) for item in service.recommend().items}


def test_proposals_come_from_whom_one_says() -> None:
    asked: list[str] = []

    def propose(segment: str) -> list[str]:
        asked.append(segment)
        return ["f-2", "b-3"]

    for proposal in (propose, ["f-2", "b-3"], np.array(["f-2", "b-3"])):
        service = small(proposal=proposal, segments=["de", "fr"])
        lists = {service.recommend("fr").items for _ in range(12)}
        assert lists == {("b-1", "b-2", "f-2"), ("b-3", "b-2", "f-1")} or lists == {
            ("b-1", "b-2", "f-2"), ("b-1", "b-3", "f-1")
        }  # fmt: skip
    assert {*asked} == {"fr"}


def test_thousands_of_segments_are_made_when_they_are_asked_for() -> None:
    service = small(segments=[f"s{i}" for i in range(5000)])
    service.recommend("s4711")
    assert service.status()["segments_seen"] == 1
    assert service.status()["segments"] == 5000


def test_segments_learn_separately() -> None:
    service = small(segments=["de", "fr"])
    for _ in range(20):
        shown = service.recommend("de")
        service.observe(shown.token, {}, 1.0)
    assert told(service, 1) == ({}, {})
    assert sum(told(service, 0)[0].values()) == 60
    assert MEANS.keys() == ITEMS.keys()


def test_slots_and_tops_that_are_none_are_refused() -> None:
    for wrong in ({}, {"a": 0}, {"a": -1}, {"a": 1.5}, {"": 1}, ["a"], None, {7: 1}):
        with pytest.raises(ServingError):
            Slots(wrong)  # type: ignore[arg-type]
    for count in (0, -1, 1.5, "3", None):
        with pytest.raises(ServingError):
            Top(count)  # type: ignore[arg-type]
