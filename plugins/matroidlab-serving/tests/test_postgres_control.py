"""Orders of operators in PostgreSQL: at once for all front ends, which are real processes."""

import multiprocessing
from collections import Counter
from itertools import count
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, execute, opened, planner

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"control{next(NUMBERS)}")


def show(address: str, orders: Any, shown: Any) -> None:
    """A front end in a process of its own: a list for each message."""
    with opened(address) as front:
        while orders.get():
            one = front.recommend()
            shown.put((one.origin, one.items))


def test_an_order_holds_at_once_in_other_processes(address: str) -> None:
    context = multiprocessing.get_context("spawn")
    orders, shown = context.Queue(), context.Queue()
    with opened(address) as front, planner(address, ahead=40) as own:
        front.recommend()
        own.step()
        process = context.Process(target=show, args=(address, orders, shown))
        process.start()
        try:
            for order, origin in [
                ("resume", "explored"),
                ("pause", "trusted"),
                ("fallback", "baseline"),
                ("resume", "explored"),
            ]:
                getattr(front, order)()
                orders.put(True)
                assert shown.get(timeout=60)[0] == origin
        finally:
            orders.put(False)
            process.join(60)
        assert [row["order"] for row in front.history()] == [
            "resume",
            "pause",
            "fallback",
            "resume",
        ]
        assert front.status()["control"]["share"] == 1.0


def test_ramped_and_held_back_lists_have_exact_propensities_in_the_log(address: str) -> None:
    with opened(address, dealing="independent", proposal=KEYS[3:6], holdback=0.2) as front:
        front.recommend()
        with planner(address, ahead=400) as own:
            own.step()
        front.ramp(0.5)
        shown = [front.recommend() for _ in range(300)]
        log = list(front.log())
    counts = Counter(one.items for one in shown)
    chances = {one.items: one.propensities.list for one in shown}
    assert chances[tuple(KEYS[:3])] == pytest.approx(0.2 + 0.8 * 0.5)
    assert sum(chances.values()) == pytest.approx(1.0)
    for items, chance in chances.items():
        assert abs(counts[items] - chance * 300) <= 5 * np.sqrt(300 * chance * (1 - chance))
    of_log = {row["token"]: (row["pscore"], row["origin"]) for row in log}
    assert all(of_log[one.token] == (one.propensities.list, one.origin) for one in shown)
    assert {one.origin for one in shown} == {"explored", "trusted", "holdback"}


def test_a_trusted_list_uses_up_no_list_that_was_dealt_ahead(address: str) -> None:
    with opened(address) as front, planner(address, ahead=10) as own:
        front.recommend()
        own.step()
        ahead = front.status()["dealt_ahead"]
        front.ramp(0.3)
        explored = sum(front.recommend().origin == "explored" for _ in range(12))
        assert front.status()["dealt_ahead"] == ahead - explored


@pytest.mark.parametrize("window", [None, 10.0])
def test_what_is_answered_while_frozen_is_never_learnt(address: str, window: float | None) -> None:
    with opened(address, window=window) as front, planner(address, ahead=5) as own:
        front.freeze(now=100.0)
        shown = front.recommend(now=101.0)
        assert front.observe(shown.token, dict.fromkeys(shown.items, 1.0), now=102.0)
        with pytest.raises(ServingError, match="is frozen"):
            front.learn_from([{"weights": {"k1": 1.0}}])
        front.resume(now=120.0)  # no planner has looked meanwhile
        again = front.recommend(now=121.0)
        assert front.observe(again.token, {}, 0.0, now=122.0)
        own.step(now=200.0)
        assert front.status()["learnt"] == 1
        assert not front.observe(shown.token, {}, 0.0, now=123.0)
        outcomes = {row["token"]: row["outcome"] for row in front.log()}
        assert outcomes[shown.token] == "not learnt"
        assert outcomes[again.token] != "not learnt"


def test_a_fallback_holds_while_the_database_is_away(server: Server) -> None:
    address = server.database(f"control{next(NUMBERS)}")
    with opened(address) as front:
        front.fallback()
        front.recommend()
        name = address.rpartition("/")[2]
        execute(server.address, f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        execute(
            server.address,
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
        )
        shown = front.recommend()
        assert (shown.token, shown.origin, shown.items) == ("", "baseline", tuple(KEYS[:3]))
        assert "database is away" in str(shown.note)
