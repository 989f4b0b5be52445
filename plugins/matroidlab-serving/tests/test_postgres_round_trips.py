"""How often a front end waits for PostgreSQL: once for a list, and once for an answer."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Service, Top
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, execute, opened, planner
from serving_support.round_trips import RoundTrips, round_trips

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"trips{next(NUMBERS)}")


class Counted:
    """A front end whose round trips are counted."""

    def __init__(self, front: Any, trips: RoundTrips) -> None:
        self.front = front
        self.trips = trips

    def cost(self, call: Any) -> int:
        before = self.trips.count
        call()
        return self.trips.count - before


def counted(front: Any, folder: Path) -> Any:
    return round_trips(front._connection._open, folder)


def test_a_list_takes_one_round_trip_and_an_answer_another(address: str, tmp_path: Path) -> None:
    with opened(address) as front, opened(address) as other, planner(address, ahead=60) as own:
        front.recommend()
        own.step()
        with counted(front, tmp_path) as trips:
            own_front = Counted(front, trips)
            for _ in range(5):  # of several rounds
                assert own_front.cost(front.recommend) == 1
            shown = other.recommend()
            weights = dict.fromkeys(shown.items, 1.0)
            assert own_front.cost(lambda: front.observe(shown.token, weights)) == 1
            many = [other.recommend() for _ in range(20)]
            rows = [(one.token, dict.fromkeys(one.items, 0.0)) for one in many]
            assert own_front.cost(lambda: front.observe_many(rows)) == 1
            assert own_front.cost(lambda: front.observe_many([])) <= 1
            assert own_front.cost(front.peek) == 1


def test_requests_that_do_not_simply_explore_take_two(address: str, tmp_path: Path) -> None:
    with opened(address) as front, planner(address, ahead=60) as own:
        front.recommend()
        own.step()
        with counted(front, tmp_path) as trips:
            own_front = Counted(front, trips)
            assert own_front.cost(lambda: front.recommend(unavailable=["k0"])) == 2
            front.ramp(0.5)
            assert own_front.cost(front.recommend) == 3  # it hears of the order
            assert own_front.cost(front.recommend) == 2
            execute(address, "DELETE FROM matroidlab.lists")
            front.resume()
            front.recommend()
            assert own_front.cost(front.recommend) == 2  # the planner is away


def test_parts_of_an_answer_take_one_each_however_many(address: str, tmp_path: Path) -> None:
    with opened(address, window=1000.0) as front:
        shown = front.recommend(now=0.0)
        with counted(front, tmp_path) as trips:
            own_front = Counted(front, trips)
            for turn in range(130):
                key = shown.items[turn % 3]
                cost = own_front.cost(lambda key=key: front.observe(shown.token, {key: 1.0}, now=1))
                assert cost == 1 or turn % 49 == 1
        assert not front.observe(shown.token, dict.fromkeys(shown.items, 1.0), now=1.0)
        assert front.status()["answers"] == 1


def test_a_lease_is_for_services_in_postgresql(address: str, tmp_path: Path) -> None:
    with pytest.raises(ServingError, match="lease=5 is for services in PostgreSQL"):
        Service.open(
            f"sqlite:///{tmp_path}/x.db", page=Top(2), items=KEYS, baseline=KEYS[:2], lease=5
        )
    with pytest.raises(ServingError, match="lease"):
        opened(address, lease=-1)
