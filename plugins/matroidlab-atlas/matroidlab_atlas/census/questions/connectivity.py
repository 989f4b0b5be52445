"""Connectivity: a "no" has a separation as its witness."""

from dataclasses import dataclass
from itertools import combinations

from matroidlab.algorithms import rank_of
from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.types import as_count
from matroidlab_atlas.census.questions.witness_sets import elements_in, set_of
from matroidlab_atlas.structure import separation
from matroidlab_atlas.structure.set_list import named


@dataclass(frozen=True)
class KConnected:
    """Whether there is no partition into two parts of k - 1 or more elements that share little.

    >>> from matroidlab import UniformMatroid
    >>> KConnected(3).ask(UniformMatroid(size=4, rank=2)) is None
    True
    """

    k: int

    def __post_init__(self) -> None:
        as_count(self.k, name="k", least=2)

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return a part of a separation of order less than k."""
        found = separation(matroid, self.k)
        return None if found is None else {"part": list(found.first), "order": found.order}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether both parts have ``order`` elements and share a rank of less than that."""
        part = elements_in(matroid, witness["part"])
        (order,) = set_of([witness["order"]])
        rest = [element for element in range(matroid.size) if element not in part]
        if not 1 <= order < self.k or min(len(part), len(rest)) < order:
            return False
        return rank_of(matroid, part) + rank_of(matroid, rest) - matroid.rank < order

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether no part of at most half of the elements makes a separation."""
        return not any(
            self.verify(matroid, {"part": list(part), "order": min(len(part), self.k - 1)})
            for count in range(1, matroid.size // 2 + 1)
            for part in combinations(range(matroid.size), count)
        )

    def describe(self, witness: Witness, /) -> str:
        """Name the smaller part."""
        part = set_of(witness["part"])
        return f"{named(part, ())} and the rest are a {witness['order']}-separation"
