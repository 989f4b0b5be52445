"""Leases of lists that were dealt ahead: shown without a round trip, and never twice."""

import os
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from matroidlab.errors import UnknownTokenError
from matroidlab_serving import Service
from matroidlab_serving.postgres.leases import SECONDS_USED
from serving_support.postgres import Server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, opened, planner, raw, summed
from serving_support.round_trips import round_trips

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(is_durable=False)
    yield made
    made.stop()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"lease{next(NUMBERS)}")


def numbers(front: Any, lists: list[Any]) -> list[int]:
    return [front._known.view.engine.tokens.number(one.token) for one in lists]


def forget(front: Any) -> None:
    """As if its process had died: nothing that it has shown since its last report is reported."""
    front._requests.leases._clear()


def must_ask(front: Any) -> None:
    """As if a second had passed."""
    front._requests.leases._heard_at = -float("inf")


def test_leased_lists_take_few_round_trips_and_are_shown_in_order(
    address: str, tmp_path: Path
) -> None:
    with (
        opened(address, lease=16) as front,
        opened(address, lease=16) as other,
        planner(address, ahead=200) as own,
    ):
        front.recommend()
        own.step()
        with round_trips(front._connection._open, tmp_path) as trips:  # type: ignore[attr-defined]
            shown = [front.recommend() for _ in range(47)]
            assert (
                trips.count <= 6 + 4
            )  # 1, 2, 4, 8, 16 and 16 lists, and reports of a slow machine
        lists = [*shown, *(other.recommend() for _ in range(20))]
        assert numbers(front, shown) == sorted(numbers(front, shown))
        assert len({one.token for one in lists}) == 67
        assert {one.note for one in lists} == {None}
        rows = [(one.token, dict.fromkeys(one.items, 1.0)) for one in lists]
        assert front.observe_many(rows) == [True] * 67
        own.step()
        status = other.status()
        assert (status["answers"], status["learnt"]) == (67, 67)
        log = {row["token"]: row["pscore"] for row in front.log()}
        assert all(log[one.token] == one.propensities.list for one in lists)


def test_a_leased_list_that_was_never_shown_comes_back_and_is_not_learnt(address: str) -> None:
    with (
        opened(address, lease=8, window=10.0) as front,
        opened(address, window=10.0) as other,
        planner(address, ahead=20) as own,
    ):
        front.recommend(now=0.0)
        own.step(now=0.0)
        for _ in range(15):  # leases 1, 2, 4 and 8
            front.recommend(now=1.0)
        must_ask(front)
        first = front.recommend(now=1.0)  # of 7, of which 6 are left
        leased = "SELECT number, round, chosen, others FROM matroidlab.lists WHERE leased_until > 0"
        with raw(address) as connection:
            before = connection.execute(f"{leased} ORDER BY number").fetchall()
        forget(front)
        assert first.token
        assert len(before) == 6
        own.step(now=50.0)
        assert own.state(0).arrays["counts"].sum() == 3 * 16  # none of those that are leased
        with raw(address) as connection:
            connection.execute(
                "UPDATE matroidlab.lists SET withdrawn = true WHERE leased_until IS NULL"
            )
        back = [other.recommend(now=100.0) for _ in range(6)]
        with raw(address) as connection:
            after = connection.execute(
                "SELECT number, round, chosen, others FROM matroidlab.lists "
                "WHERE number = ANY (%s) ORDER BY number",
                (numbers(front, back),),
            ).fetchall()
        # The same lists with the same probabilities, under new numbers.
        assert [row[1:] for row in after] == [row[1:] for row in before]
        assert not {row[0] for row in after} & {row[0] for row in before}
        with pytest.raises(UnknownTokenError):
            front.observe(first.token, {}, now=101.0)


def test_an_answer_without_a_window_proves_that_a_leased_list_was_shown(address: str) -> None:
    with (
        opened(address, lease=8) as front,
        opened(address) as other,
        planner(address, ahead=20) as own,
    ):
        front.recommend()
        own.step()
        shown = front.recommend()
        forget(front)
        assert other.observe(shown.token, dict.fromkeys(shown.items, 1.0))
        own.step()
        status = other.status()
        assert (status["lists"], status["answers"], status["learnt"]) == (2, 1, 1)


