"""In PostgreSQL, what is old, finished and exported is removed; what was learnt stays."""

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from matroidlab.errors import UnknownTokenError
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import NEEDS_POSTGRES, opened, planner, raw, summed

pytestmark = NEEDS_POSTGRES
NUMBERS = count()
DAY = 86_400.0


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"retention{next(NUMBERS)}")


def rows_in(address: str) -> dict[str, int]:
    with raw(address) as connection:
        return {
            table: connection.execute(f"SELECT count(*) FROM matroidlab.{table}").fetchone()[0]
            for table in ("lists", "rounds", "steps")
        }


def visits(front: Any, own: Any, days: range, *, answered: int) -> list[str]:
    """Five lists a day, of which the first ones are answered."""
    tokens = []
    for day in days:
        own.step(now=day * DAY)
        for number in range(5):
            shown = front.recommend(now=day * DAY + number)
            tokens.append(shown.token)
            if number < answered:
                assert front.observe(shown.token, {}, 1.0, now=day * DAY + number)
        own.step(now=day * DAY + 10)
    return tokens


@pytest.mark.parametrize("window", [None, 600.0])
def test_old_exported_lists_are_removed_and_what_was_learnt_stays(
    address: str, tmp_path: Path, window: float | None
) -> None:
    exported: list[dict[str, Any]] = []
    with opened(address, retain="3 days", window=window) as front, planner(address, 5) as own:
        front.recommend(now=0.0)
        tokens = visits(front, own, range(1, 9), answered=4)
        assert rows_in(address)["lists"] >= 41  # nothing was exported yet
        before = {row["slate_id"]: row for row in front.log()}
        for day in range(9, 13):
            path = tmp_path / f"{day}.jsonl"
            front.export(path)
            exported += [json.loads(line) for line in path.read_text().splitlines()]
            tokens += visits(front, own, range(day, day + 1), answered=4)
        learnt = summed(own.state(0))
        kept = {row["slate_id"] for row in front.log()}
        numbers = [row["slate_id"] for row in exported]
        assert len(numbers) == 3 * len(set(numbers)) > 60  # each list once, of three items
        assert set(before) - kept <= set(numbers)
        assert front.status()["exported"] == len(set(numbers))
        assert front.status()["lists"] == 61  # counts stay
        assert rows_in(address)["lists"] < 40
        assert rows_in(address)["rounds"] < 40
        assert rows_in(address)["steps"] <= 21
        fresh = front.recommend(now=13 * DAY)
        assert front.observe_many(
            [(tokens[0], {}, 1.0), (fresh.token, {}, 1.0), (tokens[1], {}, 0.0)], now=13 * DAY
        ) == [False, True, False]
        with pytest.raises(UnknownTokenError):
            front.observe("ffffff.0000000000", {}, 1.0)
    with planner(address, 5) as another:
        assert summed(another.state(0)) == learnt
    assert sum(learnt.values()) == 4 * 3 * (12 if window is None else 11)


def test_lists_that_were_withdrawn_are_removed_and_unanswered_ones_expire(address: str) -> None:
    with opened(address, retain=DAY) as front, planner(address, 30) as own:
        front.recommend(now=0.0)
        own.step(now=1.0)
        front.change(swap_size=2)
        own.step(now=2.0)
        with raw(address) as connection:
            found = connection.execute("SELECT count(*) FROM matroidlab.lists WHERE withdrawn")
            assert found.fetchone()[0] == 0
        own.step(now=2 * DAY)
        assert front.status()["expired"] == 1
        front.change(retain="forever")
        late = front.recommend(now=2 * DAY)
        own.step(now=9 * DAY)
        assert front.observe(late.token, {}, 1.0, now=9 * DAY)


def test_a_step_removes_some_lists_at_most(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matroidlab_serving.postgres import removal

    monkeypatch.setattr(removal, "OLD", removal.OLD.replace("LIMIT 1000", "LIMIT 3"))
    with opened(address, retain=DAY) as front, planner(address, 5) as own:
        front.recommend(now=0.0)
        visits(front, own, range(1, 3), answered=5)
        front.export(tmp_path / "lists")
        before = rows_in(address)["lists"]
        for step in range(1, 4):
            own.step(now=8 * DAY)
            assert rows_in(address)["lists"] == before - 3 * step
