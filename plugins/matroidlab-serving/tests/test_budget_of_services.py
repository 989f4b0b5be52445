"""Services that limit what trying items may cost."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Service, Slots, Top, open_service
from serving_support.served import segment_in, state_of

SIZE = 340
MEANS = np.random.default_rng(8).beta(2, 6, SIZE)
ITEMS = [f"i{k}" for k in range(SIZE)]
BASELINE = [ITEMS[k] for k in np.argsort(-MEANS)[5:8]]
STAYING = sum(MEANS[ITEMS.index(key)] for key in BASELINE)


def shop(items: int = SIZE, **options: Any) -> Service:
    kept = [key for k, key in enumerate(ITEMS) if k < items or key in BASELINE]
    given: dict[str, Any] = {"budget": 0.05, "delta": 0.1, "seed": 3} | options
    return Service(Top(3), keys=kept, baseline=BASELINE, **given)


def mean(key: str) -> float:
    return 0.9 if key == "new" else float(MEANS[ITEMS.index(key)])


def visit(service: Any, count: int, seed: int, late: int = 0, **request: Any) -> list[Any]:
    """Show lists and answer them by coins, each after ``late`` others."""
    rng = np.random.default_rng(seed)
    found = []
    for moment in range(count + late):
        now = float(1000 * seed + moment)
        if moment < count:
            found.append(service.recommend(now=now, **request))
        if moment >= late:
            shown = found[moment - late]
            liked = {key: float(rng.random() < mean(key)) for key in shown.items}
            service.observe(shown.token, liked, now=now)
    return found


def tried(lists: list[Any]) -> int:
    return sum(line.reason == "tried" for one in lists for line in one.certificate.lines)


@pytest.mark.parametrize("items", [30, SIZE])
def test_all_lists_together_earn_nearly_what_the_baseline_would(items: int) -> None:
    service = shop(items)
    lists = visit(service, 1500, 1)
    earned = np.cumsum([sum(map(mean, one.items)) for one in lists])
    assert (earned >= 0.95 * STAYING * np.arange(1, 1501)).all()
    assert 0 < tried(lists) < tried(visit(shop(items, budget=None), 1500, 1))
    assert "have earned at least 0.95" in service.status()["promise"]["in_words"]
    assert service.status()["budget"] == 0.05


def test_lists_that_are_not_answered_count_as_if_nothing_doubtful_was_liked() -> None:
    service = shop(30)
    visit(service, 400, 1)
    before = segment_in(service).policy.account
    balance = float(before.balance()[0])
    shown = [service.recommend(now=9000.0) for _ in range(600)]
    assert tried(shown) > 0
    lost = service._recorded.engine.outstanding.in_flight[0] / 1e6
    assert lost > 0.1
    upper = (
        segment_in(service).policy.tightest_bounds()[1][segment_in(service).policy.baseline].sum()
    )
    assert lost - balance <= 0.05 * upper * 401
    for one in shown[:-1]:
        service.observe(one.token, {}, missing=0.0, now=9001.0)
    assert service.expire(100.0, now=9999.0) == 1
    assert service._recorded.engine.outstanding.in_flight[0] == 0


def whole_life(service: Any) -> list[Any]:
    lists = visit(service, 150, 1, late=20)
    service.add("new", now=2000.0)
    service.retire(BASELINE[0], successor="i5", now=2001.0)
    lists += visit(service, 60, 3)
    lists += visit(service, 20, 4, unavailable=BASELINE[1:2])
    lists += visit(service, 20, 5, candidates=[*ITEMS[:20], *BASELINE])
    service.learn_from([{"weights": {"i7": 1.0, "i8": 0.0, "i9": 1.0}}], now=6000.0)
    service.change(delta=0.05, now=6001.0)
    return lists + visit(service, 100, 7, late=5)


@pytest.mark.parametrize("items", [30, SIZE])
def test_a_journal_and_a_file_give_the_same_service(tmp_path: Path, items: int) -> None:
    kept = [key for k, key in enumerate(ITEMS) if k < items or key in BASELINE]
    given: dict[str, Any] = {"budget": 0.05, "delta": 0.1, "seed": 3, "keys": kept}
    address = f"sqlite:///{tmp_path / 'a.db'}"
    with open_service(address, Top(3), baseline=BASELINE, **given) as service:
        lists = whole_life(service)
        service.backup(tmp_path / "b.db")
        waiting = [service.recommend(now=8000.0).items for _ in range(5)]
    in_memory = Service(Top(3), baseline=BASELINE, **given)
    assert [one.items for one in whole_life(in_memory)] == [one.items for one in lists]
    assert all(one.certificate.verify() for one in lists)
    assert [in_memory.recommend(now=8000.0).items for _ in range(5)] == waiting
    in_memory.save(tmp_path / "state")
    expected = [one.items for one in visit(in_memory, 60, 9)]
    for again in (open_service(address), Service.load(tmp_path / "state")):
        assert [one.items for one in visit(again, 60, 9)] == expected
        assert state_of(again) == state_of(in_memory)  # type: ignore[arg-type]
        again.close()


def test_a_request_with_items_of_its_own_tries_nothing() -> None:
    service = shop(30)
    visit(service, 300, 1)
    assert tried(visit(service, 30, 2, candidates=[*ITEMS[:20], *BASELINE])) == 0
    lists = segment_in(service).policy.account.account.lists
    assert lists.tolist() == [300]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"budget": 0.0}, "budget must be a number above 0"),
        ({"budget": 0.1, "proposal": "optimistic"}, "budget needs proposal='thompson'"),
        ({"budget": 0.1, "dealing": "independent"}, "budget needs dealing='shuffled'"),
        ({"budget": 0.1, "certificates": "pairs"}, "budget needs certificates='intervals'"),
        ({"budget": 0.1, "features": 2, "norm": 1.0}, "budget cannot be combined with features"),
        ({"budget": 0.1, "compare": {"one": ["i0"], "two": ["i1"]}}, "leave out budget"),
    ],
)
def test_wrong_budgets(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ServingError, match=message):
        shop(30, **more)


def test_postgres_refuses_a_budget() -> None:
    given: dict[str, Any] = {"items": {"a": "x", "b": "x"}, "baseline": ["a"], "budget": 0.1}
    with pytest.raises(ServingError, match="not in PostgreSQL"):
        open_service("postgresql://localhost/none", Slots({"x": 1}), **given)
