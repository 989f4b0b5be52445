"""The same calls in memory, in SQLite and in PostgreSQL give the same lists and the same log."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from matroidlab_serving import ListService, Service, Top
from serving_support.postgres import Server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, execute, opened, planner

pytestmark = [pytest.mark.slow, *NEEDS_POSTGRES]
APART = ("token", "slate_id", "time")
"""Columns that say where a list was shown: PostgreSQL numbers lists when they are planned."""


def without_places(row: Any) -> dict[str, Any]:
    """A row of a log without the columns that say where its list was shown."""
    return {name: value for name, value in row.items() if name not in APART}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(is_durable=False)
    yield made
    made.stop()


def calls(
    service: ListService, seed: int, before: Any, *, with_additions: bool, is_changed: bool
) -> list[object]:
    """Random calls, and what they give; ``before`` lets a planner learn and plan."""
    coins = random.Random(seed)
    waiting: list[Any] = []
    given: list[object] = []
    added = 0
    before()
    for number in range(80):
        now = 1000.0 + number
        kind = coins.random()
        if kind < 0.5 or not waiting:
            before()
            shown = service.recommend(now=now)
            given.append((shown.items, shown.propensities, shown.note))
            waiting.append(shown)
        elif kind < 0.94 or not (with_additions or is_changed):
            shown = waiting.pop(coins.randrange(len(waiting)))
            weights = {key: float(coins.random() < 0.5) for key in shown.items}
            given.append(service.observe(shown.token, weights, now=now))
        elif not with_additions:
            service.change(swap_size=coins.randint(1, 3), delta=coins.random(), now=now)
        else:
            added += 1
            service.add(f"n{added}", now=now)
    return given


def in_memory_and_in_a_file(
    file: Path, made_of: dict[str, Any], *, with_additions: bool
) -> tuple[list[object], list[dict[str, Any]]]:
    """What the same calls give in memory and in SQLite, and the log."""
    seed = made_of["seed"]
    # Planners draw independent lists ahead, and those that are withdrawn have used up their coins.
    kinds = {"with_additions": with_additions, "is_changed": made_of["dealing"] == "shuffled"}
    expected = calls(Service(**made_of), seed, lambda: None, **kinds)
    with Service.open(f"sqlite:///{file}", **made_of) as own:
        assert calls(own, seed, lambda: None, **kinds) == expected
        return expected, [without_places(row) for row in own.log()]


@pytest.mark.parametrize("proposal", ["thompson", "optimistic"])
@pytest.mark.parametrize("dealing", ["shuffled", "independent"])
def test_the_same_calls_give_the_same_lists_and_the_same_log(
    server: Server, tmp_path: Path, proposal: str, dealing: str
) -> None:
    for seed in range(3):
        options = {"proposal": proposal, "dealing": dealing, "seed": seed}
        made_of: dict[str, Any] = {"page": Top(3), "items": KEYS, "baseline": KEYS[:3]} | options
        in_memory_and_in_a_file(tmp_path / f"added{seed}.db", made_of, with_additions=True)
        # After an addition, planners in PostgreSQL keep the lists that they have dealt, and a
        # service plans again.
        expected, log = in_memory_and_in_a_file(
            tmp_path / f"same{seed}.db", made_of, with_additions=False
        )
        is_changed = dealing == "shuffled"
        address = server.database(f"same{proposal}{dealing}{seed}")
        with opened(address, **options) as front:
            execute(address, "INSERT INTO matroidlab.segments (segment) VALUES (0)")
            with planner(address, ahead=1) as ahead:
                kinds = {"with_additions": False, "is_changed": is_changed}
                assert calls(front, seed, ahead.step, **kinds) == expected
                ahead.step()
            found = [without_places(row) for row in front.log()]
        assert found == log
