"""Certificates that are sealed again by whoever altered them: what they say must still follow."""

from dataclasses import replace
from typing import Any

import pytest

from matroidlab.bandits import TimeUniform
from matroidlab.errors import CertificateError
from matroidlab_serving import ItemBound
from matroidlab_serving.certificates import ends
from serving_support.served import small, teach


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
