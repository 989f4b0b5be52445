"""Services with certificates by pairs, and with reactions to contradictions."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import CertificateError, ServingError
from matroidlab_serving import Certificate, Service, Slots, Top, open_service

ITEMS = [f"i{k}" for k in range(8)]
MEANS = dict(zip(ITEMS, [0.95, 0.9, 0.5, 0.45, 0.4, 0.3, 0.2, 0.1], strict=True))
BASELINE = ["i3", "i4", "i5"]


def shop(**options: Any) -> Service:
    given: dict[str, Any] = {"certificates": "pairs", "delta": 0.1, "seed": 3} | options
    return Service(Top(3), items=ITEMS, baseline=BASELINE, **given)


def visited(service: Any, lists: int, rng: Any, means: Any = MEANS) -> list[tuple[str, ...]]:
    """Show lists in changing seasons, and answer for them."""
    found = []
    for turn in range(lists):
        season = 0.5 if turn // 50 % 2 else 1.0
        shown = service.recommend()
        found.append(shown.items)
        liked = {key: float(rng.random() < season * means[key]) for key in shown.items}
        service.observe(shown.token, liked)
    return found


def test_certificates_of_pairs_verify_and_tell_who_preferred_what() -> None:
    service = shop()
    visited(service, 400, np.random.default_rng(1))
    reasons = set()
    for _ in range(5):
        certificate = service.recommend().certificate
        assert certificate.verify()
        assert certificate.pairs == 21
        again = Certificate.from_json(certificate.to_json())
        assert again == certificate
        assert again.verify()
        reasons |= {line.reason for line in certificate.lines}
        assert sum(line.reason == "tried" for line in certificate.lines) <= 1
    assert "preferred" in reasons
    assert "Visitors who were shown both preferred" in str(certificate)
    assert service.peek().certificate.verify()


def test_a_forged_preference_is_found() -> None:
    service = shop()
    visited(service, 400, np.random.default_rng(1))
    certificate = service.recommend().certificate
    lines = list(certificate.lines)
    at = next(k for k, line in enumerate(lines) if line.reason == "preferred")
    (first, *rest) = lines[at].preferred
    for wrong in (
        replace(first, better=first.worse),
        replace(first, better=-1.0),
        replace(first, epoch=3),
        replace(first, over="i7"),
    ):
        lines[at] = replace(lines[at], preferred=(wrong, *rest))
        with pytest.raises(CertificateError, match=r"prove|epochs|lead"):
            replace(certificate, lines=tuple(lines)).sealed().verify()
    lines[at] = replace(lines[at], preferred=())
    with pytest.raises(CertificateError, match="needs other answers"):
        replace(certificate, lines=tuple(lines)).sealed().verify()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"certificates_expire": 100, "segments": ["a", "b"]},
        {"certificates": "intervals", "on_contradiction": "restart"},
        {"certificates_expire": 70, "on_contradiction": "baseline"},
    ],
)
def test_a_journal_and_a_snapshot_give_the_same_service(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    """With means that change places half way, so that there is something to react to."""
    reverse = dict(zip(ITEMS, reversed(list(MEANS.values())), strict=True))

    def visits(service: Any, turns: range) -> list[tuple[str, ...]]:
        found = []
        for turn in turns:
            rng = np.random.default_rng(turn)
            own = MEANS if turn < 150 else reverse
            segment = options.get("segments", [None])[turn % 3 == 0 and "segments" in options]
            shown = service.recommend(segment)
            found.append(shown.items)
            assert shown.certificate.verify()
            liked = {key: float(rng.random() < own[key]) for key in shown.items}
            service.observe(shown.token, liked)
        return found

    address = f"sqlite:///{tmp_path / 'shop.db'}"
    given: dict[str, Any] = {"certificates": "pairs", "delta": 0.3, "seed": 3, "items": ITEMS}
    given |= options
    whole = Service(Top(3), baseline=BASELINE, **given)
    expected = visits(whole, range(300))
    first = open_service(address, Top(3), baseline=BASELINE, **given)
    assert visits(first, range(180)) == expected[:180]
    first.close()
    saved = Service(Top(3), baseline=BASELINE, **given)
    visits(saved, range(180))
    saved.save(tmp_path / "state")
    for again in (open_service(address), Service.load(tmp_path / "state")):
        assert visits(again, range(180, 300)) == expected[180:]
        again.close()


def test_requests_with_their_own_items_keep_the_promise_by_pairs() -> None:
    service = shop(include_trusted=True)
    rng = np.random.default_rng(1)
    visited(service, 300, rng)
    for _ in range(30):
        few = [key for key in ITEMS if rng.random() < 0.7]
        if few:
            assert service.recommend(candidates=few).certificate.verify()
            gone = [key for key in ITEMS if key not in few]
            assert service.recommend(unavailable=gone).certificate.verify()


def test_a_retired_item_keeps_the_certificates_of_the_others() -> None:
    service = shop()
    visited(service, 400, np.random.default_rng(1))
    before = {line.item for line in service.peek().certificate.lines}
    service.retire("i7")
    assert {line.item for line in service.peek().certificate.lines} == before
    assert service.recommend().certificate.verify()


def test_faults_are_named() -> None:
    with pytest.raises(ServingError, match="must be 'intervals' or 'pairs'"):
        shop(certificates="both")
    with pytest.raises(ServingError, match="certificates_expire needs certificates='pairs'"):
        shop(certificates="intervals", certificates_expire=10)
    with pytest.raises(ServingError, match="on_contradiction must be"):
        shop(on_contradiction="stop")
    with pytest.raises(ServingError, match="leave out known_means"):
        shop(certificates="intervals", on_contradiction="restart", known_means={"i3": 0.4})
    with pytest.raises(ServingError, match="the slot of 'b0' has one place"):
        Service(
            Slots({"books": 1, "films": 2}),
            items={"b0": "books", "b1": "books", "f0": "films", "f1": "films", "f2": "films"},
            baseline=["b0", "f0", "f1"],
            certificates="pairs",
        )
    service = shop()
    with pytest.raises(ServingError, match="a new item needs more pairs"):
        service.add("i9")
    with pytest.raises(ServingError, match="a new baseline item needs more pairs"):
        service.retire("i3", successor="i6")
    with pytest.raises(ServingError, match="drafts of rankers need"):
        shop(compare={"one": ["i0"], "two": ["i1"]})
