"""What a service says and refuses: keys, pages, scales, tokens, counters."""

import json
from typing import Any

import numpy as np
import pytest

from matroidlab import GraphicMatroid
from matroidlab.errors import ServingError, UnknownNameError, UnknownTokenError
from matroidlab_serving import Service, Top
from matroidlab_serving.engine.keys import LONGEST_KEY
from serving_support.served import ITEMS, small, told

STRANGE = [
    '"', "'", "<b onclick='x()'>&amp;</b>", "\N{GRINNING FACE}", "x" * 10_000,
    " ", "\n", "\x00", "../../etc/passwd",
    "e\u0301", "\u00e9", "\u202e", "7", "None", "a,b;c", "%s", "{}",
]  # fmt: skip


def test_any_text_is_a_key_and_is_served_as_it_is() -> None:
    service = Service(Top(3), STRANGE, STRANGE[:3], seed=1)
    seen: set[str] = set()
    for _ in range(200):
        shown = service.recommend()
        seen |= {*shown.items}
        assert shown.certificate.verify()
        assert [*shown.items] == json.loads(shown.to_json().encode())["items"]
        assert service.observe(shown.token, dict.fromkeys(shown.items, 0.5))
    assert seen == {*STRANGE}


@pytest.mark.parametrize(
    "key", ["", "\ud800", "x" * (LONGEST_KEY + 1), 7, None, b"a", ("a",), float("nan")]
)
def test_what_is_no_key_is_refused_by_name(key: Any) -> None:
    shown = repr(key)[:40]
    for refused in (
        lambda: Service(Top(1), ["a", key], ["a"]),
        lambda: small().add(key, slot="books"),
    ):
        with pytest.raises(ServingError) as error:
            refused()
        assert shown in str(error.value)
    with pytest.raises(ServingError):
        small(segments=["de", key])
    with pytest.raises(ServingError):
        small().recommend(unavailable=[key])


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"items": ["b-1"]}, "items must be a mapping from key to slot, got list"),
        (
            {"items": {"b-1": "books", "b-2": "boks"}},
            "there is no slot 'boks'; did you mean 'books'",
        ),
        (
            {"items": {"b-1": "books", "f-1": "films"}},
            "slot 'books' has room for 2, and there are 1 items",
        ),
        ({"keys": ["b-1"]}, "items and keys are two names for the same"),
        ({"page": Top(9), "items": [*ITEMS]}, "the page has room for 9 items, and there are 5"),
        ({"page": Top(3), "items": ITEMS}, "items must be a sequence of keys, got dict"),
        ({"page": Top(3), "items": "abc"}, "items must be a sequence of keys, got str"),
        (
            {"page": Top(3), "items": ["a", "b", "a"]},
            "keys must be distinct, got 'a' more than once",
        ),
        (
            {"page": GraphicMatroid([(0, 1), (1, 2)]), "items": ["a"]},
            "the matroid has 2 elements, and there are 1 keys",
        ),
        ({"page": "top"}, "page must be Slots"),
        ({"baseline": ["b-1", "b-2"]}, "baseline must be a valid list of 3 items"),
        ({"baseline": "b-1"}, "baseline must be a list of keys"),
        ({"delta": 0}, "delta must be a number above 0 and at most 1, got 0"),
        ({"delta_for": "both"}, "delta_for must be 'segment' or 'all', got 'both'"),
        ({"swap_size": 4}, "swap_size must be at most 3, a whole list, got 4"),
        ({"swap_size": 0}, "swap_size must be at least 1, got 0"),
        (
            {"proposal": "best"},
            "proposal must be 'optimistic', 'thompson', a list of keys or a function, got 'best'",
        ),
        ({"segments": "de"}, "segments must be a sequence of names"),
        ({"segments": ["de", "de"]}, "all distinct"),
        ({"segments": []}, "at least one name"),
        (
            {"known_means": {"b-3": 0.5}},
            "known_means must be those of baseline items, got one of 'b-3'",
        ),
        ({"known_means": {"b-1": 1.5}}, "the weight of 'b-1' must lie in 0..1, got 1.5"),
        ({"known_means": ["b-1"]}, "known_means must be a mapping by key, got list"),
        ({"labels": ["b-1"]}, "labels must be a mapping by key, got list"),
        ({"labels": {"b-1": 5}}, "the label of 'b-1' must be text, got 5"),
        ({"labels": {"b-1": "\ud800"}}, "a label must be text that UTF-8 can write"),
        ({"scale": (1, 0)}, "scale must be two finite numbers, the smaller first"),
        ({"scale": (0, float("inf"))}, "scale must be two finite numbers"),
        ({"scale": 5}, "scale must be two numbers"),
        ({"window": 0}, "window must be a number above 0, got 0"),
        ({"window": float("inf")}, "window must be"),
        ({"missing": 2.0}, "the weight of 'missing' must lie in 0..1, got 2.0"),
        ({"missing": np.ones(2)}, "the weight of 'missing' must lie in 0..1"),
        ({"dealing": "fair"}, "dealing must be 'shuffled' or 'independent', got 'fair'"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
    ],
)
def test_what_a_service_cannot_be_made_of_is_refused_with_the_value_and_the_way_out(
    options: dict[str, Any], why: str
) -> None:
    with pytest.raises(ServingError) as error:
        small(**options)
    assert why in str(error.value)


