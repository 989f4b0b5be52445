"""Planners that share the segments, wait without writing, and keep lists that are still valid."""

import time
from itertools import count
from threading import Event, Thread

import pytest

from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import NEEDS_POSTGRES, execute, opened, owned, planner, raw

pytestmark = NEEDS_POSTGRES
NUMBERS = count()
SEGMENTS = [f"s{i}" for i in range(40)]


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"planners{next(NUMBERS)}")


class Running:
    """A planner that runs in a thread; ``die`` ends it without a farewell."""

    def __init__(self, address: str) -> None:
        from matroidlab_serving.postgres import SegmentPlanner

        self.planner = SegmentPlanner(address, ahead=3)
        self._stop = Event()
        self._thread = Thread(target=self.planner.run, kwargs={"until": self._stop.is_set})
        self._thread.start()

    def die(self) -> None:
        self._stop.set()
        self._thread.join()
        self.planner.connection.close()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.planner.close()


def wait_for(holds: object, seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.1)


def test_two_planners_share_the_segments_and_one_takes_over_those_of_the_other(
    address: str,
) -> None:
    with opened(address, segments=SEGMENTS) as front:
        execute(address, "INSERT INTO matroidlab.segments (segment) SELECT generate_series(0, 39)")
        first = Running(address)
        wait_for(lambda: owned(address) == {first.planner.name: 40})
        second = Running(address)
        names = (first.planner.name, second.planner.name)
        wait_for(lambda: owned(address) == dict.fromkeys(names, 20))
        first.die()
        wait_for(lambda: owned(address) == {second.planner.name: 40})
        for name in SEGMENTS:
            wait_for(lambda name=name: front.recommend(name).note is None)
        second.close()
        assert owned(address) == {None: 40}


@pytest.mark.slow
def test_a_planner_without_visitors_hardly_writes(address: str) -> None:
    with opened(address, segments=SEGMENTS):
        execute(address, "INSERT INTO matroidlab.segments (segment) SELECT generate_series(0, 39)")
        running = Running(address)
        with raw(address) as connection:
            ahead = "SELECT count(*) >= 120 FROM matroidlab.lists"
            wait_for(lambda: connection.execute(ahead).fetchone() == (True,), 30)
            time.sleep(6)  # until its pauses are long, and the server has reported what was before
            figures = (
                "SELECT pg_current_wal_insert_lsn() - '0/0', xact_commit, now() "
                "FROM pg_stat_database WHERE datname = current_database()"
            )
            before = connection.execute(figures).fetchone()
            time.sleep(15)
            connection.execute("SELECT pg_stat_clear_snapshot()")
            after = connection.execute(figures).fetchone()
        running.close()
    seconds = (after[2] - before[2]).total_seconds()
    assert (after[1] - before[1]) / seconds < 2
    assert float(after[0] - before[0]) / seconds * 86_400 < 50e6


def test_lists_without_a_changed_item_stay_valid_with_exact_propensities(address: str) -> None:
    with opened(address) as front, planner(address, ahead=30) as own:
        front.recommend()
        own.step()
        front.add("new")
        assert front.recommend().note is None
        with raw(address) as connection:
            dealt = connection.execute(
                "SELECT round, chosen, items FROM matroidlab.lists WHERE shown_at IS NULL "
                "AND NOT withdrawn ORDER BY number"
            ).fetchall()
        tried = [item for _, _, items in dealt for item in items if item > 2]
        gone = max(set(tried), key=tried.count)
        front.retire(f"k{gone}")
        kept = [(number, chosen) for number, chosen, items in dealt if gone not in items]
        assert 0 < len(kept) < len(dealt)
        by_number = {(number, chosen): items for number, chosen, items in dealt}
        for place, (number, _) in enumerate(kept):
            shown = front.recommend()
            assert shown.note is None
            assert f"k{gone}" not in shown.items
            assert shown.certificate.verify()
            left = [by_number[one] for one in kept[place:] if one[0] == number]
            same = [[f"k{item}" for item in items] == list(shown.items) for items in left]
            assert shown.propensities.list == pytest.approx(sum(same) / len(same))
        assert front.recommend().note is not None
