"""Certificates by pairs, and reactions to contradictions, are the same everywhere."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from matroidlab_serving import Service, Top
from serving_support.postgres import Server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, execute, opened, planner

pytestmark = [pytest.mark.slow, *NEEDS_POSTGRES]
MEANS = dict(zip(KEYS, [0.45, 0.4, 0.3, *np.linspace(0.95, 0.1, 9)], strict=True))


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(is_durable=False)
    yield made
    made.stop()


def visited(service: Any, turns: range, before: Any = lambda: None) -> list[object]:
    """Show lists in changing seasons, with means that change places half way."""
    found: list[object] = []
    for turn in turns:
        rng = np.random.default_rng(turn)
        before()
        shown = service.recommend(now=float(turn))
        certificate = shown.certificate
        assert certificate.verify()
        found.append((shown.items, shown.propensities, [one.reason for one in certificate.lines]))
        season = 0.5 if turn // 50 % 2 else 1.0
        means = {key: 1 - MEANS[key] for key in KEYS} if turn > 150 else MEANS
        liked = {key: float(rng.random() < season * means[key]) for key in shown.items}
        service.observe(shown.token, liked, now=float(turn))
    return found


@pytest.mark.parametrize(
    "options",
    [
        {"certificates": "pairs"},
        {"certificates": "pairs", "certificates_expire": 70, "on_contradiction": "restart"},
        {"on_contradiction": "baseline"},
    ],
)
def test_lists_are_those_of_a_service_in_memory(server: Server, options: dict[str, Any]) -> None:
    """Each planner dies after a while, and the next one goes on from what it has written."""
    given: dict[str, Any] = {"delta": 0.4, "seed": 3, **options}
    address = server.database("certificates" + "".join(sorted(options)))
    with opened(address, **given) as front:
        execute(address, "INSERT INTO matroidlab.segments (segment) VALUES (0)")
        found: list[object] = []
        for start in (0, 90, 180):
            with planner(address, ahead=1) as own:
                found += visited(front, range(start, start + 90), own.step)
    made_of = {"items": KEYS, "baseline": KEYS[:3], **given}
    expected = visited(Service(Top(3), **made_of), range(270))
    assert found == expected
    assert "'preferred'" in str(expected) or "'better'" in str(expected)