def test_what_is_proposed_must_be_there() -> None:
    with pytest.raises(UnknownNameError, match="there is no item 'b-9'; did you mean"):
        small(proposal=["b-9"])


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda s: s.recommend("fr"), "there is no segment 'fr'"),
        (lambda s: s.recommend(unavailable="b-1"), "unavailable must be a set of keys, got 'b-1'"),
        (lambda s: s.recommend(unavailable=ITEMS), "no list can be shown"),
        (lambda s: s.recommend(now=float("nan")), "now must be"),
        (lambda s: s.observe(s.recommend().token, {}), "has no weight for"),
        (lambda s: s.observe(s.recommend().token, {"b-9": 1.0}, 0.0), "'b-9' is not on the list"),
        (
            lambda s: s.observe(s.recommend().token, {}, 1.5),
            "the weight of 'missing' must lie in 0..1, got 1.5",
        ),
        (
            lambda s: s.observe(s.recommend().token, 5),
            "weights must be a mapping from key to weight, got int",
        ),
        (lambda s: s.observe_many(None), "rows must be a sequence of answers, got NoneType"),
        (lambda s: s.observe_many([5]), "an answer must be (token, weights)"),
        (lambda s: s.observe_many([{"token": "x"}]), "an answer must have the keys token, weights"),
        (lambda s: s.expire(-2), "older_than must be a number above -1, got -2"),
        (lambda s: s.learn_from(5), "rows must be a sequence of rows, got int"),
        (lambda s: s.learn_from([{"slate_id": 1, "action": ["b-1"], "reward": 1}]), "must be text"),
        (
            lambda s: s.learn_from([{"action": "b-1"}]),
            "a row must have weights, or slate_id, action and reward",
        ),
        (
            lambda s: s.learn_from([{"weights": 5}]),
            "weights must be a mapping from key to weight, got 5",
        ),
        (
            lambda s: s.learn_from([{"weights": {"b-1": 2}}]),
            "the weight of 'b-1' must lie in 0..1, got 2",
        ),
        (lambda s: s.add("b-1", slot="books"), "there is an item 'b-1' already"),
        (lambda s: s.add("b-9"), "there is no slot None"),
        (lambda s: s.retire("b-1"), "'b-1' is in the baseline: retire(key, successor=...)"),
        (lambda s: s.retire("b-1", "f-2"), "baseline must be a valid list of 3 items"),
        (lambda s: s.retire("b-1", "b-2"), "cannot be 'b-2': it is in the baseline already"),
        (
            lambda s: s.retire("b-3", "b-2"),
            "'b-3' is not in the baseline: it is retired without a successor",
        ),
        (lambda s: s.log(), "only a service with a journal has a log"),
    ],
)
def test_what_it_cannot_do_is_refused_with_the_value_and_the_way_out(call: Any, why: str) -> None:
    service = small()
    service.recommend(now=0.0)
    with pytest.raises(ServingError) as error:
        call(service)
    assert why in str(error.value)
    assert told(service) == ({}, {})


@pytest.mark.parametrize(
    "token", ["x", "0", "0.", "0.0000000000", None, 5, "-1.00", "\u0660.00", "0x0.00"]
)
def test_a_token_that_was_never_given_is_refused(token: Any) -> None:
    service = small()
    service.recommend()
    with pytest.raises(UnknownTokenError, match="no list was shown under the token"):
        service.observe(token, {}, 0.0)


def test_a_token_of_a_list_that_is_yet_to_come_is_refused() -> None:
    service = small()
    twin = small()
    twin.recommend()
    later = twin.recommend().token
    service.recommend()
    with pytest.raises(UnknownTokenError):
        service.observe(later, {}, 0.0)
