"""The behaviour of a service: scales, counters, warming up."""

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Slots, Top
from serving_support.served import BASELINE, ITEMS, small, state_of, told

STRANGE = [
    '"', "'", "<b onclick='x()'>&amp;</b>", "\N{GRINNING FACE}", "x" * 10_000,
    " ", "\n", "\x00", "../../etc/passwd",
    "e\u0301", "\u00e9", "\u202e", "7", "None", "a,b;c", "%s", "{}",
]  # fmt: skip


def test_weights_of_any_range_are_scaled() -> None:
    service = small(scale=(-10, 40))
    shown = service.recommend()
    service.observe(shown.token, {shown.items[0]: 15, shown.items[1]: np.float64(40)}, missing=-10)
    counts, sums = told(service)
    assert counts == dict.fromkeys(shown.items, 1)
    assert sums == {shown.items[0]: 0.5, shown.items[1]: 1.0}
    wrong: tuple[Any, ...] = (
        -10.1,
        40.1,
        float("nan"),
        float("inf"),
        "15",
        None,
        10**400,
        True - 12,
    )
    for weight in wrong:
        with pytest.raises(ServingError, match=r"must lie in -10\.\.40, got"):
            service.learn_from([{"weights": {"b-1": weight}}])
        shown = service.recommend()
        with pytest.raises(ServingError, match=r"must lie in -10\.\.40, got"):
            service.observe(shown.token, {shown.items[0]: 0.0, shown.items[1]: weight}, missing=0.0)
    assert told(service)[0] == counts


def test_status_is_plain_data_and_counts() -> None:
    service = small(segments=["de", "fr"], delta_for="all")
    shown = service.recommend("de", now=1.0)
    service.recommend("fr", now=2.0)
    service.observe(shown.token, {}, 0.0, now=3.0)
    assert service.expire(0.5, now=9.0) == 1
    status = json.loads(json.dumps(service.status()))
    assert status == service.status()
    told_so = {
        name: status[name]
        for name in ("lists", "answers", "learnt", "expired", "outstanding", "time", "plans")
    }
    assert told_so == {
        "lists": 2, "answers": 1, "learnt": 1, "expired": 1, "outstanding": 0,
        "time": 9.0, "plans": 2
    }  # fmt: skip
    assert (status["delta"], status["delta_for"], status["delta_of_a_segment"]) == (
        0.01,
        "all",
        0.005,
    )
    assert status["seconds_of_last_plan"] > 0
    assert status["baseline"] == BASELINE
    assert status["journal"] is None


def test_items_that_change_are_counted_as_contradictions() -> None:
    service = small(delta=0.1)
    for weight in (1.0, 0.0):
        for _ in range(400):
            shown = service.recommend(now=0.0)
            service.observe(shown.token, dict.fromkeys(shown.items, weight), now=0.0)
        assert (service.status()["contradictions"] > 0) == (weight == 0.0)


def test_a_plan_has_as_many_lists_as_a_list_has_items() -> None:
    service = small()
    for _ in range(9):
        shown = service.recommend(now=0.0)
        assert shown.propensities.list >= 1 / 3
    assert service.status()["plans"] == 3


def test_peeking_changes_nothing_and_shows_the_trusted_list() -> None:
    service = small(segments=["de", "fr"])
    twin = small(segments=["de", "fr"])
    for name in ("de", "fr"):
        shown = service.peek(name)
        assert shown.items == tuple(BASELINE)
        assert shown.token == ""
        assert shown.propensities == (1.0, (1.0, 1.0, 1.0), (1.0, 1.0, 1.0))
        assert shown.certificate.verify()
    assert service.status()["segments_seen"] == 0
    assert state_of(service) == state_of(twin)
    assert service.recommend("de", now=0).to_json() == twin.recommend("de", now=0).to_json()


def test_slots_and_tops_that_are_none_are_refused() -> None:
    for wrong in ({}, {"a": 0}, {"a": -1}, {"a": 1.5}, {"": 1}, ["a"], None, {7: 1}):
        with pytest.raises(ServingError):
            Slots(wrong)  # type: ignore[arg-type]
    for count in (0, -1, 1.5, "3", None):
        with pytest.raises(ServingError):
            Top(count)  # type: ignore[arg-type]


def test_a_page_without_slots_takes_no_slot() -> None:
    service = small(page=Top(3), items=[*ITEMS])
    with pytest.raises(ServingError, match="this page has no named slots, got slot 'books'"):
        service.add("b-9", slot="books")
    service.add("b-9")
    assert service.status()["items"] == len(ITEMS) + 1


def _raises() -> list[str]:
    raise ConnectionError("the ranker is away")


@pytest.mark.parametrize(
    "proposed", [lambda: "b-3", lambda: 5, lambda: ["b-3", "x"], _raises, sys.exit]
)
def test_when_a_proposal_fails_the_trusted_list_is_shown_and_the_fault_counted(
    proposed: Any, caplog: pytest.LogCaptureFixture
) -> None:
    service = small(proposal=lambda _: proposed())
    trusted = service.peek().items
    for count in range(1, 4):
        shown = service.recommend()
        assert shown.items == trusted
        assert shown.propensities.list == 1.0
        assert shown.certificate.verify()
        assert service.status()["proposal_faults"] == count
        assert service.observe(shown.token, {}, missing=0.0)
    assert trusted[0] not in service.recommend(unavailable=[trusted[0]]).items
    assert "the proposal for the segment '' failed" in caplog.text


def test_warming_up_compiles_nothing_where_that_is_ruled_out() -> None:
    program = (
        "import sys\n"
        "from matroidlab_serving import Service, Top\n"
        "service = Service(Top(2), items=list('abcd'), baseline=['a', 'b'], seed=1)\n"
        "service.warm_up()\n"
        "service.recommend()\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"MATROIDLAB_KERNELS": "numpy"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("False\n", "")
