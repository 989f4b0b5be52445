"""Served lists keep the promise, and their log is worth its propensities."""

import os

import numpy as np
import pytest

from matroidlab_serving import Service, Top
from serving_support.served_lists import broken_lists

pytestmark = pytest.mark.slow

SERVED_LISTS = int(os.environ.get("MATROIDLAB_SERVED_LISTS", "50000"))


def test_no_served_list_ever_breaks_the_promise() -> None:
    assert broken_lists(SERVED_LISTS) == (SERVED_LISTS, 0)


class Visitors:
    """Who comes: one half never clicks on ``d``, the others always; ``c`` is a coin. Who does not
    click may reload.
    """

    def __init__(self, *, reload: bool, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.reload = reload
        self.stays = False
        self.likes = False

    def potential(self) -> dict[str, float]:
        """What each of the new items would earn at the next visit."""
        if not self.stays:
            self.likes = bool(self.rng.random() < 0.5)
        return {"c": float(self.rng.random() < 0.5), "d": float(self.likes)}

    def see(self, clicked: float) -> None:
        """Whoever has not clicked comes again, once."""
        self.stays = self.reload and not clicked and not self.stays


def errors(
    dealing: str, lists: int, *, reload: bool, weigh: float | None = None
) -> dict[str, tuple[float, float]]:
    """By how much the inverse-propensity estimate of each new item is wrong, and its standard
    error.

    The truth is what the item would have earned at all visits. ``weigh`` is a probability to use
    instead of the log's.
    """
    service = Service(
        Top(2), list("abcd"), list("ab"), proposal=list("cd"), dealing=dealing, seed=3
    )
    service.warm_up()
    visitors = Visitors(reload=reload, seed=4)
    sums = dict.fromkeys("cd", 0.0)
    squares = dict.fromkeys("cd", 0.0)
    for t in range(lists):
        shown = service.recommend(now=float(t))
        potential = visitors.potential()
        clicked = 0.0
        weights = {item: potential.get(item, 0.0) for item in shown.items}
        estimate = dict.fromkeys("cd", 0.0)
        for row in shown.rows(weights):
            if row["action"] in potential:
                clicked = row["reward"]
                estimate[row["action"]] = row["reward"] / (weigh or row["pscore_item_position"])
        for item, value in potential.items():
            sums[item] += estimate[item] - value
            squares[item] += (estimate[item] - value) ** 2
        visitors.see(clicked)
        if t % 10_000 == 0:
            service.expire(0.0, now=float(t))
    return {item: (sums[item] / lists, float(np.sqrt(squares[item])) / lists) for item in "cd"}


def test_weighting_a_log_by_inverse_propensities_is_unbiased_even_if_visitors_reload() -> None:
    for error, deviation in errors("independent", 100_000, reload=True).values():
        assert abs(error) < 4 * deviation
        assert deviation < 0.006


def test_weighting_a_log_of_shuffled_lists_is_unbiased_if_nobody_chooses_when_to_come() -> None:
    for error, deviation in errors("shuffled", 50_000, reload=False, weigh=0.5).values():
        assert abs(error) < 4 * deviation
        assert deviation < 0.006


def test_weighting_a_log_of_shuffled_lists_is_biased_if_visitors_reload() -> None:
    error, deviation = errors("shuffled", 20_000, reload=True, weigh=0.5)["d"]
    assert error > 6 * deviation


def broken_runs(way: str, runs: int) -> int:
    """Runs with a list that has more items than may be worse, in truth; clicks come at once, their
    absence later.
    """
    return sum(_is_ever_broken(way, seed) for seed in range(runs))


def _is_ever_broken(way: str, seed: int, lists: int = 2500, width: int = 1500) -> bool:
    rng = np.random.default_rng(seed)
    keys = [f"i{i}" for i in range(12)]
    means = dict(zip(keys, [0.1] * 3 + [0.09] * 9, strict=True))
    window = float(width) if way == "window" else None
    service = Service(Top(3), keys, keys[:3], window=window, seed=seed, proposal="optimistic")
    late: list[tuple[int, dict[str, float]]] = []
    for t in range(lists):
        shown = service.recommend(now=float(t))
        if sum(means[item] < 0.1 for item in shown.items) > 1:
            return True
        clicks = {item: float(rng.random() < means[item]) for item in shown.items}
        if way == "window":
            service.observe(
                shown.token, {item: 1.0 for item, one in clicks.items() if one}, now=float(t)
            )
            continue
        service.learn_from(
            [{"weights": {item: 1.0}} for item, one in clicks.items() if one], now=float(t)
        )
        late.append((t, {item: 0.0 for item, one in clicks.items() if not one}))
        while late[0][0] + width <= t:
            service.learn_from([{"weights": late.pop(0)[1]}], now=float(t))
    return False


def test_clicks_learnt_sooner_than_their_absence_break_the_promise_and_windows_keep_it() -> None:
    assert broken_runs("clicks at once", 3) == 3
    assert broken_runs("window", 3) == 0
