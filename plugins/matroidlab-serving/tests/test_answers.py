"""Answers that come late, out of order, in parts, twice or never: each list is learnt once, as one
action.
"""

import numpy as np
import pytest

from matroidlab.errors import ServingError
from serving_support.served import small, state_of, told


def test_answers_may_come_in_any_order_and_count_once() -> None:
    service = small()
    rng = np.random.default_rng(1)
    lists = [service.recommend() for _ in range(40)]
    expected: dict[str, int] = {}
    for i in rng.permutation(40)[:30].tolist():
        assert service.observe(lists[i].token, dict.fromkeys(lists[i].items, 1.0))
        assert not service.observe(lists[i].token, dict.fromkeys(lists[i].items, 0.0))
        expected.update({item: expected.get(item, 0) + 1 for item in lists[i].items})
    assert told(service) == (expected, expected)
    assert service.status()["outstanding"] == 10


def test_every_answer_ten_times_is_every_answer_once() -> None:
    once = small()
    often = small()
    for _ in range(30):
        first = once.recommend(now=0.0)
        second = often.recommend(now=0.0)
        assert first.token == second.token
        once.observe(first.token, {}, 1.0, now=0.0)
        assert often.observe_many([(second.token, {}, 1.0)] * 10, now=0.0) == [True] + [False] * 9
    assert state_of(once) == state_of(often)


def test_several_answers_are_taken_in_all_together_or_not_at_all() -> None:
    service = small()
    lists = [service.recommend() for _ in range(3)]
    before = state_of(service)
    good = [(shown.token, dict.fromkeys(shown.items, 1.0)) for shown in lists]
    for bad in (
        ("0.00", {}),
        (lists[0].token, {"b-9": 1.0}),
        (lists[2].token, {"b-1": 7.0}, 0.0),
        5,
    ):
        with pytest.raises((ServingError, KeyError)):
            service.observe_many([*good, bad])
        assert state_of(service) == before
    rows = [{"token": token, "weights": weights} for token, weights in good]
    assert service.observe_many(iter(rows)) == [True] * 3
    assert service.observe_many([]) == []


def test_an_answer_to_a_list_that_has_expired_is_false() -> None:
    service = small()
    old = service.recommend(now=0.0)
    young = service.recommend(now=100.0)
    assert service.expire(50.0, now=101.0) == 1
    assert not service.observe(old.token, {}, 1.0, now=102.0)
    assert service.observe(young.token, {}, 1.0, now=102.0)
    assert service.expire(50.0, now=103.0) == 0
    assert service.status()["expired"] == 1


def test_time_never_goes_back() -> None:
    service = small(window=10.0)
    first = service.recommend(now=100.0)
    second = service.recommend(now=50.0)
    assert second.time == 100.0
    assert service.observe(first.token, {}, 1.0, now=0.0)
    assert service.status()["time"] == 100.0
    service.recommend(now=109.9)
    assert service.status()["learnt"] == 0
    service.recommend(now=110.0)
    assert service.status()["learnt"] == 2


def test_with_a_window_nothing_is_learnt_before_it_closes_and_then_the_whole_list() -> None:
    service = small(window=10.0, missing=0.25)
    shown = service.recommend(now=0.0)
    a, b, c = shown.items
    assert service.observe(shown.token, {a: 1.0}, now=1.0)
    assert service.observe(shown.token, {b: 0.5}, now=2.0)
    assert not service.observe(shown.token, {a: 0.0}, now=3.0), "what was told first stays"
    assert not service.observe(shown.token, {b: 0.5}, now=3.0)
    assert told(service) == ({}, {})
    service.recommend(now=9.99)
    assert told(service) == ({}, {})
    assert not service.observe(shown.token, {c: 1.0}, now=10.0), "too late"
    service.recommend(now=10.0)
    assert told(service) == ({a: 1, b: 1, c: 1}, {a: 1.0, b: 0.5, c: 0.25})
    assert not service.observe(shown.token, {c: 1.0}, now=11.0)


def test_a_complete_answer_waits_for_the_window_too() -> None:
    service = small(window=10.0)
    shown = service.recommend(now=0.0)
    assert service.observe(shown.token, dict.fromkeys(shown.items, 1.0), now=1.0)
    service.recommend(now=9.0)
    assert told(service) == ({}, {})


def test_a_list_without_an_answer_is_learnt_as_missing() -> None:
    service = small(window=10.0)
    shown = service.recommend(now=0.0)
    service.recommend(now=20.0)
    assert told(service) == (dict.fromkeys(shown.items, 1), {})


def test_missing_may_be_told_with_the_answer_or_be_nothing_at_all() -> None:
    service = small(window=10.0, missing=None)
    first = service.recommend(now=0.0)
    second = service.recommend(now=0.0)
    service.observe(first.token, {first.items[0]: 1.0}, missing=0.5, now=1.0)
    service.observe(second.token, {second.items[0]: 1.0}, now=1.0)
    service.recommend(now=20.0)
    counts, sums = told(service)
    assert sum(counts.values()) == 4
    assert sum(sums.values()) == 1.0 + 0.5 * 2 + 1.0


def test_lists_of_a_window_are_learnt_in_the_order_in_which_they_were_shown() -> None:
    one = small(window=10.0)
    other = small(window=10.0)
    lists = [one.recommend(now=float(i)) for i in range(5)]
    for i in range(5):
        other.recommend(now=float(i))
    for shown in lists:
        one.observe(shown.token, {shown.items[0]: 1.0}, now=4.0)
    for shown in reversed(lists):
        other.observe(shown.token, {shown.items[0]: 1.0}, now=4.0)
    one.recommend(now=50.0)
    other.recommend(now=50.0)
    assert state_of(one) == state_of(other)


def test_with_a_window_lists_do_not_expire_before_it_closes() -> None:
    service = small(window=10.0)
    service.recommend(now=0.0)
    with pytest.raises(ServingError, match="older_than must be at least the window of 10 s, got 5"):
        service.expire(5.0, now=8.0)
    assert service.expire(10.0, now=100.0) == 0


def test_without_a_window_an_answer_tells_the_whole_list() -> None:
    service = small()
    shown = service.recommend()
    with pytest.raises(
        ServingError,
        match=r"give one for every item of the list, say missing=0\.0, "
        r"or make the service with a window",
    ):
        service.observe(shown.token, {shown.items[0]: 1.0})
    assert service.observe(shown.token, {shown.items[0]: 1.0}, missing=0.0)


def test_one_call_closes_few_windows_and_the_next_ones_the_others() -> None:
    service = small(window=60.0, missing=0.0)
    for _ in range(350):
        service.recommend(now=1.0)
    late = service._recorded.engine.tokens.of(349)
    learnt = []
    for _ in range(5):
        service.recommend(now=3600.0)
        learnt.append(service.status()["learnt"])
    assert learnt == [100, 200, 300, 350, 350]
    assert not service.observe(late, {"b-1": 1.0}, now=3600.0)
    assert service.status()["outstanding"] == 5
