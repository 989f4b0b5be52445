"""Orders of two bases in which their elements can be exchanged one after the other.

Gabow (*Decomposing symmetric exchanges in matroid bases*, 1976) asked whether any two bases A and B
can be so ordered that for every i, exchanging the first i elements of A for the first i of B leaves
a basis in both. It is not known. Garamvolgyi, Mizutani, Oki, Schwarcz and Yamaguchi (*Towards the
proximity conjecture on group-labeled matroids*, ICALP 2025) call a matroid *subsequence-
interchangeably base-orderable* (SIBO) if there are orders in which every interval of A can be
exchanged for the same interval of B. R10 is not.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from matroidlab.algorithms import as_basis, is_basis
from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks, mask_of
from matroidlab.types import ElementsLike
from matroidlab_atlas.exchange.ordered_bases import Exchanged, ExchangeOrder, UnorderedPair
from matroidlab_atlas.exchange.pair_classes import as_set, bits_of, pair_classes
from matroidlab_atlas.structure.arguments import takes_matroids

ALWAYS_ORDERED = 2
"""Two bases that differ in at most this many elements have both orders: by a symmetric exchange of
one element and the exchange of everything, and by a bijection (Brualdi 1969)."""

IsBasis = Callable[[int], bool]


@takes_matroids
def serial_order(
    matroid: Matroid, source: ElementsLike, target: ElementsLike
) -> ExchangeOrder | None:
    """Return two bases so ordered that they can be exchanged by symmetric exchanges, one by one.

    >>> from matroidlab import UniformMatroid
    >>> serial_order(UniformMatroid(size=4, rank=2), [0, 1], [2, 3]).target
    (2, 3)

    None would be a counterexample to Gabow's conjecture.

    Parameters
    ----------
    matroid
        The matroid.
    source
        A basis.
    target
        Another basis.
    """
    return _ordered(matroid, source, target, Exchanged.SERIAL)


@takes_matroids
def interval_order(
    matroid: Matroid, source: ElementsLike, target: ElementsLike
) -> ExchangeOrder | None:
    """Return two bases so ordered that any interval of the first can be exchanged, or None.

    >>> from matroidlab import UniformMatroid
    >>> interval_order(UniformMatroid(size=4, rank=2), [0, 1], [2, 3]).target
    (2, 3)

    Parameters
    ----------
    matroid
        The matroid.
    source
        The basis whose intervals are exchanged.
    target
        Another basis.
    """
    return _ordered(matroid, source, target, Exchanged.INTERVAL)


@takes_matroids
def serial_order_violation(matroid: Matroid) -> UnorderedPair | None:
    """Return two bases without a serial symmetric exchange, or None. None is known.

    >>> from matroidlab_atlas import NamedMatroid
    >>> serial_order_violation(NamedMatroid("vamos")) is None
    True

    All pairs of bases are tried, up to some four million of them.
    """
    return _violation(matroid, Exchanged.SERIAL)


@takes_matroids
def interval_order_violation(matroid: Matroid) -> UnorderedPair | None:
    """Return two bases without an interval order, or None if the matroid is SIBO.

    >>> from matroidlab_atlas import NamedMatroid
    >>> print(interval_order_violation(NamedMatroid("r10")) is not None)
    True

    All ordered pairs of bases are tried, up to some four million of them.
    """
    return _violation(matroid, Exchanged.INTERVAL)


def _ordered(
    matroid: Matroid, source: ElementsLike, target: ElementsLike, exchanged: Exchanged
) -> ExchangeOrder | None:
    first = int(mask_of(as_basis(matroid, source, name="source")))
    second = int(mask_of(as_basis(matroid, target, name="target")))
    common = first & second

    def found(mask: int) -> bool:
        return is_basis(matroid, as_set(mask | common))

    steps = order_of(first & ~second, second & ~first, found, exchanged)
    if steps is None:
        return None
    shared = as_set(common)
    leaving = tuple(bit.bit_length() - 1 for bit, _ in steps)
    entering = tuple(bit.bit_length() - 1 for _, bit in steps)
    return ExchangeOrder(shared + leaving, shared + entering, exchanged)


def _violation(matroid: Matroid, exchanged: Exchanged) -> UnorderedPair | None:
    if min(matroid.rank, matroid.size - matroid.rank) <= ALWAYS_ORDERED:
        return None
    bases = basis_masks(matroid)
    known = set(bases.tolist())
    for pairs in pair_classes(bases, ALWAYS_ORDERED + 1):
        found = {part ^ pairs.common for part in known if part & pairs.common == pairs.common}
        for part in sorted(pairs.parts):
            rest = pairs.exchanged ^ part
            # A serial order of a pair is, backwards, one of the pair the other way round.
            if exchanged is Exchanged.SERIAL and part > rest:
                continue
            if order_of(part, rest, found.__contains__, exchanged) is None:
                source, target = (as_set(one | pairs.common) for one in (part, rest))
                return UnorderedPair(source, target, exchanged)
    return None


def order_of(
    first: int, second: int, found: IsBasis, exchanged: Exchanged
) -> list[tuple[int, int]] | None:
    """Return the exchanges in their order, each as two masks of one element, or None.

    ``first`` and ``second`` are disjoint, and ``found`` says which parts of their union complete
    the common elements to a basis.
    """
    search = _Search(first, second, found, exchanged)
    return search.steps if search.succeeds_from(first) else None


@dataclass
class _Search:
    """A search for an order of two disjoint sets, by backtracking.

    After some exchanges, what can follow in a serial order depends only on the basis that was
    reached, so that its dead ends are remembered.
    """

    first: int
    second: int
    found: IsBasis
    exchanged: Exchanged
    steps: list[tuple[int, int]] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)

    def succeeds_from(self, reached: int) -> bool:
        """Whether the steps so far, which lead to ``reached``, can be completed; then they are."""
        if reached == self.second:
            return True
        if reached in self.dead:
            return False
        for leaving in bits_of(reached & self.first):
            for entering in bits_of(self.second & ~reached):
                after = reached ^ leaving ^ entering
                self.steps.append((leaving, entering))
                if self._allows(after) and self.succeeds_from(after):
                    return True
                self.steps.pop()
        if self.exchanged is Exchanged.SERIAL:
            self.dead.add(reached)
        return False

    def _allows(self, after: int) -> bool:
        if not (self.found(after) and self.found(self.first ^ self.second ^ after)):
            return False
        return self.exchanged is Exchanged.SERIAL or self._inner_intervals_are_bases()

    def _inner_intervals_are_bases(self) -> bool:
        """Whether the intervals that end at the last step, but not those from the first, work."""
        part = self.first
        for leaving, entering in reversed(self.steps[1:]):
            part ^= leaving | entering
            if not self.found(part):
                return False
        return True
