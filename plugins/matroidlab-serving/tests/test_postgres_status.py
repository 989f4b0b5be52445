"""The counters of a service in PostgreSQL: tallied by every program, and equal to the rows."""

from itertools import count
from typing import Any

import pytest

from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import NEEDS_POSTGRES, opened, planner, raw

pytestmark = NEEDS_POSTGRES
NUMBERS = count()
COUNTED = """
    SELECT count(*) FILTER (WHERE shown_at IS NOT NULL), count(*) FILTER (WHERE shown_at IS NOT NULL
    AND answers IS NOT NULL), count(learnt), count(*) FILTER (WHERE expired),
    count(*) FILTER (WHERE shown_at IS NOT NULL AND learnt IS NULL AND NOT expired)
    FROM matroidlab.lists"""


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"status{next(NUMBERS)}")


def check_counters(front: Any, address: str) -> tuple[int, ...]:
    """The counters are what counting all rows gives."""
    with raw(address) as connection:
        rows = connection.execute(COUNTED).fetchone()
    status = front.status()
    names = ("lists", "answers", "learnt", "expired", "outstanding")
    assert tuple(status[name] for name in names) == rows
    return rows  # type: ignore[no-any-return]


@pytest.mark.parametrize("window", [None, 20.0])
def test_the_counters_are_those_of_the_rows(address: str, window: float | None) -> None:
    with (
        opened(address, window=window) as front,
        opened(address, window=window) as other,
        planner(address, ahead=30) as own,
    ):
        front.recommend(now=0.0)
        own.step(now=0.0)
        shown = [one.recommend(now=1.0) for one in (front, other) for _ in range(6)]
        shown.append(front.recommend(unavailable=["k0"], now=1.0))
        for one in shown[::2]:
            weights = dict.fromkeys(one.items, 1.0)
            assert other.observe(one.token, weights, now=2.0)
            assert not front.observe(one.token, weights, now=3.0)
        front.learn_from([{"weights": {"k1": 1.0}}] * 2, now=30.0)
        check_counters(front, address)
        own.step(now=30.0)
        front.freeze(now=31.0)
        for one in (front.recommend(now=32.0) for _ in range(3)):
            front.observe(one.token, dict.fromkeys(one.items, 1.0), now=33.0)
        front.resume(now=90.0)
        front.recommend(now=91.0)
        own.step(now=95.0)
        front.expire(25.0, now=200.0)
        lists, answers, learnt, expired, outstanding = check_counters(front, address)
        assert (lists, answers) == (20, 12)
        assert learnt == 9 if window is None else learnt == 16
        assert expired == 11 if window is None else expired == 3
        assert outstanding == lists - learnt - expired
