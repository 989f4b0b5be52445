"""Figures of a running service, as Prometheus reads them."""

import re
from itertools import count

import pytest

from serving_support.postgres import shared_server
from serving_support.postgres_shop import NEEDS_POSTGRES, opened, planner
from serving_support.served import small, teach

LINE = re.compile(r'[a-zA-Z_:]\w*(\{\w+="(\\.|[^"\\\n])*"(,\w+="(\\.|[^"\\\n])*")*\})? \S+')
NUMBERS = count()


def values_of(text: str) -> dict[str, float]:
    """The samples of a text, each line of which must be valid and follow its TYPE."""
    values: dict[str, float] = {}
    named = ""
    for line in text.removesuffix("\n").split("\n"):
        if line.startswith("# TYPE "):
            named, kind = line.split()[2:]
            assert kind in {"counter", "gauge", "histogram"}
        elif not line.startswith("# HELP "):
            assert LINE.fullmatch(line), line
            name, value = line.rsplit(" ", 1)
            assert name.startswith(named)
            assert name not in values
            values[name] = float(value)
    return values


def test_the_figures_of_a_service_in_one_process() -> None:
    service = small(holdback=0.3, segments=['a"\\\n'], dealing="independent")
    for _ in range(20):
        shown = service.recommend('a"\\\n')
        service.observe(shown.token, dict.fromkeys(shown.items, 1.0))
    found = values_of(service.metrics())
    assert found["matroidlab_lists_total"] == 20
    assert found["matroidlab_learnt_total"] == 20
    assert found["matroidlab_exploring_share"] == 1
    origins = [value for name, value in found.items() if "by_origin" in name]
    assert sum(origins) == 20
    assert found['matroidlab_request_seconds_bucket{le="+Inf"}'] >= 40
    assert found["matroidlab_request_seconds_count"] >= 40
    assert found['matroidlab_uplift{end="low"}'] <= found['matroidlab_uplift{end="high"}']
    service.fallback()
    assert values_of(service.metrics())["matroidlab_exploring_share"] == 0


def test_trusted_items_that_are_new_are_counted() -> None:
    service = small()
    assert values_of(service.metrics())["matroidlab_new_trusted_items"] == 0
    teach(service, 600)
    new = len(set(service.peek().items) - {"b-1", "b-2", "f-1"})
    assert values_of(service.metrics())["matroidlab_new_trusted_items"] == new > 0


@pytest.mark.parametrize("_", [pytest.param(None, marks=NEEDS_POSTGRES)])
def test_the_figures_of_a_front_end_know_an_idle_planner_from_a_dead_one(_: None) -> None:
    server = shared_server()
    with opened(server.database(f"figures{next(NUMBERS)}")) as front:
        shown = front.recommend()
        assert front.status()["planners"] == 0
        with planner(server.address.removesuffix("postgres") + "figures0", ahead=7) as own:
            own.step()
            own.step()  # idle
            assert front.status()["planners"] == 1
            assert abs(front.status()["planner_seen_at"] - front.status()["time"]) < 30
            front.observe(shown.token, dict.fromkeys(shown.items, 1.0))
            found = values_of(front.metrics())
            assert found['matroidlab_lists_ahead{segment=""}'] >= 7
            assert found["matroidlab_waiting_to_learn"] == 1
            assert found["matroidlab_seconds_behind"] > 0
            assert found["matroidlab_planners"] == 1
            assert found['matroidlab_lists_by_origin_total{origin="trusted"}'] == 1
        assert front.status()["planners"] == 0
        assert server.password not in front.metrics()
