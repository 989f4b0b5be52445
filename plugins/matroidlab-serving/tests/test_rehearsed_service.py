"""The kit for programs that use a service: its clock, its script, and its random calls."""

import pytest
from hypothesis import given, settings

from matroidlab.errors import ServingError
from matroidlab_serving import Top
from matroidlab_serving.testing import Call, RehearsedService, calls, rehearse

KEYS = list("abcdef")


def made_of(**options: object) -> RehearsedService:
    return RehearsedService(Top(3), KEYS, KEYS[:3], **options)


@settings(max_examples=60)
@given(calls(KEYS, segments=["de", "fr"]))
def test_any_calls_give_valid_lists_and_the_same_again(made: list[Call]) -> None:
    runs = [rehearse(made_of(segments=["de", "fr"], window=50.0), made) for _ in range(2)]
    assert [one.to_plain() for one in runs[0]] == [one.to_plain() for one in runs[1]]
    for shown in runs[0]:
        assert len(set(shown.items)) == 3
        assert shown.certificate.verify()
        assert 0 < shown.propensities.list <= 1


def test_time_passes_only_when_it_is_moved() -> None:
    service = made_of(window=10.0)
    shown = service.recommend()
    assert (shown.time, service.now) == (0.0, 0.0)
    service.pass_time(1e6)  # far more than a clock of the machine would be believed
    assert service.status()["learnt"] == 1
    assert service.recommend().time == 1e6
    assert service.status()["clock_jumps"] == 0
    with pytest.raises(ServingError, match="seconds must be 0 or more"):
        service.pass_time(-1.0)


def test_all_windows_close_however_many_there_are() -> None:
    service = made_of(window=10.0)
    for _ in range(350):
        service.recommend()
    service.pass_time(10.0)
    assert (service.status()["learnt"], service.status()["outstanding"]) == (350, 0)


def test_visitors_answer_as_they_are_told() -> None:
    service = made_of()
    service.script = lambda shown: {"f": 1.0} if "f" in shown.items else None
    lists = [service.visit() for _ in range(30)]
    answered = sum("f" in shown.items for shown in lists)
    assert 0 < answered == service.status()["answers"]
