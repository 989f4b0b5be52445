"""What should come of whatever happens to a service: dictionaries of counts, and the lists that are
outstanding.
"""

from typing import Any

import numpy as np

from matroidlab import GraphicMatroid
from matroidlab.algorithms import is_basis
from matroidlab_serving import Service, Shown, Slots, Top
from matroidlab_serving.engine.answers import MOST_CLOSED
from serving_support.served import is_broken

WINDOW = 10.0
SLOTS = {"books": 2, "films": 1}
K4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
PAGES: dict[str, tuple[Any, Any, list[str]]] = {
    "slots": (
        Slots(SLOTS),
        {f"b{i}": "books" for i in range(4)} | {f"f{i}": "films" for i in range(3)},
        ["b3", "f1", "b0"],
    ),
    "top": (Top(3), [f"i{i}" for i in range(6)], ["i4", "i1", "i2"]),
    "graph": (K4, [f"e{i}" for i in range(6)], ["e5", "e0", "e3"]),
}


class Visit:
    """A list that is outstanding, as the model sees it."""

    def __init__(self, segment: int, items: tuple[str, ...], shown: float) -> None:
        self.segment = segment
        self.items = items
        self.shown = shown
        self.told: dict[str, float] | None = None
        self.missing = 0.0


class Books:
    """What a model keeps of its own."""

    service: Service
    slot_of: dict[str, str | None]
    means: dict[str, float]
    baseline: list[str]
    retired: set[str]
    window: float | None
    revise: str | None
    clock: float
    visits: dict[str, Visit]
    done: list[str]
    counts: list[dict[str, int]]
    sums: list[dict[str, float]]
    lists: int
    answers: int
    expired: int

    def learn(self, segment: int, weights: dict[str, float]) -> None:
        for key, weight in weights.items():
            self.counts[segment][key] = self.counts[segment].get(key, 0) + 1
            self.sums[segment][key] = self.sums[segment].get(key, 0.0) + weight

    def advance(self, now: float) -> None:
        self.clock = max(self.clock, now)
        if self.window is None:
            return
        over = self.clock - self.window
        closed = [token for token, visit in self.visits.items() if visit.shown <= over]
        for token in closed[:MOST_CLOSED]:
            visit = self.visits.pop(token)
            self.learn(
                visit.segment,
                {key: (visit.told or {}).get(key, visit.missing) for key in visit.items},
            )
            self.done.append(token)

    def check(self, shown: Shown, absent: set[str]) -> None:
        catalogue = self.service._recorded.engine.catalogue
        there = [n for n, key in enumerate(catalogue.keys) if key not in absent | self.retired]
        assert not {*shown.items} & (absent | self.retired)
        numbers = [catalogue.number(key) for key in shown.items]
        assert len(numbers) == len(catalogue.matroid.greedy(np.array(there)))
        assert catalogue.matroid.is_independent(np.array(numbers))
        assert shown.certificate.verify()
        assert {*shown.certificate.covered} == {*self.baseline} - absent
        assert shown.certificate.missing_baseline == tuple(
            key for key in self.baseline if key in absent
        )
        assert not is_broken(shown, self.means)
        if self.slot_of[shown.items[0]] is not None:
            assert [self.slot_of[key] for key in shown.items] == [*shown.slots]
        assert 0 < shown.propensities.list <= min(shown.propensities.items)

    def is_taken(
        self, token: str, weights: dict[str, float], missing: float | None, now: float
    ) -> bool:
        visit = self.visits.get(token)
        if visit is None:
            return False
        if self.window is None:
            self.advance(now)
            del self.visits[token]
            self.done.append(token)
            self.answers += 1
            self.learn(
                visit.segment, {key: weights.get(key, missing or 0.0) for key in visit.items}
            )
            return True
        told = self.revised(visit.told or {}, weights)
        is_news = visit.told is None or told != visit.told
        if visit.shown + self.window <= max(now, self.clock) or not is_news:
            return False
        self.advance(now)
        self.answers += visit.told is None
        visit.told = told
        visit.missing = visit.missing if missing is None else missing
        return True

    def revised(self, told: dict[str, float], weights: dict[str, float]) -> dict[str, float]:
        found = told | weights
        for key in told.keys() & weights.keys():
            old, new = told[key], weights[key]
            by_rule = {"last": new, "max": max(old, new), "sum": min(old + new, 1.0)}
            found[key] = by_rule.get(self.revise or "", old)
        return found

    def successors(self, key: str) -> list[str]:
        catalogue = self.service._recorded.engine.catalogue
        return [
            other
            for other in self.slot_of
            if other not in self.retired
            and other not in self.baseline
            and is_basis(
                catalogue.matroid,
                [catalogue.number(other if one == key else one) for one in self.baseline],
            )
        ]
