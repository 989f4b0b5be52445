from dataclasses import dataclass, field

from matroidlab.protocol import Matroid

LEAST = 3
"""Matroids of smaller rank or corank are strongly base-orderable anyway."""


@dataclass
class Coverage:
    """What a property test has seen: how many matroids, of which sizes and ranks, and how each was judged.

    >>> from matroidlab import UniformMatroid
    >>> covered = Coverage()
    >>> covered.count(UniformMatroid(4, 1))
    >>> covered.count(UniformMatroid(6, 3))
    >>> covered.searched += 1
    >>> print(covered)
    2 matroids of 4 to 6 elements and rank 1 to 3; 1 of rank and corank at least 3, 1 judged by search, 0 by claim

    Attributes
    ----------
    sizes, ranks
        How many matroids there were of each size, and of each rank.
    in_question
        How many had rank and corank at least 3: no other can be a counterexample.
    searched
        How many of these were judged by all pairs of their bases.
    claimed
        How many by what they say of themselves, checked on drawn pairs.
    """

    sizes: dict[int, int] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    in_question: int = 0
    searched: int = 0
    claimed: int = 0

    @property
    def matroids(self) -> int:
        """How many there were."""
        return sum(self.sizes.values())

    def count(self, matroid: Matroid) -> None:
        """Count one more."""
        size = matroid.size
        rank = matroid.rank
        self.sizes[size] = self.sizes.get(size, 0) + 1
        self.ranks[rank] = self.ranks.get(rank, 0) + 1
        self.in_question += min(rank, size - rank) >= LEAST

    def __str__(self) -> str:
        if not self.sizes:
            return "no matroid at all"
        drawn = (
            f"{self.matroids} matroids of {_span(self.sizes)} elements and rank {_span(self.ranks)}"
        )
        judged = f"{self.searched} judged by search, {self.claimed} by claim"
        return f"{drawn}; {self.in_question} of rank and corank at least {LEAST}, {judged}"


def _span(counts: dict[int, int]) -> str:
    least = min(counts)
    most = max(counts)
    return str(least) if least == most else f"{least} to {most}"
