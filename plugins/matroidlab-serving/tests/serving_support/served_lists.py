"""Many lists served, and how many break the promise in truth: a program, and what the test of it
calls.

``python tests/support/served_lists.py 10000000`` serves as many, in games of 50,000, and says how
far it is.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from matroidlab_serving import Service, Shown, Slots, Top
from support.risky import GRAPHS, UNIFORM, problem

LISTS_A_GAME = 50_000
SLOTS = {"books": 2, "films": 2, "games": 1}


def games() -> Iterator["Game"]:
    """Ever different ones."""
    number = 0
    while True:
        for kind in ("top", "slots", "graph"):
            yield Game(kind, number)
            number += 1


class Game:
    """A service, and visitors whose answers are coins, come late, twice or never."""

    def __init__(self, kind: str, number: int) -> None:
        self.rng = np.random.default_rng(number)
        matroid = GRAPHS["W5"] if kind == "graph" else UNIFORM
        means, baseline = problem(matroid, seed=number)
        keys = [f"i{i}" for i in range(matroid.size)]
        page: Any = matroid
        items: Any = keys
        if kind == "top":
            page = Top(5)
        if kind == "slots":
            page = Slots(SLOTS)
            items = {key: [*SLOTS][i % 3] for i, key in enumerate(keys)}
            baseline = [0, 3, 1, 4, 2]
        self.means = np.array(means)
        self.keys = keys
        self.kind = kind
        self.window = 30.0 if number % 2 else None
        self.service = Service(
            page,
            items,
            [keys[i] for i in baseline],
            swap_size=1 + number % 3,
            proposal=("thompson", "optimistic")[number // 2 % 2],
            dealing=("shuffled", "independent")[number // 4 % 2],
            window=self.window,
            seed=number,
        )
        self.service.warm_up()
        self.waiting: list[tuple[str, dict[str, float]]] = []

    def play(self, lists: int) -> int:
        """How many of so many lists break the promise."""
        broken = 0
        for t in range(lists):
            absent = (
                [self.keys[i] for i in self.rng.integers(len(self.keys), size=2)]
                if t % 10 == 0
                else ()
            )
            shown = self.service.recommend(unavailable=absent, now=float(t))
            broken += self.is_broken(shown)
            if t % 500 == 0:
                assert shown.certificate.verify()
            self.answer(shown, t)
            if t % 10_000 == 9_999:
                self.change(t)
        return broken

    def is_broken(self, shown: Shown) -> bool:
        items = shown._deal.items
        covered = shown._deal.round.covered
        worse = (self.means[items] < self.means[covered]) & (covered >= 0)
        return int(worse.sum()) > self.service._recorded.engine.settings.swap_size

    def answer(self, shown: Shown, t: int) -> None:
        """Now, later, in another order, in parts, twice, or never."""
        coins = self.rng.random(len(shown.items)) < self.means[shown._deal.items]
        told = dict(zip(shown.items, coins.astype(float).tolist(), strict=True))
        if self.window is not None:
            told = {key: one for key, one in told.items() if one}
        chance = int(self.rng.integers(10))
        if chance < 6 or self.window is not None:
            self.service.observe_many([(shown.token, told)] * (1 + (chance == 5)), now=float(t))
        elif chance < 9:
            self.waiting.append((shown.token, told))
        if len(self.waiting) > 50:
            self.rng.shuffle(self.waiting)
            self.service.observe_many(self.waiting, now=float(t))
            self.waiting = []
        if t % 1000 == 0:
            self.service.expire(500.0, now=float(t))

    def change(self, t: int) -> None:
        """Retire an item, and add one where that can be."""
        baseline = self.service.status()["baseline"]
        retired = {self.keys[i] for i in self.service._recorded.engine.catalogue.retired}
        spare = [key for key in self.keys if key not in baseline and key not in retired]
        if self.kind != "graph":
            slot = None if self.kind == "top" else "books"
            self.keys.append(f"i{len(self.keys)}")
            self.means = np.append(self.means, self.rng.random())
            self.service.add(self.keys[-1], slot=slot, now=float(t))
        self.service.retire(spare[int(self.rng.integers(len(spare)))], now=float(t))


def broken_lists(lists: int, *, tell: bool = False) -> tuple[int, int]:
    """How many lists were served, and how many of them break the promise."""
    served = broken = 0
    for game in games():
        count = min(LISTS_A_GAME, lists - served)
        broken += game.play(count)
        served += count
        if tell:
            sys.stdout.write(f"{served:,} lists, {broken} broken\n")
            sys.stdout.flush()
        if served >= lists:
            return served, broken
    raise AssertionError


if __name__ == "__main__":
    broken_lists(int(sys.argv[1]), tell=True)
