"""Requests with items of their own in PostgreSQL: planned by the front end, learnt by planners."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError, UnknownNameError
from matroidlab_serving.postgres import own_items
from serving_support.postgres import Server
from serving_support.postgres_shop import NEEDS_POSTGRES, opened, planner

pytestmark = NEEDS_POSTGRES
NUMBERS = count()
FEW = ["k1", "k2", "k5", "k6", "k7"]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(is_durable=False)
    yield made
    made.stop()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"candidates{next(NUMBERS)}")


def answered(front: Any, shown: Any, rng: Any) -> None:
    means = {key: 0.9 if key == "k6" else 0.1 for key in shown.items}
    front.observe(shown.token, {key: float(rng.random() < means[key]) for key in shown.items})


def test_candidates_are_explored_learnt_and_certified(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_items, "SECONDS_BETWEEN_SNAPSHOTS", -1.0)
    rng = np.random.default_rng(1)
    shown_items = Counter[str]()
    with opened(address, delta=0.9) as front, planner(address, ahead=3) as own:
        for turn in range(60):
            shown: Any = front.recommend(candidates=FEW)
            assert len(shown.items) == 3
            assert set(shown.items) <= set(FEW)
            certificate = shown.certificate
            assert certificate.verify()
            assert set(certificate.covered) == {"k1", "k2"}
            assert certificate.missing_baseline == ("k0",)
            assert shown.origin == "explored"
            assert 0 < shown.propensities.list <= 1
            shown_items.update(shown.items)
            answered(front, shown, rng)
            if turn % 2:
                own.step()
        for _ in range(30):  # until the planner has written its state
            own.step()
            answered(front, front.recommend(), rng)
        reasons = {
            line.item: line.reason for line in front.recommend(candidates=FEW).certificate.lines
        }
        assert reasons.get("k6") == "better"
        rows = list(front.log())
        assert sum(row["action"] == "k5" for row in rows) >= shown_items["k5"]
        assert front.status()["learnt"] > 80
    assert set(shown_items) == set(FEW)


@pytest.mark.parametrize("proposal", [["k6", "k7"], lambda _segment: ["k6"]])
def test_proposals_of_the_caller_are_tried_if_they_are_known(address: str, proposal: Any) -> None:
    with opened(address, proposal=proposal) as front:
        shown = [front.recommend(candidates=FEW).items for _ in range(10)]
        tried = {key for items in shown for key in items} & {"k6", "k7"}
        assert tried == ({"k6", "k7"} if isinstance(proposal, list) else set())


def test_excluded_items_are_not_shown(address: str) -> None:
    with opened(address) as front:
        for _ in range(10):
            shown = front.recommend(exclude=["k0", "nothing"], unavailable=["k1"])
            assert not {"k0", "k1"} & set(shown.items)
            assert set(shown.certificate.missing_baseline) == {"k0", "k1"}
            assert shown.note is None


def test_a_holdback_counts_in_the_probabilities(address: str) -> None:
    with opened(address, holdback=0.5) as front:
        shown = [front.recommend(candidates=FEW[:3]) for _ in range(40)]
        assert {one.origin for one in shown} == {"explored", "holdback"}
        assert all(one.items for one in shown)
        held = next(one for one in shown if one.origin == "holdback")
        assert held.propensities.list >= 0.5


def test_orders_and_new_items_are_followed_at_once(address: str) -> None:
    with opened(address) as front, opened(address) as other:
        front.recommend(candidates=FEW)
        other.add("new")
        shown = front.recommend(candidates=["new", "k0", "k1"])
        assert set(shown.items) == {"new", "k0", "k1"}
        other.fallback()
        baseline = front.recommend(candidates=["new", "k0", "k1", "k2"])
        assert baseline.origin == "baseline"
        assert baseline.items == ("k0", "k1", "k2")


def test_without_the_database_candidates_still_hold(server: Server) -> None:
    address = server.database("away")
    with opened(address) as front:
        server.kill()
        try:
            shown = front.recommend(candidates=["k2", "k8"])
        finally:
            server.start()
        assert shown.items == ("k2", "k8") or set(shown.items) == {"k2", "k8"}
        assert shown.token == ""


def test_wrong_candidates_are_refused(address: str) -> None:
    with opened(address) as front:
        with pytest.raises(UnknownNameError, match="there is no item 'x'"):
            front.recommend(candidates=["k0", "x"])
        with pytest.raises(ServingError, match="candidates must be a set of keys"):
            front.recommend(candidates="k0")
        with pytest.raises(ServingError, match="no item that may be on a list"):
            front.recommend(candidates=[])
