"""A page of the caller that raises errors: refused when made, and never the visitor's error."""

import logging
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from matroidlab import ExplicitMatroid, OracleMatroid
from matroidlab.errors import ServingError
from matroidlab.types import Elements
from matroidlab_serving import Service, Shown

KEYS = [f"k{i}" for i in range(8)]
BASELINE = KEYS[:3]


class Moody:
    """At most three items, and never both 6 and 7; it raises an error while it is ``down``."""

    def __init__(self, fail: Callable[[], bool]) -> None:
        self.fail = fail
        self.down = False

    def __call__(self, part: Elements) -> bool:
        if self.down:
            return self.fail()
        return len(part) <= 3 and not {6, 7} <= set(part.tolist())


def divides() -> bool:
    return 1 / 0 > 0


def leaves() -> NoReturn:
    sys.exit(3)


def looks_up() -> bool:
    return bool(dict[str, int]()["connection"])


def caught(fail: Callable[[], bool]) -> BaseException:
    try:
        fail()
    except BaseException as error:  # noqa: BLE001
        return error
    raise AssertionError


FAULTS = [divides, leaves, looks_up]


@pytest.mark.parametrize("size", [8, 30])
@pytest.mark.parametrize("fail", FAULTS)
def test_a_page_that_raises_is_refused_by_an_error_that_names_it(
    fail: Callable[[], bool], size: int
) -> None:
    moody = Moody(fail)
    page = OracleMatroid(size, moody)
    assert page.rank == 3
    moody.down = True
    keys = [f"k{i}" for i in range(size)]
    with pytest.raises(ServingError, match=rf"the page OracleMatroid\(size={size}.* failed: "):
        Service(page, keys, keys[:3])


def made(fail: Callable[[], bool], **options: Any) -> tuple[Service, Moody]:
    moody = Moody(fail)
    return Service(OracleMatroid(8, moody), KEYS, BASELINE, seed=1, **options), moody


def check_trusted(shown: Shown, allowed: set[str]) -> None:
    assert shown.token == ""
    assert set(shown.items) <= allowed
    assert "the page failed" in (shown.note or "")
    assert shown.certificate.verify()


@pytest.mark.parametrize("fail", FAULTS)
def test_a_visitor_gets_a_trusted_list_while_the_page_fails(
    fail: Callable[[], bool], caplog: pytest.LogCaptureFixture
) -> None:
    service, moody = made(fail)
    coins = np.random.default_rng(0)
    tokens = []
    for number in range(60):
        moody.down = number % 20 >= 10
        with caplog.at_level(logging.WARNING):
            shown = service.recommend(unavailable=["k0"] if number % 3 == 0 else [])
        if shown.token:
            tokens.append(shown.token)
            weights = {key: float(coins.random() < 0.5) for key in shown.items}
            assert service.observe(shown.token, weights)
        else:
            check_trusted(shown, set(KEYS))
            assert "k0" not in shown.items or number % 3
    assert len(tokens) >= 30
    status = service.status()
    assert 0 < status["page_faults"] == caplog.text.count("the page for the segment '' failed")
    assert type(caught(fail)).__name__ in status["last_page_fault"]
    assert status["lists"] == status["answers"] == status["learnt"] == len(tokens)


@pytest.mark.parametrize(
    "options", [{"certificates": "pairs"}, {"proposal": "optimistic"}, {"holdback": 0.5}]
)
def test_so_it_is_with_every_way_to_serve(options: dict[str, Any]) -> None:
    service, moody = made(divides, **options)
    for _ in range(3):
        moody.down = True
        for shown in (service.recommend(visitor="Ada"), service.recommend(unavailable=["k1"])):
            if not shown.token:  # a list that was planned before needs no page
                check_trusted(shown, set(KEYS))
        moody.down = False
        assert service.recommend().token
    assert service.status()["page_faults"] > 0


def test_a_visitor_with_features_gets_a_list_while_the_page_fails() -> None:
    service, moody = made(looks_up, features=2, norm=1.0)
    moody.down = True
    shown = service.recommend(features=[0.1, 0.2], exclude=["k2"])
    check_trusted(shown, {"k0", "k1"})
    moody.down = False
    assert service.recommend(features=[0.1, 0.2]).token


def test_a_visitor_with_candidates_gets_the_baseline_items_among_them() -> None:
    service, moody = made(divides)
    moody.down = True
    shown = service.recommend(candidates=["k2", "k5", "k0"])
    check_trusted(shown, {"k0", "k2"})
    with pytest.raises(ServingError, match="no item of the baseline is available"):
        service.recommend(candidates=["k5"])
    assert service.peek().certificate.verify()
    moody.down = False
    assert service.recommend().token


def test_a_service_with_a_journal_serves_while_its_page_fails_and_goes_on_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a family of a plugin may."""
    page = ExplicitMatroid(8, [list(three) for three in combinations(range(8), 3)])
    monkeypatch.setattr("matroidlab_serving.recorded_engine.SECONDS_BETWEEN_ATTEMPTS", 0.0)
    with Service.open(f"sqlite:///{tmp_path / 'a.db'}", page, items=KEYS, baseline=BASELINE) as own:
        before = [own.recommend().token for _ in range(5)]
        with monkeypatch.context() as patch:
            for name in ("greedy", "swaps", "is_independent", "are_independent"):
                patch.setattr(ExplicitMatroid, name, lambda *_: divides())
            shown = [own.recommend(unavailable=["k1"]) for _ in range(4)]
        for one in shown:
            assert one.token == ""
            assert set(one.items) <= set(KEYS) - {"k1"}
        after = [own.recommend().token for _ in range(5)]
        assert all(own.observe(token, {}, missing=0.0) for token in before + after)
        assert len({*before, *after}) == 10
    with Service.open(f"sqlite:///{tmp_path / 'a.db'}") as again:
        assert again.status()["learnt"] == 10
