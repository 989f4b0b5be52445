"""Propensities: the probability with which a list was shown, given all before, and exactly that."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Service, Top
from serving_support.served import small


def fresh(seed: int, dealing: str, swap_size: int = 1) -> Service:
    proposal = ["b-3", "b-2", "f-2"]  # so that the round is the same whatever the seed
    return small(seed=seed, dealing=dealing, proposal=proposal, swap_size=swap_size)


def is_likely(
    counts: Counter[tuple[str, ...]], expected: dict[tuple[str, ...], float], draws: int
) -> bool:
    """Whether each frequency lies within five standard errors."""
    return counts.keys() <= expected.keys() and all(
        abs(counts[one] - p * draws) <= 5 * np.sqrt(draws * p * (1 - p)) + 1e-9
        for one, p in expected.items()
    )


@pytest.mark.parametrize("dealing", ["shuffled", "independent"])
def test_a_list_comes_as_often_as_its_propensity_says(dealing: str) -> None:
    draws, counts, told = 600, [Counter[tuple[str, ...]]() for _ in range(2)], [{}, {}]  # type: ignore[var-annotated]
    after: dict[tuple[str, ...], Counter[tuple[str, ...]]] = {}
    given: dict[tuple[str, ...], dict[tuple[str, ...], float]] = {}
    for seed in range(draws):
        service = fresh(seed, dealing)
        first = service.recommend()
        second = service.recommend()
        for at, shown in enumerate((first, second)):
            counts[at][shown.items] += 1
            told[at].setdefault(shown.items, set()).add(shown.propensities.list)
        after.setdefault(first.items, Counter())[second.items] += 1
        given.setdefault(first.items, {})[second.items] = second.propensities.list
    assert all(len(each) == 1 for each in told[0].values())
    assert is_likely(counts[0], {items: min(each) for items, each in told[0].items()}, draws)
    assert len(counts[0]) == 2
    for items, seen in after.items():
        assert is_likely(seen, given[items], seen.total())
        assert sum(given[items].values()) == pytest.approx(1.0)
    assert set(given[next(iter(given))].values()) == ({1.0} if dealing == "shuffled" else {0.5})


def test_an_item_comes_to_its_place_as_often_as_its_propensity_says() -> None:
    for dealing in ("shuffled", "independent"):
        shown = fresh(1, dealing).recommend()
        assert shown.propensities.list == 0.5
        assert sorted(shown.propensities.items) == [0.5, 0.5, 1.0]
        tried = [line.reason == "tried" for line in shown.certificate.lines]
        assert [p < 1 for p in shown.propensities.items][tried.index(True)]


def test_the_lists_of_a_shuffled_round_are_all_dealt() -> None:
    service = fresh(5, "shuffled")
    lists = [service.recommend() for _ in range(20)]
    for first, second in list(pairwise(lists))[::2]:
        assert first.items != second.items
        assert (first.propensities.list, second.propensities.list) == (0.5, 1.0)


def test_a_request_with_its_own_items_is_planned_for_itself_and_drawn() -> None:
    service = fresh(5, "shuffled")
    twin = fresh(5, "shuffled")
    first = service.recommend()
    other = service.recommend(unavailable=["b-1"])
    assert first.items == twin.recommend().items
    assert service.recommend().items == twin.recommend().items, (
        "the round dealt to others is left alone"
    )
    assert "b-1" not in other.items
    counts: Counter[tuple[str, ...]] = Counter()
    told: dict[tuple[str, ...], float] = {}
    for seed in range(400):
        shown = fresh(seed, "shuffled").recommend(unavailable=["b-1"])
        counts[shown.items] += 1
        told[shown.items] = shown.propensities.list
    assert is_likely(counts, told, 400)
    assert sum(told.values()) == pytest.approx(1.0)


def test_rounds_of_more_exchanges_have_as_many_lists_and_exact_propensities() -> None:
    service = Service(
        Top(4), list("abcdefgh"), list("abcd"), proposal=list("efgh"), swap_size=1, seed=2
    )
    lists = [service.recommend() for _ in range(4)]
    assert [shown.propensities.list for shown in lists] == [1 / 4, 1 / 3, 1 / 2, 1.0]
    assert len({shown.items for shown in lists}) == 4
    seen = Counter(item for shown in lists for item in shown.items)
    assert seen == dict.fromkeys("abcd", 3) | dict.fromkeys("efgh", 1)


@pytest.mark.parametrize("proposal", ["thompson", "optimistic", ["b-3", "f-2"]])
def test_every_round_can_have_the_trusted_list(proposal: object) -> None:
    service = small(proposal=proposal, include_trusted=True)
    trusted = set(service.peek().items)
    lists = [service.recommend() for _ in range(12)]  # at least three rounds
    assert sum(set(shown.items) == trusted for shown in lists) >= 3
    shown = [small(seed=s, proposal=proposal, include_trusted=True) for s in range(40)]
    without = {one.recommend(unavailable=["b-1"]).items for one in shown}
    assert ("b-2", "f-1") in {tuple(i for i in items if i != "b-3") for items in without}


def test_a_service_is_told_by_yes_or_no_whether_to_show_the_trusted_list() -> None:
    with pytest.raises(ServingError, match="include_trusted must be True or False, got 3"):
        small(include_trusted=3)
