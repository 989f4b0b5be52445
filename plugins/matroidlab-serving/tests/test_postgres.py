"""A service in a real PostgreSQL: planners and front ends that meet in the database alone."""

import json
from importlib.util import find_spec
from itertools import count

import numpy as np
import pytest

from matroidlab.errors import JournalError, ServingError, UnknownTokenError
from matroidlab_serving import ListService, Service, Slots, Top
from serving_support.postgres import Server, binaries, shared_server
from serving_support.postgres_shop import summed

pytestmark = [
    pytest.mark.skipif(
        binaries() is None, reason="PostgreSQL's initdb and postgres are not on this machine"
    ),
    pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed"),
]
KEYS = [f"k{i}" for i in range(12)]
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"one{next(NUMBERS)}")


def opened(address: str, **others: object) -> ListService:
    given = {
        "page": Top(3),
        "items": KEYS,
        "baseline": KEYS[:3],
        "seed": 3,
        "proposal": "optimistic",
    }
    return Service.open(address, **(given | others))  # type: ignore[arg-type]


def planner(address: str, ahead: int = 50) -> "SegmentPlanner":  # type: ignore[name-defined]  # noqa: F821
    from matroidlab_serving.postgres import SegmentPlanner

    return SegmentPlanner(address, ahead=ahead)


def answer(service: Service, weight: float = 0.0) -> object:
    shown = service.recommend()
    assert service.observe(shown.token, dict.fromkeys(shown.items, weight))
    return shown


def test_lists_are_dealt_ahead_taken_answered_and_learnt(address: str) -> None:
    with opened(address) as front:
        first = front.recommend()
        assert first.items == ("k0", "k1", "k2")
        assert "planner is away" in str(first.note)
        own = planner(address, ahead=10)
        assert own.step() == 1
        shown = [front.recommend() for _ in range(10)]
        assert {one.note for one in shown} == {None}
        assert len({one.token for one in (first, *shown)}) == 11
        assert all(one.certificate.verify() for one in (first, *shown))
        rows = [(one.token, dict.fromkeys(one.items, 1.0)) for one in (first, *shown)]
        assert front.observe_many(rows) == [True] * 11
        assert front.observe_many(rows) == [False] * 11
        own.step()
        status = front.status()
        assert (status["lists"], status["answers"], status["learnt"], status["outstanding"]) == (
            11,
            11,
            11,
            0,
        )
        json.dumps(status)
        assert own.state(0).arrays["counts"].sum() == 33
        own.close()


def test_what_a_planner_knows_is_what_another_finds(address: str) -> None:
    with opened(address) as front:
        front.recommend()
        first = planner(address, ahead=5)
        coins = np.random.default_rng(0)
        for _ in range(60):
            first.step()
            shown = front.recommend()
            front.observe(shown.token, {key: float(coins.random() < 0.5) for key in shown.items})
        first.step()
        state = first.state(0)
        other = planner(address)
        assert other.step() == 0  # the segment belongs to the first
        other.close()
        first.close()
        second = planner(address, ahead=6)
        found = second.state(0)
        assert state.plain == found.plain
        assert all(np.array_equal(state.arrays[name], found.arrays[name]) for name in state.arrays)
        assert second.step() == 1
        second.close()


def test_a_changed_catalogue_withdraws_lists(address: str) -> None:
    page = Slots({"a": 1, "b": 1})
    items = {"a0": "a", "a1": "a", "a2": "a", "b0": "b", "b1": "b"}
    with (
        opened(
            address, page=page, items=items, baseline=["a0", "b0"], proposal="thompson"
        ) as front,
        Service.open(address) as other,
    ):
        front.recommend()
        own = planner(address, ahead=20)
        own.step()
        other.retire("a0", successor="a1")
        other.add("a9", slot="a")
        shown = front.recommend()
        assert shown.items == ("a1", "b0")
        assert shown.note is not None
        own.step()
        lists = [front.recommend() for _ in range(20)]
        assert {one.note for one in lists} == {None}
        assert "a0" not in {item for one in lists for item in one.items}
        assert "a9" in {item for one in lists for item in one.items}
        assert all(one.certificate.verify() for one in lists)
        with pytest.raises(ServingError, match="a0"):
            front.retire("a0")
        own.close()


def test_what_is_unavailable_is_left_out_and_dealt_lists_are_left_alone(address: str) -> None:
    with opened(address) as front:
        front.recommend()
        own = planner(address, ahead=9)
        own.step()
        before = front.status()["dealt_ahead"]
        shown = front.recommend(unavailable={"k0", "k5"})
        assert (shown.propensities.list, set(shown.propensities.items)) == (1.0, {1.0})
        assert not {"k0", "k5"} & set(shown.items)
        assert shown.certificate.verify()
        assert shown.certificate.missing_baseline == ("k0",)
        assert front.status()["dealt_ahead"] == before
        rows = [row for row in front.log() if row["token"] == shown.token]
        assert [row["action"] for row in rows] == list(shown.items)
        own.close()


