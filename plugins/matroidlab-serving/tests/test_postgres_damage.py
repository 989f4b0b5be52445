"""A service in PostgreSQL whose rows are tampered with, or change during a request."""

import json
from itertools import count
from typing import Any

import pytest

from matroidlab.errors import JournalError
from matroidlab_serving import Service
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import NEEDS_POSTGRES, execute, opened, planner

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"damage{next(NUMBERS)}")


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM matroidlab.steps WHERE segment = 0 AND number = 3",
        (
            "DELETE FROM matroidlab.steps WHERE segment = 0 AND number = (SELECT max(number) "
            "FROM matroidlab.steps WHERE segment = 0)"
        ),
        "UPDATE matroidlab.steps SET content = '[7]' WHERE segment = 0",
        "UPDATE matroidlab.segments SET snapshot = 'x' WHERE segment = 0",
        "UPDATE matroidlab.segments SET snapshot = NULL WHERE segment = 0",
        (
            "UPDATE matroidlab.lists SET answers = ARRAY['{'], answer_number = 1, learnt = NULL "
            "WHERE segment = 0"
        ),
        (
            "UPDATE matroidlab.lists SET items = '{99}', learnt = NULL, answer_number = 1, "
            """answers = ARRAY['{"items": [99], "values": [1]}'] WHERE segment = 0"""
        ),
    ],
)
def test_a_damaged_segment_is_noticed_and_the_others_are_planned(address: str, damage: str) -> None:
    with opened(address, segments=["a", "b"]) as front:
        with planner(address, ahead=1) as first:
            for _ in range(10):
                for name in ("a", "b"):
                    front.recommend(name)
                first.step()
        execute(address, damage)
        with planner(address, ahead=30) as other:
            assert other.step() == 1
            assert "damaged" in other.faults.pop(0)
            assert not other.faults
            assert list(front.status()["faults"]) == ["0"]
            assert front.recommend("b").note is None


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matroidlab.rounds SET content = '{}'",
        "UPDATE matroidlab.rounds SET content = replace(content, '[[', '[[99, ')",
        "DELETE FROM matroidlab.rounds",
        "UPDATE matroidlab.lists SET chosen = 77",
        "DELETE FROM matroidlab.service",
        "DELETE FROM matroidlab.lists; UPDATE matroidlab.segments SET published = '[[99],[],[]]'",
        "UPDATE matroidlab.service SET changes = 5",
        (
            "INSERT INTO matroidlab.changes VALUES (1, 'add', '{'); "
            "UPDATE matroidlab.service SET changes = 1"
        ),
    ],
)
def test_tampered_rows_give_errors_of_this_library(address: str, damage: str) -> None:
    with opened(address) as front:
        front.recommend()
        with planner(address) as own:
            own.step()
        execute(address, damage)
        with pytest.raises(JournalError, match=r"damaged|missing"):
            front.recommend()


@pytest.mark.parametrize("holdback", [0.0, 1e-9])
@pytest.mark.parametrize("change", ["add", "retire"])
@pytest.mark.parametrize("before", ["take", "show"])
def test_a_change_between_the_statements_of_a_request(
    address: str, before: str, change: str, holdback: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a holdback, a request has two statements."""
    from matroidlab_serving.postgres import list_taking, visitor_requests

    module = list_taking if before == "take" else visitor_requests
    with (
        opened(address, holdback=holdback) as front,
        Service.open(address) as other,
        planner(address, ahead=30) as own,
    ):
        front.recommend()
        own.step()
        statement = getattr(module, before)

        def late(*given: Any, **named: Any) -> Any:
            monkeypatch.undo()
            if change == "add":
                other.add("new")
            else:
                other.retire("k0", successor="k11")
            own.step()
            return statement(*given, **named)

        monkeypatch.setattr(module, before, late)
        shown = front.recommend()
        if before == "show" and not holdback:
            return  # a single statement
        assert shown.certificate.verify()
        json.loads(shown.to_json())
        first = "k0" if change == "add" else "k11"
        assert set(shown.certificate.covered) == {first, "k1", "k2"}
        assert not shown.certificate.missing_baseline
        assert "k0" not in shown.items or change == "add"


def test_a_planner_whose_proposal_fails_deals_the_trusted_list(address: str) -> None:
    from matroidlab_serving.postgres import SegmentPlanner

    def propose(segment: str) -> list[str]:
        raise ConnectionError(f"no ranker for {segment!r}")

    with opened(address, proposal=propose) as front:
        trusted = front.recommend().items
        own = SegmentPlanner(address, proposal=propose, ahead=5)
        try:
            assert own.step() == 1
        finally:
            own.close()
        assert own.proposals.faults.count == 5
        shown = [front.recommend() for _ in range(5)]
    assert {one.items for one in shown} == {trusted}
    assert {one.note for one in shown} == {None}
