"""Every list has a certificate that follows from its own numbers; an altered one does not."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import CertificateError
from matroidlab_serving import Certificate, Service, Shown
from serving_support.served import BASELINE, MEANS, answer, small, teach


def taught(**options: Any) -> Service:
    service = small(**options)
    teach(service, 400)
    return service


def with_reason(service: Service, reason: str) -> Shown:
    shown = (service.recommend(now=0.0) for _ in range(50))
    return next(one for one in shown if reason in {line.reason for line in one.certificate.lines})


def test_a_certificate_says_of_each_item_why_it_is_there() -> None:
    fresh = with_reason(small(), "tried").certificate
    assert sorted(line.reason for line in fresh.lines) == ["same", "same", "tried"]
    better = taught().peek().certificate
    assert {line.reason for line in better.lines} == {"better", "same"}
    for line in better.lines:
        if line.reason == "better":
            assert line.lower is not None
            assert line.upper is not None
            assert line.lower.value >= line.upper.value
    known = taught(known_means=dict.fromkeys(BASELINE, 0.3)).peek().certificate
    assert "known" in {line.reason for line in known.lines}
    without = small().recommend(unavailable=["b-1", "b-2"]).certificate
    assert {line.reason for line in without.lines} >= {"uncovered"}
    assert without.missing_baseline == ("b-1", "b-2")
    assert without.covered == ("f-1",)


def test_a_certificate_has_a_sentence_for_people() -> None:
    told = str(taught(scale=(0, 1)).peek().certificate)
    assert told.startswith(
        "3 of 3 items are no worse than their counterparts in the baseline, except with probability"
    )
    assert "0.01 (1 is a baseline item). Proven: " in told
    told = str(small().recommend(unavailable=["f-1"]).certificate)
    assert "Not available, and not covered by the promise: f-1." in told
    assert "Being tried, at most 1 at a time: " in str(with_reason(small(), "tried").certificate)


def test_a_certificate_in_another_scale_tells_its_sentence_in_that_scale() -> None:
    service = small(scale=(100, 200))
    rng = np.random.default_rng(1)
    for _ in range(400):
        shown = service.recommend()
        service.observe(
            shown.token, {k: 100 + 100 * w for k, w in answer(shown.items, MEANS, rng).items()}
        )
    line = next(line for line in service.peek().certificate.lines if line.reason == "better")
    assert line.lower is not None
    assert f"{line.item} is at least {100 + 100 * line.lower.value:.4g}" in str(
        service.peek().certificate
    )


def leaves(found: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all numbers and texts of plain data."""
    if isinstance(found, dict | list):
        for key, value in found.items() if isinstance(found, dict) else enumerate(found):
            yield from leaves(value, (*path, key))
    else:
        yield path


def others(value: Any) -> list[Any]:
    """Other values, near and far."""
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, int | float):
        return [value + 1, -value - 1, float(np.nextafter(value, 2.0)), None, str(value)]
    return [None, 0, "x", f"{value}x", []]


def changed(plain: Any, path: tuple[Any, ...], value: Any) -> str:
    copy = json.loads(json.dumps(plain))
    at = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(copy)


@pytest.mark.parametrize("kind", ["tried", "better", "known", "uncovered"])
def test_whatever_is_altered_in_a_certificate_is_noticed(kind: str) -> None:
    known = dict.fromkeys(BASELINE, 0.3) if kind == "known" else {}
    # Once the best items have proven themselves, nothing is tried any more.
    service = small() if kind == "tried" else taught(known_means=known)
    shown = (
        service.recommend(unavailable=["b-1"])
        if kind == "uncovered"
        else with_reason(service, kind)
    )
    plain = json.loads(shown.certificate.to_json())
    assert kind in {line["reason"] for line in plain["lines"]}
    tried = 0
    for path in leaves(plain):
        at = plain
        for key in path:
            at = at[key]
        for value in others(at):
            if value == at and type(value) is type(at):
                continue
            tried += 1
            with pytest.raises(CertificateError):
                Certificate.from_json(changed(plain, path, value)).verify()
    assert tried > 100


def test_whatever_is_left_out_or_added_is_noticed() -> None:
    plain = json.loads(taught().recommend().certificate.to_json())
    for name in plain.keys():  # noqa: SIM118 - a dictionary of fields
        with pytest.raises(CertificateError):
            Certificate.from_json(
                json.dumps({k: v for k, v in plain.items() if k != name})
            ).verify()
    lines = plain["lines"]
    wrong: list[dict[str, Any]] = [
        {"more": 1},
        {"lines": []},
        {"lines": lines * 2},
        {"lines": lines[1:]},
    ]
    for more in wrong:
        with pytest.raises(CertificateError):
            Certificate.from_json(json.dumps(plain | more)).verify()


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", "5", "[" * 50_000, '{"lines": 5}', '{"lines": [5]}', "\x00"]
)
def test_what_is_no_certificate_is_refused(text: str) -> None:
    with pytest.raises(CertificateError, match="not a certificate"):
        Certificate.from_json(text)
