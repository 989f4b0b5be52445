"""The comparison with a holdback in PostgreSQL: counted by planners, one fallback for all."""

import time
from itertools import count
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, execute, opened, owned, planner

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"held{next(NUMBERS)}")


def visits(front: Any, lists: int, revenue: dict[bool, float], segments: tuple[str, ...]) -> None:
    rng = np.random.default_rng(4)
    rows = []
    for step in range(lists):
        visitor = f"v{step}" if step % 2 else None
        shown = front.recommend(segments[step % len(segments)], visitor=visitor)
        is_held_back = shown.origin == "holdback"
        paid = float(rng.random() < revenue[is_held_back])
        weights = {key: float(rng.random() < 0.3) for key in shown.items}
        rows.append((shown.token, weights, None, {"revenue": paid}))
    assert all(front.observe_many(rows))


def test_what_a_service_brought_is_added_up_over_segments_and_planners(address: str) -> None:
    segments = ("de", "fr")
    given = {"holdback": 0.4, "guardrails": {"revenue": -0.1}, "segments": segments}
    with (
        opened(address, **given) as front,
        planner(address, ahead=30) as one,
        planner(address, ahead=30) as other,
    ):
        execute(address, "INSERT INTO matroidlab.segments (segment) VALUES (0), (1)")
        end = time.monotonic() + 20
        while owned(address) != {one.name: 1, other.name: 1}:
            assert time.monotonic() < end
            one.step()
            other.step()
        visits(front, 120, {False: 0.5, True: 0.5}, segments)
        one.step()
        other.step()
        uplift = front.status()["uplift"]
        assert sum(uplift["lists"].values()) == 120
        held = sum(row["origin"] == "holdback" for row in front.log()) / len(KEYS[:3])
        assert uplift["lists"]["holdback"] == held
        assert uplift["low"] < uplift["difference"] < uplift["high"]
        assert not uplift["sample_ratio"]["is_mismatch"]
        one.close()
        visits(front, 30, {False: 0.5, True: 0.5}, segments)
        with planner(address) as third:
            third.step()  # takes the segment that was left; the other planner keeps its own
            other.step()
        again = front.status()["uplift"]
        assert sum(again["lists"].values()) == 150
        # A visitor who comes again is not counted again.
        assert again["sample_ratio"]["found"] is not None


def test_a_violated_guardrail_sends_all_front_ends_back_once(address: str) -> None:
    given = {"holdback": 0.5, "guardrails": {"revenue": -0.05}}
    with (
        opened(address, **given) as front,
        opened(address, **given) as other,
        planner(address, ahead=30) as own,
        planner(address, ahead=30) as idle,
    ):
        visits(front, 400, {False: 0.0, True: 1.0}, (None,))  # type: ignore[arg-type]
        own.step()
        idle.step()
        assert [row["order"] for row in front.history()] == ["guardrail"]
        assert other.recommend().items == tuple(KEYS[:3])
        assert "revenue" in str(other.history()[0]["reason"])
        front.resume()
        assert other.recommend().origin in {"explored", "trusted", "holdback"}
        guardrail = front.status()["uplift"]["guardrails"]["revenue"]
        assert guardrail["difference"] is None
        own.step()
        assert [row["order"] for row in front.history()] == ["guardrail", "resume"]


def test_a_comparison_of_rankers_has_no_holdback_there_either(address: str) -> None:
    pytest.importorskip("matroidlab_evaluation")
    rankers = {"one": KEYS[3:6], "two": KEYS[6:9]}
    with (
        opened(address, compare=rankers) as front,
        pytest.raises(ServingError, match="for all requests or for none"),
    ):
        front.ramp(0.5)


def test_nor_can_rankers_be_compared_where_there_is_a_holdback(address: str) -> None:
    pytest.importorskip("matroidlab_evaluation")
    rankers = {"one": KEYS[3:6], "two": KEYS[6:9]}
    with pytest.raises(ServingError, match="no holdback"):
        opened(address, compare=rankers, holdback=0.2)
