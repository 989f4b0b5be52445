"""The reference: everything by brute force from the independence oracle, on frozensets."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations

import numpy as np

from matroidlab import Matroid
from matroidlab.types import Elements

Set = frozenset[int]


def elements(values: Iterable[int]) -> Elements:
    """The array that the protocol's methods take."""
    return np.array(list(values), dtype=np.intp)


def subsets(ground: Iterable[int]) -> Iterator[Set]:
    """All subsets, the small ones first."""
    members = sorted(ground)
    return map(
        frozenset,
        chain.from_iterable(combinations(members, count) for count in range(len(members) + 1)),
    )


class Reference:
    """A matroid as the set of its independent sets; up to 2^8 oracle calls."""

    def __init__(self, matroid: Matroid) -> None:
        self.ground: Set = frozenset(range(matroid.size))
        self.independent = {
            part for part in subsets(self.ground) if matroid.is_independent(elements(sorted(part)))
        }

    @cached_property
    def rank(self) -> int:
        return max(map(len, self.independent))

    @cached_property
    def bases(self) -> set[Set]:
        return {part for part in self.independent if len(part) == self.rank}

    def rank_of(self, part: Iterable[int]) -> int:
        return max(len(chosen) for chosen in subsets(part) if chosen in self.independent)

    def closure(self, part: Set) -> Set:
        rank = self.rank_of(part)
        return frozenset(
            element for element in self.ground if self.rank_of(part | {element}) == rank
        )

    def circuits(self, part: Set) -> list[Set]:
        """The dependent subsets of ``part`` whose every proper subset is independent."""
        return [
            chosen
            for chosen in subsets(part)
            if chosen not in self.independent
            and all(chosen - {element} in self.independent for element in chosen)
        ]

    def greedy(self, order: Sequence[int]) -> list[int]:
        kept: list[int] = []
        for element in order:
            if frozenset([*kept, element]) in self.independent:
                kept.append(element)
        return kept

    def swaps(self, independent: Sequence[int], incoming: Sequence[int]) -> list[list[bool]]:
        """By definition; an incoming element already in the set can only replace itself."""
        return [
            [self._swap(independent, place, new) for place in range(len(independent))]
            for new in incoming
        ]

    def _swap(self, independent: Sequence[int], place: int, new: int) -> bool:
        swapped = [*independent[:place], new, *independent[place + 1 :]]
        return len(set(swapped)) == len(swapped) and frozenset(swapped) in self.independent

    def is_exchange(self, source: Sequence[int], result: Sequence[int]) -> bool:
        """Whether each ``source - source[i] + result[i]`` is a basis and common elements stay."""
        kept = all(new == old or new not in source for old, new in zip(source, result, strict=True))
        return kept and all(
            frozenset([*source[:i], result[i], *source[i + 1 :]]) in self.bases
            for i in range(len(source))
        )


def satisfies_exchange(bases: set[Set]) -> bool:
    """Not empty, and for x in A - B there is y in B - A such that A - x + y is a basis."""
    return bool(bases) and all(
        any(first - {x} | {y} in bases for y in second - first)
        for first in bases
        for second in bases
        for x in first - second
    )
