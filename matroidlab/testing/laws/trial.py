"""A matroid under test, and the sets on which laws are tried: all if it is small, else some."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations

import numpy as np

from matroidlab.algorithms.oracle import OracleAlone, greedy_by_oracle
from matroidlab.hookspecs import Family
from matroidlab.orderability.axioms import DECIDED, SetsTried
from matroidlab.protocol import Matroid
from matroidlab.protocol.named_calls import naming_calls
from matroidlab.subsets import AxiomViolation, axiom_violation
from matroidlab.types import Elements

Set = tuple[int, ...]
"""Ascending."""

SMALL = 10
"""Up to this many elements all sets are tried, 1024 of them."""

DRAWN = 20
"""The number of orders drawn, and of sets of each kind; fewer for a very large matroid."""

PAIRS = 100
"""The largest number of pairs of bases that are tried."""


def array(elements: Iterable[int]) -> Elements:
    """Return elements as the array that the protocol's methods take."""
    return np.array(list(elements), dtype=np.intp)


class Axioms:
    """The axioms of a matroid, decided once for all trials that share this object."""

    decided: tuple[Matroid, AxiomViolation | None] | None = None

    def violation(self, trial: "Trial") -> AxiomViolation | None:
        """Return a violation of an axiom by the oracle, or None."""
        if self.decided is None or self.decided[0] is not trial.value:
            self.decided = trial.value, axiom_violation(trial.oracle)
        return self.decided[1]


@dataclass
class Trial:
    """A matroid, its record if it has one, and the answers of its oracle so far."""

    value: Matroid
    """The matroid as it is, for what concerns it as a value."""

    family: Family | None = None
    seed: int = 0
    axioms: Axioms = field(default_factory=Axioms, repr=False)
    _known: dict[frozenset[int], bool] = field(default_factory=dict, repr=False)

    @cached_property
    def matroid(self) -> Matroid:
        """The matroid, with errors that name the call."""
        return naming_calls(self.value)

    @cached_property
    def rng(self) -> np.random.Generator:
        """The random numbers of this trial."""
        return np.random.default_rng(self.seed)

    @property
    def is_small(self) -> bool:
        """Whether all sets are tried."""
        return self.matroid.size <= SMALL

    @cached_property
    def oracle(self) -> OracleAlone:
        """The matroid reduced to its oracle, which is the judge."""
        return OracleAlone(self.matroid)

    @cached_property
    def sets_tried(self) -> SetsTried:
        """The sets on which the axioms are tried."""
        if self.matroid.size <= DECIDED:
            return SetsTried(1 << self.matroid.size, are_all=True)
        return SetsTried(len(self.sets), are_all=False)

    @property
    def axiom_violation(self) -> AxiomViolation | None:
        """A violation of an axiom if all sets are tried, or None."""
        return self.axioms.violation(self) if self.sets_tried.are_all else None

    @property
    def draws(self) -> int:
        """The number of orders, and of sets of each kind to draw."""
        return min(DRAWN, max(4, 2000 // max(self.matroid.size, 1)))

    def is_independent(self, elements: Iterable[int]) -> bool:
        """Return the oracle's answer for a set, asked only once."""
        key = frozenset(int(element) for element in elements)
        if key not in self._known:
            self._known[key] = bool(self.matroid.is_independent(array(sorted(key))))
        return self._known[key]

    def greedy(self, order: Elements) -> list[int]:
        """Return the elements that the greedy algorithm keeps, by the oracle."""
        kept: list[int] = greedy_by_oracle(self.is_independent, order).tolist()
        return kept

    @cached_property
    def rank(self) -> int:
        """The size of a basis, by the oracle."""
        return len(self.greedy(np.arange(self.matroid.size)))

    def orders(self) -> Iterator[Elements]:
        """Yield orders of the ground set and of parts of it."""
        size = self.matroid.size
        yield from (np.arange(size), np.arange(size)[::-1].copy(), np.arange(0))
        for _ in range(self.draws):
            yield self.permutation()
            yield self.permutation()[: self.rng.integers(size + 1)]

    def permutation(self) -> Elements:
        """Return a random order of the ground set."""
        return self.rng.permutation(self.matroid.size).astype(np.intp)

    def shuffled(self, elements: Set) -> Elements:
        """Return the elements in a random order."""
        return self.rng.permutation(array(elements)).astype(np.intp)

    def some(self, sets: list[Set]) -> list[Set]:
        """Return some of the sets; all if they are few."""
        if len(sets) <= 2 * self.draws:
            return sets
        return [sets[i] for i in sorted(self.rng.choice(len(sets), 2 * self.draws, replace=False))]

    @cached_property
    def sets(self) -> list[Set]:
        """Sets of elements, small ones first."""
        if self.is_small:
            return list(_subsets(range(self.matroid.size)))
        drawn: set[Set] = set()
        for _ in range(self.draws):
            order = self.permutation()
            length = self.rng.integers(self.matroid.size + 1)
            kept = self.greedy(order)
            part = kept[: self.rng.integers(len(kept) + 1)]
            drawn |= {
                tuple(sorted(chosen))
                for chosen in (order[:length].tolist(), kept, part, {*part, int(order[-1])})
            }
        return sorted(drawn, key=lambda chosen: (len(chosen), chosen))

    @cached_property
    def independent_sets(self) -> list[Set]:
        """Independent sets, small ones first."""
        return [chosen for chosen in self.sets if self.is_independent(chosen)]

    @cached_property
    def bases(self) -> list[Set]:
        """Bases: independent sets as large as what the greedy algorithm keeps."""
        return [chosen for chosen in self.independent_sets if len(chosen) == self.rank]

    @cached_property
    def basis_pairs(self) -> list[tuple[Elements, Elements]]:
        """Pairs of bases, each in an order of its own."""
        count = len(self.bases)
        every = np.arange(count * count)
        chosen = every if len(every) <= PAIRS else self.rng.choice(every, PAIRS, replace=False)
        return [
            (self.shuffled(self.bases[i // count]), self.shuffled(self.bases[i % count]))
            for i in chosen.tolist()
        ]


def _subsets(ground: Iterable[int]) -> Iterator[Set]:
    members = sorted(ground)
    return chain.from_iterable(combinations(members, count) for count in range(len(members) + 1))
