"""Certificates by pairs, and reactions to contradictions, in PostgreSQL."""

from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Service, Top
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, execute, opened, planner

pytestmark = NEEDS_POSTGRES
MEANS = dict(zip(KEYS, [0.45, 0.4, 0.3, *np.linspace(0.95, 0.1, 9)], strict=True))


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


def visited(service: Any, turns: range, before: Any = lambda: None) -> list[object]:
    """Show lists in changing seasons."""
    found: list[object] = []
    for turn in turns:
        rng = np.random.default_rng(turn)
        before()
        shown = service.recommend(now=float(turn))
        certificate = shown.certificate
        assert certificate.verify()
        found.append((shown.items, shown.propensities, [one.reason for one in certificate.lines]))
        season = 0.5 if turn // 10 % 2 else 1.0
        liked = {key: float(rng.random() < season * MEANS[key]) for key in shown.items}
        service.observe(shown.token, liked, now=float(turn))
    return found


def test_pairs_give_the_same_lists_and_certificates_as_in_memory(server: Server) -> None:
    """A planner stops half way, and the next one goes on from what it has written."""
    given: dict[str, Any] = {"delta": 0.9, "certificates": "pairs", "on_contradiction": "restart"}
    address = server.database("pairs")
    with opened(address, **given) as front:
        execute(address, "INSERT INTO matroidlab.segments (segment) VALUES (0)")
        found: list[object] = []
        for start in (0, 30):
            with planner(address, ahead=1) as own:
                found += visited(front, range(start, start + 30), own.step)
    own_service = Service(Top(3), items=KEYS, baseline=KEYS[:3], seed=3, **given)
    assert found == visited(own_service, range(60))
    assert "preferred" in str(found)


def test_with_pairs_the_catalogue_does_not_grow(server: Server) -> None:
    address = server.database("growth")
    with opened(address, certificates="pairs") as front:
        front.retire("k9")
        with pytest.raises(ServingError, match="a new item needs more pairs"):
            front.add("k99")
        with pytest.raises(ServingError, match="a new item needs more pairs"):
            front.add_many(["k98"])
        with pytest.raises(ServingError, match="a new baseline item needs more pairs"):
            front.retire("k0", "k8")
    with pytest.raises(ServingError, match="drafts of rankers need"):
        opened(address, certificates="pairs", compare={"new": KEYS, "old": KEYS[::-1]})
