"""Certificates that are sealed again by whoever altered them: what they say must still follow."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from matroidlab.bandits import TimeUniform
from matroidlab.errors import CertificateError
from matroidlab_serving import Certificate, ItemBound
from matroidlab_serving.certificates import ends
from serving_support.served import ITEMS, small, teach


def test_true_bounds_that_do_not_show_it_are_refused() -> None:
    """The bound of an item that nobody has seen is true, and says nothing."""
    service = small()
    teach(service, 400)
    honest = service.peek().certificate
    at = next(i for i, line in enumerate(honest.lines) if line.reason == "better")
    lower = honest.lines[at].lower
    assert lower is not None
    confidence = TimeUniform(honest.delta, items=honest.items, open_ended=honest.open_ended)
    unseen = ItemBound(lower.number, 0, 0.0, 0.0, ends(confidence, lower.number, 0, 0.0, 0.0)[0])
    lines = tuple(
        replace(one, lower=unseen) if i == at else one for i, one in enumerate(honest.lines)
    )
    with pytest.raises(CertificateError, match=r"at least .* at most"):
        replace(honest, lines=lines).sealed().verify()


@pytest.mark.parametrize(
    "lie", [{"item": "b-9"}, {"baseline": "b-9"}, {"baseline": None}, {"reason": "uncovered"}]
)
def test_an_item_is_the_same_only_as_itself(lie: dict[str, Any]) -> None:
    honest = small().recommend().certificate
    at = next(i for i, line in enumerate(honest.lines) if line.reason == "same")
    lines = tuple(replace(one, **lie) if i == at else one for i, one in enumerate(honest.lines))
    with pytest.raises(CertificateError):
        replace(honest, lines=lines).sealed().verify()


def certified_revenue() -> Certificate:
    """A certificate of a list with an item that was trusted by weights between 0 and 1."""
    service = small()
    rng = np.random.default_rng(0)
    for _ in range(60):
        shown = {item: float(rng.beta(8, 2) if item == "b-3" else rng.beta(3, 7)) for item in ITEMS}
        service.learn_from([{"weights": shown}])
    return service.peek().certificate


def test_a_certificate_carries_the_spread_of_weights_and_recomputes_bounds_from_it() -> None:
    honest = certified_revenue()
    bounds = [line.lower for line in honest.lines if isinstance(line.lower, ItemBound)]
    assert bounds
    assert all(bound.spread > 0 for bound in bounds)
    assert Certificate.from_json(honest.to_json()).verify()


@pytest.mark.parametrize("factor", [0.5, 1.02, 3.0])
def test_a_forged_spread_is_refused(factor: float) -> None:
    """A larger spread would be a smaller variance, and narrower bounds."""
    honest = certified_revenue()
    lines = tuple(
        replace(line, lower=replace(line.lower, spread=line.lower.spread * factor))
        if isinstance(line.lower, ItemBound)
        else line
        for line in honest.lines
    )
    with pytest.raises(CertificateError):
        replace(honest, lines=lines).sealed().verify()
