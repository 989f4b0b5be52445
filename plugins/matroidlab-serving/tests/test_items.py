"""The items of a service: their places, what is proposed and learnt of them, those that come and
go.
"""

import json
from typing import Any

import numpy as np
import pytest

from matroidlab import GraphicMatroid, TransversalMatroid
from matroidlab.bandits import TimeUniform
from matroidlab.bandits.beliefs.statistics import Statistics
from matroidlab.errors import MatroidLabError, ServingError
from matroidlab.kernels.when_to_compile import at_once, block_setting
from matroidlab_serving import Service, Top
from serving_support.served import (
    ITEMS,
    MEANS,
    open_sqlite,
    segment_in,
    small,
    state_of,
    teach,
    told,
)

STRANGE = [
    '"', "'", "<b onclick='x()'>&amp;</b>", "\N{GRINNING FACE}", "x" * 10_000,
    " ", "\n", "\x00", "../../etc/passwd",
    "e\u0301", "\u00e9", "\u202e", "7", "None", "a,b;c", "%s", "{}",
]  # fmt: skip


def test_lists_are_in_the_places_of_the_baseline() -> None:
    service = small()
    teach(service, 600)
    assert service.peek().items == ("b-1", "b-3", "f-2")
    for _ in range(50):
        shown = service.recommend()
        assert shown.slots == ("books", "books", "films")
        assert [ITEMS[item] for item in shown.items] == [*shown.slots]


GRAPH = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 1), (2, 3)])
MATCHES = TransversalMatroid(8, [[0, 1, 2, 6], [2, 3, 4], [4, 5, 0, 7]])


@pytest.mark.parametrize("matroid", [GRAPH, MATCHES], ids=["graphic", "transversal"])
@pytest.mark.parametrize("swap_size", [1, 2, 3])
def test_an_item_is_in_the_place_of_its_partner(matroid: Any, swap_size: int) -> None:
    keys = [f"i{i}" for i in range(8)]
    rng = np.random.default_rng(3)
    baseline = matroid.greedy(np.arange(8)[::-1]).tolist()
    service = Service(
        matroid, keys, [keys[i] for i in baseline], swap_size=swap_size, seed=swap_size, delta=0.5
    )
    means = rng.random(8)
    for _ in range(100):
        shown = service.recommend()
        items = [int(item[1:]) for item in shown.items]
        assert matroid.rank == len(matroid.greedy(np.array(items)))
        lines = shown.certificate.lines
        assert [line.baseline for line in lines] == [keys[i] for i in baseline]
        assert sum(line.reason == "tried" for line in lines) <= swap_size
        for place, item in enumerate(items):
            assert item not in baseline or baseline.index(item) == place
        assert shown.certificate.verify()
        service.observe(
            shown.token, {k: float(rng.random() < means[int(k[1:])]) for k in shown.items}
        )


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
    from serving_support.served import small_options

    service = open_sqlite(f"sqlite:///{tmp_path}/a.db", **small_options())
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
    bounds = segment_in(service).policy.estimates.bounds
    same = TimeUniform(0.01, items=5, open_ended=True)
    n = len(keys)
    seen = Statistics(
        np.full(n, 50), np.full(n, 25.0), np.full(n, 12.5), np.zeros(n, dtype=np.intp), np.arange(n)
    )
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
        seen = Statistics(
            np.array([40]), np.array([10.0]), np.array([0.0]), np.array([0]), np.array([number])
        )
        alone = TimeUniform(0.01 * shares[number], items=1).bounds(
            Statistics(
                np.array([40]), np.array([10.0]), np.array([0.0]), np.array([0]), np.array([0])
            )
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
        assert service.observe(shown.token, {}, 0.0, now=0.0), (
            "a list that was shown before is learnt"
        )
    for _ in range(100):
        shown = service.recommend(now=0.0)
        assert not {"b-3", "f-1"} & {*shown.items}
        service.observe(shown.token, {}, 1.0, now=0.0)
    assert service.status()["baseline"] == ["b-1", "b-2", "f-2"]
    service.add("b-3", slot="books")
    after, _ = told(service)
    assert after["b-3"] == counts["b-3"] + sum("b-3" in shown.items for shown in waiting)
    segment_in(service).refresh()
    segment_in(service).policy.estimates._check()
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
        assert ("b-1", "b-2", "f-2") in lists
        assert len(lists) == 2
        assert all(("b-3" in items) != ("f-2" in items) for items in lists)
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


def test_a_proposal_may_ask_another_service_and_nothing_is_compiled_after_it_either() -> None:
    other = small()
    seen = list[str | None]()

    def propose(_segment: str) -> tuple[str, ...]:
        items = other.recommend().items
        seen.append(block_setting.get())
        return items

    with at_once():
        before = block_setting.get()
        small(proposal=propose).recommend()
        assert seen == ["never"]
        assert block_setting.get() == before


def test_lists_that_are_planned_and_not_dealt_are_withdrawn_when_items_come_or_go() -> None:
    service = Service(Top(4), list("abcdefgh"), list("abcd"), proposal=list("efgh"), seed=2)
    first = service.recommend()
    assert first.propensities.list == 1 / 4
    service.add("i")
    assert service.recommend().propensities.list == 1 / 4, "the round has begun anew"
    gone = next(item for item in "efgh" if item not in first.items)
    service.retire(gone)
    lists = [service.recommend() for _ in range(3)]
    assert [shown.propensities.list for shown in lists] == [1 / 3, 1 / 2, 1.0]
    assert gone not in {item for shown in lists for item in shown.items}
