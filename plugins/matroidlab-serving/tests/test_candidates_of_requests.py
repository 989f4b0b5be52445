"""Requests with candidates of their own, and with items that this visitor should not see."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError, UnknownNameError
from matroidlab_serving import Service, Slots, open_service

SLOTS = {"books": 2, "films": 1}
ITEMS = {f"b{i}": "books" for i in range(20)} | {f"f{i}": "films" for i in range(10)}
BASELINE = ["b0", "b1", "f0"]
PAGE = Slots(SLOTS)


def shop(**options: Any) -> Service:
    return Service(PAGE, items=ITEMS, baseline=BASELINE, seed=3, **options)


def test_lists_have_candidates_alone_and_the_promise_covers_the_baseline_among_them() -> None:
    service = shop()
    rng = np.random.default_rng(1)
    for _ in range(200):
        candidates = [key for key in ITEMS if rng.random() < 0.3]
        if not any(key[0] == "b" for key in candidates):
            continue
        shown = service.recommend(candidates=candidates)
        assert set(shown.items) <= set(candidates)
        of_kind = [sum(key[0] == kind for key in candidates) for kind in "bf"]
        assert len(shown.items) == min(of_kind[0], 2) + min(of_kind[1], 1)
        certificate = shown.certificate
        assert certificate.verify()
        assert set(certificate.covered) <= set(candidates) & set(BASELINE)
        assert set(certificate.missing_baseline) == set(BASELINE) - set(candidates)
        service.observe(shown.token, dict.fromkeys(shown.items, 1.0))


def test_requests_with_candidates_explore_like_others() -> None:
    """After enough of them, a better candidate is proven and shown for sure."""
    service = shop(delta=0.1)
    candidates = [*BASELINE, "b5", "f5"]
    rng = np.random.default_rng(2)
    for _ in range(700):
        shown = service.recommend(candidates=candidates)
        liked = {key: float(rng.random() < (0.9 if key[1] == "5" else 0.2)) for key in shown.items}
        service.observe(shown.token, liked)
    lines = {
        line.item: line.reason
        for line in service.recommend(candidates=candidates).certificate.lines
    }
    assert {"b5", "f5"} <= set(lines)
    assert lines["b5"] == "better"


def test_excluded_items_are_not_shown() -> None:
    service = shop()
    for _ in range(20):
        shown = service.recommend(exclude=["b0", "no such key"], unavailable=["f0"])
        assert not {"b0", "f0"} & set(shown.items)
        assert set(shown.certificate.missing_baseline) == {"b0", "f0"}


def test_a_journal_replays_requests_with_candidates(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'shop.db'}"
    service = open_service(address, PAGE, items=ITEMS, baseline=BASELINE, seed=3)
    lists = []
    for turn in range(30):
        few = [key for i, key in enumerate(ITEMS) if (i + turn) % 3]
        shown = service.recommend(candidates=few) if turn % 2 else service.recommend()
        lists.append(shown.items)
        service.observe(shown.token, dict.fromkeys(shown.items, 0.5))
    service.close()
    again = open_service(address)
    twin = shop()
    for turn in range(30):
        few = [key for i, key in enumerate(ITEMS) if (i + turn) % 3]
        shown = twin.recommend(candidates=few) if turn % 2 else twin.recommend()
        assert shown.items == lists[turn]
        twin.observe(shown.token, dict.fromkeys(shown.items, 0.5))
    for _ in range(5):
        assert again.recommend().items == twin.recommend().items
    again.close()


def test_candidates_that_a_segment_has_not_met_are_explored_beside_a_holdback() -> None:
    items = {f"i{k}": "books" for k in range(1000)}
    service = Service(Slots({"books": 2}), items, ["i0", "i1"], holdback=0.3, seed=1)
    origins = set()
    for candidates in (["i700", "i800", "i900"], ["i0", "i400", "i500"]):
        for _ in range(20):
            shown = service.recommend(candidates=candidates)
            origins.add(shown.origin)
            assert set(shown.items) <= set(candidates)
            assert shown.certificate.verify()
    assert origins == {"explored", "holdback"}


def test_wrong_candidates_are_refused() -> None:
    service = shop()
    with pytest.raises(UnknownNameError, match="there is no item 'b77'"):
        service.recommend(candidates=["b0", "b77"])
    with pytest.raises(ServingError, match="candidates must be a list of keys, got 'b0'"):
        service.recommend(candidates="b0")
    with pytest.raises(ServingError, match="exclude must be a set of keys, got 'b0'"):
        service.recommend(exclude="b0")
    with pytest.raises(ServingError, match="no item that may be on a list is available"):
        service.recommend(candidates=[])
