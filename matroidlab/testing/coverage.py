from dataclasses import dataclass, field

from matroidlab.protocol import Matroid

LEAST = 3
"""Matroids of smaller rank or corank are always strongly base-orderable."""


@dataclass
class Coverage:
    """The matroids that a property test has seen: their sizes and ranks, and how each was judged.

    >>> from matroidlab import UniformMatroid
    >>> covered = Coverage()
    >>> covered.count(UniformMatroid(4, 1))
    >>> covered.count(UniformMatroid(6, 3))
    >>> covered.searched += 1
    >>> print(covered)
    2 matroids of 4 to 6 elements and rank 1 to 3; 1 of rank and corank at least 3, ...

    Attributes
    ----------
    sizes
        The number of matroids of each size.
    ranks
        The number of matroids of each rank.
    in_question
        The number of matroids of rank and corank at least 3; no other can be a counterexample.
    searched
        The number of these that were judged by all pairs of their bases.
    claimed
        The number of these that were judged by their own claim, checked on drawn pairs.
    """

    sizes: dict[int, int] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    in_question: int = 0
    searched: int = 0
    claimed: int = 0

    @property
    def matroids(self) -> int:
        """The number of matroids."""
        return sum(self.sizes.values())

    def count(self, matroid: Matroid) -> None:
        """Add a matroid to the counts."""
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
