"""BubbleRank is its pseudo-code coin for coin, and keeps the lemma of its paper."""

from itertools import combinations
from math import log, sqrt

import numpy as np
import pytest

from matroidlab import UniformMatroid, simulate
from matroidlab.protocol import RewardModel
from matroidlab.registry import policies
from matroidlab.testing import check_policy
from matroidlab_clicks import BubbleRank, Cascade, PositionBased

ATTRACTIONS = [0.9, 0.1, 0.5, 0.3, 0.7]
START = [1, 3, 2, 4, 0]
MODELS: dict[str, RewardModel] = {
    "position-based": PositionBased(ATTRACTIONS, [1.0, 0.8, 0.6, 0.4, 0.2]),
    "cascade": Cascade(ATTRACTIONS),
}


class Transcription:
    """Algorithm 1 of the paper, places and lists counted from 1."""

    def __init__(self, start: list[int], delta: float, seed: int) -> None:
        self.base = dict(enumerate(start, start=1))
        self.items = len(start)
        self.level = log(1 / delta)
        self.s = dict.fromkeys(((i, j) for i in start for j in start), 0.0)
        self.n = dict.fromkeys(self.s, 0)
        self.t = 1
        self.rng = np.random.default_rng(seed)

    def next_list(self) -> list[int]:
        h = self.t % 2
        coins = self.rng.random(self.items)
        shown = dict(self.base)
        for k in range(1, (self.items - h) // 2 + 1):
            first = 2 * k - 1 + h
            i, j = shown[first], shown[first + 1]
            unknown = self.s[i, j] <= 2 * sqrt(self.n[i, j] * self.level)
            if unknown and coins[first - 1] < 0.5:
                shown[first], shown[first + 1] = j, i
        return list(shown.values())

    def learn(self, shown: list[int], clicks: list[float]) -> None:
        h = self.t % 2
        for k in range(1, (self.items - h) // 2 + 1):
            first = 2 * k - 1 + h
            i, j = shown[first - 1], shown[first]
            difference = clicks[first - 1] - clicks[first]
            if abs(difference) == 1:
                self.s[i, j] += difference
                self.s[j, i] -= difference
                self.n[i, j] += 1
                self.n[j, i] += 1
        for k in range(1, self.items):
            i, j = self.base[k], self.base[k + 1]
            if self.s[j, i] > 2 * sqrt(self.n[j, i] * self.level):
                self.base[k], self.base[k + 1] = j, i
        self.t += 1


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_it_is_its_pseudo_code(model: RewardModel) -> None:
    rng = np.random.default_rng(4)
    policy = BubbleRank(UniformMatroid(size=5, rank=5), START, delta=0.1, seed=8)
    written = Transcription(START, delta=0.1, seed=8)
    for _ in range(600):
        plan = policy.plan()
        assert plan[0, 0].tolist() == written.next_list()
        clicks = model.draw(plan, rng)
        policy.learn(plan, clicks)
        written.learn(plan[0, 0].tolist(), clicks[0, 0].tolist())
    assert policy.base_lists[0].tolist() == list(written.base.values())
    assert policy.base_lists[0].tolist() != START  # something was sorted


def test_it_keeps_every_law() -> None:
    check_policy(
        lambda lanes: BubbleRank(UniformMatroid(5, 5), START, delta=0.1, seed=1, lanes=lanes)
    )
    check_policy(
        lambda lanes: BubbleRank(UniformMatroid(6, 3), [5, 0, 2], delta=0.1, seed=1, lanes=lanes)
    )


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_no_list_has_many_more_wrong_pairs_than_the_first(model: RewardModel) -> None:
    """The safety lemma of the paper: at most K/2 more, if no pair is sorted wrongly."""

    def wrong(shown: list[int]) -> int:
        return sum(ATTRACTIONS[i] < ATTRACTIONS[j] for i, j in combinations(shown, 2))

    rng = np.random.default_rng(5)
    policy = BubbleRank(UniformMatroid(5, 5), START, delta=0.001, seed=2, lanes=10)
    most = wrong(START) + len(START) // 2
    for _ in range(400):
        plan = policy.plan()
        assert max(wrong(shown) for shown in plan[:, 0].tolist()) <= most
        policy.learn(plan, model.draw(plan, rng))


def test_it_finds_the_best_order() -> None:
    model = MODELS["cascade"]
    policy = BubbleRank(UniformMatroid(5, 5), START, delta=0.01, seed=3, lanes=5)
    simulate(policy, model, steps=8000, seed=6)
    assert (policy.base_lists[:, :2] == [0, 4]).all()


def test_it_is_found_by_name() -> None:
    assert policies()["bubble-rank"].required == ("delta",)
