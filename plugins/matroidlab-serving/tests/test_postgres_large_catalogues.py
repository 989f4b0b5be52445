"""The line of newcomers, and scores that change, in PostgreSQL."""

from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError, UnknownNameError
from matroidlab_serving import Service, Slots, Top
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import NEEDS_POSTGRES, execute, opened, planner

pytestmark = NEEDS_POSTGRES
ITEMS = {f"i{k}": "ab"[k % 2] for k in range(700)}
RATES = np.random.default_rng(8).beta(2, 8, 700)
GIVEN: dict[str, Any] = {"page": Slots({"a": 1, "b": 1}), "items": ITEMS, "baseline": ["i0", "i1"]}
PLAN = 2
"""The lists of a plan."""


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


def visited(service: Any, turns: range, before: Any = lambda: None) -> list[object]:
    found: list[object] = []
    for turn in turns:
        before()
        shown = service.recommend(now=float(turn))
        assert shown.certificate.verify()
        found.append((shown.items, shown.propensities))
        coins = np.random.default_rng(turn).random(2) < [RATES[int(key[1:])] for key in shown.items]
        answer = dict(zip(shown.items, coins.astype(float).tolist(), strict=True))
        service.observe(shown.token, answer, now=float(turn))
    return found


def scores(sign: float) -> dict[str, float]:
    return {key: sign * float(RATES[int(key[1:])]) for key in list(ITEMS)[::2]}


def test_the_line_and_changing_scores_are_those_of_a_service_in_memory(server: Server) -> None:
    """Scores change when all lists that were dealt ahead are shown; a planner stops half way."""
    given = {**GIVEN, "seed": 3, "scores": scores(1.0)}
    memory = Service(**given)
    address = server.database("line")
    with opened(address, **given) as front:
        execute(address, "INSERT INTO matroidlab.segments (segment) VALUES (0)")
        for start in (0, 12 * PLAN):
            turns = range(start, start + 6 * PLAN)
            later = range(start + 6 * PLAN, start + 12 * PLAN)
            with planner(address, ahead=1) as own:
                assert visited(front, turns, own.step) == visited(memory, turns)
                for service in (front, memory):
                    service.set_scores(scores(-1.0 - start), now=float(turns.stop))
                assert visited(front, later, own.step) == visited(memory, later)


def test_a_small_catalogue_has_a_line_if_it_is_asked_for(server: Server) -> None:
    keys = [f"i{k}" for k in range(60)]
    given: dict[str, Any] = {"page": Top(2), "keys": keys, "baseline": keys[:2], "items": None}
    given |= {"seed": 3, "line": True}
    memory = Service(**given)
    address = server.database("small")
    with opened(address, **given) as front:
        execute(address, "INSERT INTO matroidlab.segments (segment) VALUES (0)")
        with planner(address, ahead=1) as own:
            assert visited(front, range(8), own.step) == visited(memory, range(8))
        assert len(front.recommend(now=8.0).certificate.with_half_of_delta) == 2


def test_wrong_scores_are_refused(server: Server) -> None:
    with opened(server.database("scores"), **GIVEN) as front:
        with pytest.raises(UnknownNameError, match="there is no item 'x'"):
            front.set_scores({"x": 1.0})
        with pytest.raises(ServingError, match="must be a number at least"):
            front.set_scores({"i0": float("nan")})
        front.set_scores({"i0": 1.0})
        assert visited(front, range(2))[0][0] == ("i0", "i1")  # type: ignore[index]