def test_with_a_window_a_list_is_learnt_only_if_its_front_end_reports_it(address: str) -> None:
    """Otherwise those with an answer would be learnt and the others not."""
    with (
        opened(address, lease=8, window=10.0) as front,
        opened(address, window=10.0) as other,
        planner(address, ahead=20) as own,
    ):
        front.recommend(now=0.0)
        own.step(now=0.0)
        lost = front.recommend(now=1.0)
        forget(front)
        kept = front.recommend(now=1.0)
        for one in (lost, kept):
            assert other.observe(one.token, {one.items[0]: 1.0}, now=2.0)
        front._run(front._requests.report())  # type: ignore[attr-defined]
        own.step(now=20.0)
        assert sum(summed(own.state(0)).values()) == 1.0
        own.step(now=200.0)
        status = other.status()
        assert (status["lists"], status["learnt"], status["expired"]) == (3, 2, 1)
        assert not other.observe(lost.token, {lost.items[1]: 1.0}, now=201.0)
        tokens = [one.token for one in (other.recommend(now=201.0) for _ in range(20))]
        assert lost.token not in tokens


@pytest.mark.parametrize("order", ["pause", "fallback", "retire"])
def test_an_order_holds_when_a_front_end_next_asks(address: str, order: str) -> None:
    with (
        opened(address, lease=16, proposal=KEYS[3:6]) as front,
        Service.open(address) as other,
        planner(address, ahead=60) as own,
    ):
        front.recommend()
        own.step()
        for _ in range(8):
            front.recommend()
        ahead = other.status()["dealt_ahead"]
        if order == "retire":
            other.retire("k3")
        else:
            getattr(other, order)()
        must_ask(front)
        shown = [front.recommend() for _ in range(4)]
        if order == "retire":
            own.step()
            shown = [front.recommend() for _ in range(60)]
            assert "k3" not in {item for one in shown for item in one.items}
        else:
            origin = {"pause": "trusted", "fallback": "baseline"}[order]
            assert {one.origin for one in shown} == {origin}
            front._run(front._requests.report())  # type: ignore[attr-defined]
            assert other.status()["dealt_ahead"] == ahead + 7  # 8 of 15 were shown
        assert all(one.certificate.verify() for one in shown)


def test_a_closed_front_end_reports_and_gives_back(address: str) -> None:
    with opened(address) as other, planner(address, ahead=30) as own:
        other.recommend()
        own.step()
        with opened(address, lease=8) as front:
            shown = [front.recommend() for _ in range(4)]
        status = other.status()
        assert (status["lists"], status["dealt_ahead"]) == (5, 26)
        again = [other.recommend() for _ in range(26)]
        assert not set(numbers(other, shown)) & set(numbers(other, again))
        assert min(numbers(other, again)) == max(numbers(other, shown)) + 1


def test_what_was_shown_is_reported_after_a_second_without_requests(address: str) -> None:
    with opened(address, lease=8) as front, planner(address, ahead=30) as own:
        front.recommend()
        own.step()
        front.recommend()
        front._reporting.join(10)  # type: ignore[attr-defined]
        with raw(address) as connection:
            found = connection.execute(
                "SELECT count(*) FROM matroidlab.lists WHERE shown_at IS NOT NULL"
            ).fetchone()
        assert found == (2,)


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="no clock that counts sleep")
def test_a_machine_that_was_asleep_shows_no_list_of_an_old_lease(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(address, lease=8) as front, planner(address, ahead=60) as own:
        front.recommend()
        own.step()
        for _ in range(8):
            front.recommend()
        with raw(address) as connection:
            found = connection.execute(
                "SELECT number FROM matroidlab.lists WHERE leased_until IS NOT NULL"
            ).fetchall()
        leased = {number for (number,) in found}
        awake = time.clock_gettime
        monkeypatch.setattr(time, "clock_gettime", lambda clock: awake(clock) + SECONDS_USED)
        assert len(leased) > 4
        assert not leased & set(numbers(front, [front.recommend() for _ in range(8)]))


def test_a_forked_child_shows_none_of_the_lists_of_its_parent(address: str) -> None:
    with opened(address, lease=8) as front, planner(address, ahead=60) as own:
        front.recommend()
        own.step()
        shown = {front.recommend().token for _ in range(8)}
        hears, says = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                tokens = [front.recommend().token for _ in range(8)]
                os.write(says, " ".join(tokens).encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        others = set(os.read(hears, 10_000).decode().split())
        own_lists = {front.recommend().token for _ in range(8)}
        assert len(shown | others | own_lists) == 24
