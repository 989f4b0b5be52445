"""Two bases in an order in which parts of them can be exchanged, and two without such an order."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import permutations

from matroidlab.algorithms import is_basis
from matroidlab.protocol import Matroid
from matroidlab.types import are_elements
from matroidlab_atlas.exchange.pair_classes import listed


class Exchanged(Enum):
    """Which parts of two ordered bases can be exchanged."""

    SERIAL = "the first elements, any number of them, in both bases"
    INTERVAL = "any interval of elements, in the first basis"


@dataclass(frozen=True)
class ExchangeOrder:
    """Two bases in an order in which parts of them can be exchanged.

    Attributes
    ----------
    source
        The first basis in its order; elements of both bases come first.
    target
        The second basis in its order.
    exchanged
        Which parts can be exchanged.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    exchanged: Exchanged

    def __repr__(self) -> str:
        return f"ExchangeOrder({self})"

    def __str__(self) -> str:
        pairs = zip(self.source, self.target, strict=True)
        steps = ", ".join(f"{leaving} for {entering}" for leaving, entering in pairs)
        how = "one after the other" if self.exchanged is Exchanged.SERIAL else "in any interval"
        return f"exchange {steps}, {how}"

    def verify(self, matroid: Matroid) -> bool:
        """Whether every one of these exchanges leaves a basis, by the definition."""
        is_pair = len(self.source) == len(self.target) and self.exchanged in list(Exchanged)
        return is_pair and all(
            are_elements([chosen], matroid.size) and is_basis(matroid, chosen)
            for chosen in self._bases()
        )

    def _bases(self) -> Iterator[tuple[int, ...]]:
        count = len(self.source)
        if self.exchanged is Exchanged.SERIAL:
            for end in range(count + 1):
                yield self.target[:end] + self.source[end:]
                yield self.source[:end] + self.target[end:]
            return
        for start in range(count + 1):
            for end in range(start, count + 1):
                yield self.source[:start] + self.target[start:end] + self.source[end:]


@dataclass(frozen=True)
class UnorderedPair:
    """Two bases that have no order in which such parts of them can be exchanged.

    Attributes
    ----------
    source
        The first basis, ascending.
    target
        The second basis, ascending.
    exchanged
        Which parts should be exchanged.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    exchanged: Exchanged

    def __repr__(self) -> str:
        return f"UnorderedPair({self})"

    def __str__(self) -> str:
        both = f"{listed(self.source)} and {listed(self.target)}"
        return f"{both} have no order for exchanging {self.exchanged.value}"

    def verify(self, matroid: Matroid) -> bool:
        """Whether they are bases and all orders of the elements in which they differ fail."""
        both = (self.source, self.target)
        is_pair = self.exchanged in list(Exchanged) and are_elements(both, matroid.size)
        if not (is_pair and all(is_basis(matroid, one) for one in both)):
            return False
        common = tuple(sorted({*self.source} & {*self.target}))
        leaving = [element for element in self.source if element not in common]
        entering = [element for element in self.target if element not in common]
        return not any(
            ExchangeOrder(common + first, common + second, self.exchanged).verify(matroid)
            for first in permutations(leaving)
            for second in permutations(entering)
        )
