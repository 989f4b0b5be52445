"""Several items are added or retired as one change: all of them, or none."""

from itertools import count
from pathlib import Path

import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import ListService
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, opened, planner
from serving_support.served import open_sqlite, small_options, state_of

NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


def plans(service: ListService) -> int:
    found: int = service.status()["plans"]
    return found


def test_a_batch_is_as_its_items_one_by_one_and_is_journalled(tmp_path: Path) -> None:
    one = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **small_options())
    many = open_sqlite(f"sqlite:///{tmp_path / 'b.db'}", **small_options())
    for key in ("n-1", "n-2"):
        one.add(key, slot="books", label=key.upper(), now=1.0)
    many.add_many({"n-1": "books", "n-2": "books"}, {"n-1": "N-1", "n-2": "N-2"}, now=1.0)
    one.retire("b-1", "n-1", now=2.0)
    one.retire("n-2", now=2.0)
    many.retire_many({"b-1": "n-1", "n-2": None}, now=2.0)
    assert many.recommend(now=3.0).items == one.recommend(now=3.0).items
    assert plans(many) == 1
    assert state_of(many) == state_of(one)
    many._recorded.journal.close()  # type: ignore[union-attr]  # as if it were killed
    with open_sqlite(f"sqlite:///{tmp_path / 'b.db'}") as again:
        assert state_of(again) == state_of(one)
    one.close()


def test_if_one_item_is_wrong_none_is_changed(tmp_path: Path) -> None:
    with open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **small_options()) as service:
        before = state_of(service)
        with pytest.raises(ServingError, match="there is an item 'b-1' already"):
            service.add_many({"n-1": "books", "b-1": "books"}, now=0.0)
        with pytest.raises(ServingError, match="is in the baseline"):
            service.retire_many(["b-3", "b-1"], now=0.0)
        with pytest.raises(ServingError, match="items must be a sequence of keys"):
            service.retire_many("b-3", now=0.0)
        with pytest.raises(ServingError, match="items must be a mapping"):
            service.add_many("b-3", now=0.0)
        assert state_of(service) == before


@pytest.mark.skipif(NEEDS_POSTGRES[0].args[0], reason=NEEDS_POSTGRES[0].kwargs["reason"])
@pytest.mark.skipif(NEEDS_POSTGRES[1].args[0], reason=NEEDS_POSTGRES[1].kwargs["reason"])
def test_so_it_is_in_postgresql_and_lists_stay_valid(server: Server) -> None:
    address = server.database(f"many{next(NUMBERS)}")
    with opened(address) as front, planner(address, ahead=20) as own:
        front.recommend()
        own.step()
        front.add_many([f"n{i}" for i in range(30)])
        assert front.recommend().note is None
        assert front.status()["items"] == len(KEYS) + 30
        front.retire_many(["n3", "k7"])
        assert front.status()["items"] == len(KEYS) + 28
        with pytest.raises(ServingError, match="there is an item 'k1' already"):
            front.add_many(["other", "k1"])
        assert front.status()["items"] == len(KEYS) + 28
        own.step()
        for _ in range(20):
            shown = front.recommend()
            assert shown.note is None
            assert shown.certificate.verify()
            assert not {"k7", "n3", "other"} & set(shown.items)
