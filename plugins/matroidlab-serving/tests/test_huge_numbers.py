"""Numbers that no float can hold are refused by name, like any other wrong number."""

from collections.abc import Callable
from typing import Any

import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Service
from serving_support.served import small

HUGE = 10**400
CALLS: dict[str, Callable[[Service], Any]] = {
    "now": lambda service: service.recommend(now=HUGE),
    "now below": lambda service: service.recommend(now=-HUGE),
    "now of observe": lambda service: service.observe_many([], now=HUGE),
    "older_than": lambda service: service.expire(HUGE),
    "a weight": lambda service: service.learn_from([{"weights": {"b-1": HUGE}}]),
    "missing": lambda service: service.observe(service.recommend().token, {}, HUGE),
    "window": lambda _: small(window=HUGE),
    "delta": lambda _: small(delta=HUGE),
    "scale": lambda _: small(scale=(0, HUGE)),
    "scale from": lambda _: small(scale=(-HUGE, 0)),
    "known mean": lambda _: small(known_means={"b-1": HUGE}),
    "missing of a window": lambda _: small(window=1.0, missing=HUGE),
    "score": lambda _: small(scores={"b-1": HUGE}),
    "scores whose sum is infinite": lambda _: small(scores={"b-1": 1.7e308, "b-2": 1.7e308}),
    "swap_size": lambda _: small(swap_size=HUGE),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_number_that_no_float_can_hold_is_refused(name: str) -> None:
    service = small()
    with pytest.raises(ServingError) as caught:
        CALLS[name](service)
    assert len(str(caught.value)) < 400
