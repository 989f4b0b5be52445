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


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(is_durable=False)
    yield made
    made.stop()


def calls(service: ListService, seed: int, before: Any, *, with_additions: bool) -> list[object]:
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
        elif kind < 0.94 or not with_additions:
            shown = waiting.pop(coins.randrange(len(waiting)))
            weights = {key: float(coins.random() < 0.5) for key in shown.items}
            given.append(service.observe(shown.token, weights, now=now))
        else:
            added += 1
            service.add(f"n{added}", now=now)
    return given


@pytest.mark.parametrize("proposal", ["thompson", "optimistic"])
@pytest.mark.parametrize("dealing", ["shuffled", "independent"])
def test_the_same_calls_give_the_same_lists_and_the_same_log(
    server: Server, tmp_path: Path, proposal: str, dealing: str
) -> None:
    for seed in range(3):
        options = {"proposal": proposal, "dealing": dealing, "seed": seed}
        made_of: dict[str, Any] = {"page": Top(3), "items": KEYS, "baseline": KEYS[:3]} | options
        # An addition withdraws the lists that are left of a round. In PostgreSQL they have been
        # drawn by then, so independent draws go on from another place of the generator.
        is_shuffled = dealing == "shuffled"
        expected = calls(Service(**made_of), seed, lambda: None, with_additions=is_shuffled)
        with Service.open(f"sqlite:///{tmp_path / str(seed)}.db", **made_of) as own:
            assert calls(own, seed, lambda: None, with_additions=is_shuffled) == expected
            log = [{k: v for k, v in row.items() if k not in APART} for row in own.log()]
        address = server.database(f"same{proposal}{dealing}{seed}")
        with opened(address, **options) as front:
            execute(address, "INSERT INTO matroidlab.segments (segment) VALUES (0)")
            with planner(address, ahead=1) as ahead:
                assert calls(front, seed, ahead.step, with_additions=is_shuffled) == expected
                ahead.step()
            found = [{k: v for k, v in row.items() if k not in APART} for row in front.log()]
        assert found == log
