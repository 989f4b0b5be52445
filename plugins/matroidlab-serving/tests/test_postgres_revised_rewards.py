"""Weights that are reported again, in PostgreSQL: learnt as a service in memory learns them."""

from itertools import count
from typing import Any

import pytest

from matroidlab_serving import Service, Top
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, execute, opened, planner

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


def answers(service: Any) -> list[object]:
    """Weights that come one by one, and of each whether it was accepted."""
    given: list[object] = []
    for number in range(3):
        shown = service.recommend(now=100.0 + number)
        for step, weight in enumerate((1.0, 3.0, 0.0, 2.0, 4.0)):
            one = {shown.items[step % 2]: weight}
            given.append(service.observe(shown.token, one, now=103.0 + step))
    return given


@pytest.mark.parametrize("rule", ["last", "max", "sum", None])
def test_the_same_answers_are_accepted_and_learnt(server: Server, rule: str | None) -> None:
    address = server.database(f"revised{next(NUMBERS)}")
    given: dict[str, Any] = {"window": 50.0, "revise": rule, "scale": (0, 5)}
    own = Service(Top(3), KEYS, KEYS[:3], seed=3, **given)
    expected = answers(own)
    own.recommend(now=200.0)
    with opened(address, **given) as front:
        execute(address, "INSERT INTO matroidlab.segments (segment) VALUES (0)")
        with planner(address, ahead=3) as ahead:
            ahead.step(now=99.0)
            assert answers(front) == expected
            ahead.step(now=200.0)
        learnt = [row["reward"] for row in front.log() if row["outcome"] == "observed"]
        assert front.status()["learnt"] == own.status()["learnt"] == 3
    first = {None: 1.0, "last": 4.0, "max": 4.0, "sum": 5.0}[rule]
    second = {None: 3.0, "last": 2.0, "max": 3.0, "sum": 5.0}[rule]
    assert sorted(learnt) == sorted([first, second] * 3)