def test_with_a_window_lists_are_learnt_when_it_closes(address: str) -> None:
    with opened(address, window=60) as front:
        shown = front.recommend(now=0)
        own = planner(address, ahead=4)
        assert front.observe(shown.token, {"k1": 1.0}, now=10)
        assert not front.observe(shown.token, {"k1": 1.0}, now=11)
        assert front.observe(shown.token, {"k2": 1.0}, now=12)
        own.step(now=59)
        assert own.state(0).arrays["counts"].sum() == 0
        own.step(now=60)
        assert summed(own.state(0)) == {0: 0, 1: 1, 2: 1}
        assert not front.observe(shown.token, {"k0": 1.0}, now=61)
        own.close()


def test_lists_expire_and_logs_are_learnt(address: str) -> None:
    with opened(address) as front:
        shown = front.recommend(now=0)
        assert front.expire(10, now=10) == 0
        assert front.expire(10, now=11) == 1
        assert not front.observe(shown.token, dict.fromkeys(shown.items, 1.0))
        assert front.learn_from([{"weights": {"k7": 1.0, "k8": 0.0}}]) == 1
        own = planner(address)
        own.step()
        assert summed(own.state(0))[7] == 1
        assert [row["reward"] for row in front.log()] == [None, None, None]
        with pytest.raises(UnknownTokenError):
            front.observe("ff.0000000000", {})
        own.close()


def test_a_front_end_shows_the_trusted_list_and_is_kept_in_the_database_alone(address: str) -> None:
    with opened(address, window=5.0) as front:
        assert front.peek().items == ("k0", "k1", "k2")
        front.recommend(now=0)
        assert front.expire(5, now=100) == 0  # it is learnt when its window closes
        with pytest.raises(
            ServingError, match=r"kept there, not in here\.npz: pg_dump makes a copy"
        ):
            front.save("here.npz")


@pytest.mark.parametrize("dealing", ["shuffled", "independent"])
def test_what_is_logged_is_how_often_it_happens(address: str, dealing: str) -> None:
    """Of each first list of a round, and each place in it: as often as its propensity says."""
    with opened(address, dealing=dealing, proposal=KEYS[3:6]) as front:
        front.recommend()
        own = planner(address, ahead=900)
        own.step()
        with own.connection.transaction() as cursor:
            cursor.execute(
                "SELECT round, chosen, others, items FROM matroidlab.lists "
                "WHERE shown_at IS NULL ORDER BY number"
            )
            rows = cursor.fetchall()
        firsts = {row[0]: row for row in reversed(rows)}
        chosen = np.bincount([row[1] for row in firsts.values()], minlength=3)
        assert abs(chosen - len(firsts) / 3).max() < 4 * (len(firsts) * 2 / 9) ** 0.5
        if dealing == "shuffled":
            assert all(sorted(row[2]) == [0, 1, 2] for row in firsts.values())
        own.close()


def test_wrong_addresses_are_told_without_the_password(server: Server, address: str) -> None:
    wrong = address.replace(server.password, "an0ther-secret")
    with pytest.raises(JournalError, match="cannot be reached") as failed:
        opened(wrong)
    assert "an0ther-secret" not in f"{failed.value!r} {failed.value}"
    with pytest.raises(JournalError, match="cannot be reached") as away:
        opened("postgresql://lab:an0ther-secret@127.0.0.1:1/postgres")
    assert "an0ther-secret" not in f"{away.value!r} {away.value}"
    with pytest.raises(JournalError, match="give a page"):
        Service.open(address)
    with opened(address) as front:
        assert server.password not in repr(front) + json.dumps(front.status())
    with pytest.raises(JournalError, match="other items or settings"):
        opened(address, swap_size=2)


def write_and_die(connection: "Connection") -> None:  # type: ignore[name-defined]  # noqa: F821
    with connection.transaction() as cursor:
        cursor.execute("UPDATE matroidlab.lists SET answers = '{}'")
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def test_a_connection_that_is_cut_leaves_nothing_half_written(address: str) -> None:
    with opened(address) as front:
        shown = front.recommend()
        connection = front._connection  # type: ignore[attr-defined]
        before = front.status()
        with pytest.raises(JournalError, match="was lost"):
            write_and_die(connection)
        assert {**front.status(), "time": 0} == {**before, "time": 0}
        assert front.observe(shown.token, dict.fromkeys(shown.items, 1.0))  # connected again
