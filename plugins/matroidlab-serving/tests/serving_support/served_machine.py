"""Anything that may happen to a service, in any order, against a plain model of its state."""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from matroidlab_serving import Service
from serving_support.served import answer, open_sqlite, state_of, told
from serving_support.served_model import PAGES, WINDOW, Books, Visit


class Model(Books, RuleBasedStateMachine):
    """A dictionary of counts, and the lists that are outstanding."""

    @initialize(
        page=st.sampled_from(sorted(PAGES)),
        window=st.sampled_from([None, WINDOW]),
        revise=st.sampled_from([None, "last", "max", "sum"]),
        dealing=st.sampled_from(["shuffled", "independent"]),
        proposal=st.sampled_from(["thompson", "optimistic", "list", "function"]),
        swap_size=st.integers(1, 3),
        delta_for=st.sampled_from(["segment", "all"]),
        knows=st.booleans(),
        journal=st.booleans(),
        seed=st.integers(0, 2**32 - 1),
    )
    def begin(
        self,
        page: str,
        window: float | None,
        revise: str | None,
        dealing: str,
        proposal: str,
        swap_size: int,
        delta_for: str,
        knows: bool,
        journal: bool,
        seed: int,
    ) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.rng = np.random.default_rng(seed)
        made_of, items, baseline = PAGES[page]
        self.slot_of: dict[str, str | None] = (
            dict(items) if isinstance(items, dict) else dict.fromkeys(items)
        )
        self.can_grow = page != "graph"
        self.means = {key: float(self.rng.choice([0.05, 0.3, 0.6, 0.95])) for key in self.slot_of}
        self.baseline = list(baseline)
        self.retired = set[str]()
        self.segments = ["de", "fr"]
        self.window = window
        self.revise = revise if window else None
        self.clock = 0.0
        self.proposal: Any = {
            "list": [*self.slot_of][:4], "function": lambda _segment: [*self.slot_of][::-1]
        }.get(proposal, proposal)  # fmt: skip
        known = {baseline[0]: self.means[baseline[0]]} if knows else {}
        options: dict[str, Any] = {
            "page": made_of, "items": items, "baseline": baseline,
            "proposal": self.proposal, "window": window, "revise": self.revise,
            "dealing": dealing, "swap_size": swap_size, "delta_for": delta_for,
            "seed": seed, "delta": 1e-3,
            "segments": self.segments, "known_means": known,
        }  # fmt: skip
        self.address = f"sqlite:///{self.folder.name}/lists.db"
        self.service = open_sqlite(self.address, **options) if journal else Service(**options)
        self.visits: dict[str, Visit] = {}
        self.done: list[str] = []
        self.counts: list[dict[str, int]] = [{}, {}]
        self.sums: list[dict[str, float]] = [{}, {}]
        self.lists = self.answers = self.expired = 0

    @rule(
        segment=st.integers(0, 1),
        absent=st.sets(st.integers(0, 8), max_size=3),
        wait=st.sampled_from([0.0, 1.0, 6.0, -3.0]),
    )
    def recommend(self, segment: int, absent: set[int], wait: float) -> None:
        keys = [*self.slot_of]
        unavailable = {keys[i] for i in absent if i < len(keys)}
        if self.retired | unavailable >= set(keys):
            return  # no list can be shown
        shown = self.service.recommend(self.segments[segment], unavailable, now=self.clock + wait)
        self.advance(self.clock + wait)
        assert shown.token not in self.visits
        assert shown.token not in self.done
        self.visits[shown.token] = Visit(segment, shown.items, self.clock)
        self.lists += 1
        self.check(shown, unavailable)

    @rule(count=st.sampled_from([1, 5, 100]), segment=st.integers(0, 1))
    def serve(self, count: int, segment: int) -> None:
        for _ in range(count):
            self.recommend(segment, set(), 0.0)
            token = next(reversed(self.visits))
            self.tell(
                [(token, answer(self.visits[token].items, self.means, self.rng), None)], self.clock
            )

    def tell(self, rows: list[tuple[str, dict[str, float], float | None]], now: float) -> None:
        expected = [self.is_taken(*row, now) for row in rows]
        assert self.service.observe_many(rows, now=now) == expected

    @precondition(lambda self: self.visits)
    @rule(
        data=st.data(),
        part=st.integers(0, 3),
        twice=st.booleans(),
        wait=st.sampled_from([0.0, 4.0, -20.0, 11.0]),
    )
    def observe(self, data: st.DataObject, part: int, twice: bool, wait: float) -> None:
        tokens = data.draw(
            st.lists(st.sampled_from([*self.visits]), min_size=1, max_size=4, unique=True)
        )
        rows: list[tuple[str, dict[str, float], float | None]] = []
        for token in tokens:
            items = self.visits[token].items
            rows.append(
                (
                    token,
                    answer(items[: max(part, 0)], self.means, self.rng),
                    0.0 if part < len(items) else None,
                )
            )
        self.tell(rows * (1 + twice), self.clock + wait)

    @precondition(lambda self: self.done)
    @rule(data=st.data())
    def observe_again(self, data: st.DataObject) -> None:
        before = state_of(self.service)
        assert not self.service.observe(
            data.draw(st.sampled_from(self.done)), {}, 1.0, now=self.clock + 5
        )
        assert state_of(self.service) == before

    @rule(older=st.sampled_from([10.0, 20.0]), wait=st.sampled_from([0.0, 15.0]))
    def expire(self, older: float, wait: float) -> None:
        now = self.clock + wait
        old = (
            []
            if self.window
            else [token for token, visit in self.visits.items() if visit.shown + older < now]
        )
        assert self.service.expire(older, now=now) == len(old)
        if old:
            self.clock = now
        for token in old:
            del self.visits[token]
            self.done.append(token)
        self.expired += len(old)

    @precondition(lambda self: self.can_grow)
    @rule(back=st.booleans(), slot=st.sampled_from(["books", "films"]))
    def add(self, back: bool, slot: str) -> None:
        key = min(self.retired) if back and self.retired else f"new-{len(self.slot_of)}"
        named = self.slot_of.get(key, slot if None not in self.slot_of.values() else None)
        self.service.add(key, slot=named, now=self.clock)
        self.advance(self.clock)
        self.slot_of[key] = named
        self.means.setdefault(key, float(self.rng.choice([0.05, 0.3, 0.6, 0.95])))
        self.retired.discard(key)

    @rule(data=st.data())
    def retire(self, data: st.DataObject) -> None:
        # First those of the round in hand.
        shown = [key for visit in self.visits.values() for key in visit.items]
        keys = dict.fromkeys([*reversed(shown), *self.slot_of])
        key = data.draw(st.sampled_from([key for key in keys if key not in self.retired]))
        successor = None
        if key in self.baseline:
            successor = data.draw(st.sampled_from([None, *self.successors(key)]))
            if successor is None:
                return
            self.baseline[self.baseline.index(key)] = successor
        self.service.retire(key, successor, now=self.clock)
        self.advance(self.clock)
        self.retired.add(key)
        for turn in range(6):
            self.recommend(turn % 2, set(), 0.0)

    @rule(segment=st.integers(0, 1), key=st.integers(0, 8))
    def learn_from(self, segment: int, key: int) -> None:
        found = [*self.slot_of][key % len(self.slot_of)]
        weights = answer([found], self.means, self.rng)
        assert (
            self.service.learn_from(
                [{"weights": weights, "segment": self.segments[segment]}], now=self.clock
            )
            == 1
        )
        self.advance(self.clock)
        self.learn(segment, weights)

    @rule(swap_size=st.integers(1, 3), delta=st.sampled_from([1e-3, 1e-4, 1e-6]))
    def change(self, swap_size: int, delta: float) -> None:
        self.service.change(swap_size=swap_size, delta=delta, now=self.clock)
        self.service.add_segment(f"s{self.service.status()['segments']}", now=self.clock)
        self.advance(self.clock)

    @rule(segment=st.integers(0, 1))
    def peek(self, segment: int) -> None:
        before = state_of(self.service)
        shown = self.service.peek(self.segments[segment])
        self.check(shown, set())
        assert state_of(self.service) == before

    @rule()
    def save_and_load(self) -> None:
        before = state_of(self.service)
        path = Path(self.folder.name) / "state"
        self.service.save(path)
        proposal = self.proposal if callable(self.proposal) else None
        loaded = Service.load(path, proposal=proposal)
        assert state_of(loaded) == before
        if self.service._recorded.journal is None:
            self.service = loaded

    @rule(gently=st.booleans())
    def open_again(self, gently: bool) -> None:
        if self.service._recorded.journal is None:
            return
        before = state_of(self.service)
        self.service.close() if gently else self.service._recorded.journal.close()
        given = {"proposal": self.proposal} if callable(self.proposal) else {}
        self.service = open_sqlite(self.address, **given)
        assert state_of(self.service) == before

    @invariant()
    def counts_are_those_of_the_model(self) -> None:
        if not hasattr(self, "service"):
            return
        for segment in range(2):
            counts, sums = told(self.service, segment)
            assert counts == self.counts[segment]
            assert sums == {key: total for key, total in self.sums[segment].items() if total}
        status = self.service.status()
        assert [status[name] for name in ("lists", "answers", "expired", "outstanding")] == [
            self.lists, self.answers, self.expired, len(self.visits)
        ]  # fmt: skip
        assert status["baseline"] == self.baseline

    def teardown(self) -> None:
        if hasattr(self, "service"):
            self.service.close()
            self.folder.cleanup()
