"""Cyclic orders of all elements in which any ``rank`` consecutive ones are a basis.

If there is one, no set X has more than r(X) |E| / r(E) elements, since each of the |E| intervals
has at most r(X) of them. Kajitani, Ueno and Miyano (*Ordering of the elements of a matroid such
that its consecutive w elements are independent*, 1988) conjectured the converse. It holds if size
and rank have no common divisor (van den Heuvel and Thomasse 2012), and is open in general.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from matroidlab.algorithms import is_basis, rank_of
from matroidlab.protocol import Matroid
from matroidlab.subsets import RankTable, rank_table, set_sizes
from matroidlab.types import are_elements
from matroidlab_atlas.exchange.pair_classes import as_set, listed
from matroidlab_atlas.structure.arguments import takes_matroids


@dataclass(frozen=True)
class CyclicOrderViolation:
    """Why a matroid has no cyclic order of bases.

    Attributes
    ----------
    dense
        A set X of more than ``r(X) |E| / r(E)`` elements. None says that there is no such set and
        no order either: a counterexample to the conjecture of Kajitani, Ueno and Miyano.
    """

    dense: tuple[int, ...] | None

    def __repr__(self) -> str:
        return f"CyclicOrderViolation({self})"

    def __str__(self) -> str:
        if self.dense is None:
            return "no set is too dense, but all orders fail"
        return f"{listed(self.dense)} has too many elements for its rank"

    def verify(self, matroid: Matroid) -> bool:
        """Whether the set is too dense; without a set, whether all orders fail."""
        if self.dense is not None:
            if not are_elements([self.dense], matroid.size):
                return False
            here = len(self.dense) * matroid.rank
            return here > rank_of(matroid, self.dense) * matroid.size
        others = permutations(range(1, matroid.size))
        return not any(is_cyclic_order(matroid, (0, *order)) for order in others)


def is_cyclic_order(matroid: Matroid, order: tuple[int, ...]) -> bool:
    """Whether any ``rank`` consecutive elements of a cyclic order are a basis."""
    twice = order + order
    return all(is_basis(matroid, twice[i : i + matroid.rank]) for i in range(len(order)))


@takes_matroids
def dense_set(matroid: Matroid) -> tuple[int, ...] | None:
    """Return a set X with ``|X| r(E) > |E| r(X)``, a densest one, or None if there is none.

    >>> from matroidlab import GraphicMatroid
    >>> dense_set(GraphicMatroid([(0, 1), (0, 1), (1, 2)]))
    (0, 1)
    >>> dense_set(GraphicMatroid([(0, 1), (1, 2), (0, 2)])) is None
    True

    A matroid without such a set is called uniformly dense.
    """
    table = rank_table(matroid)
    excess = set_sizes(table.size).astype(np.int64) * table.rank
    excess -= table.ranks.astype(np.int64) * table.size
    densest = int(excess.argmax())
    return as_set(densest) if excess[densest] > 0 else None


@takes_matroids
def cyclic_base_order(matroid: Matroid) -> tuple[int, ...] | None:
    """Return the elements in a cyclic order in which any ``rank`` consecutive ones are a basis.

    >>> from matroidlab import GraphicMatroid
    >>> cyclic_base_order(GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]))
    (0, 2, 1, 3, 4)

    None if there is no such order. Found by backtracking.
    """
    if dense_set(matroid) is not None:
        return None
    return _search(rank_table(matroid))


@takes_matroids
def cyclic_order_violation(matroid: Matroid) -> CyclicOrderViolation | None:
    """Return why there is no cyclic order of bases, or None if there is one.

    >>> from matroidlab import GraphicMatroid
    >>> print(cyclic_order_violation(GraphicMatroid([(0, 1), (0, 1), (1, 2)])))
    {0, 1} has too many elements for its rank
    """
    dense = dense_set(matroid)
    if dense is not None:
        return CyclicOrderViolation(dense)
    return None if _search(rank_table(matroid)) is not None else CyclicOrderViolation(None)


def _search(table: RankTable) -> tuple[int, ...] | None:
    size = table.size
    # The complement of consecutive elements is consecutive: the shorter of the two intervals is
    # checked, because it is complete sooner.
    width = min(table.rank, size - table.rank)
    if width == 0:
        return tuple(range(size))
    sets = np.flatnonzero(set_sizes(size) == table.rank)
    bases = sets[table.independent[sets]]
    if 2 * table.rank > size:
        bases = (1 << size) - 1 - bases
    known = set(bases.tolist())
    order = [0]

    def fits(window: list[int]) -> bool:
        return sum(1 << element for element in window) in known

    def extended(left: int) -> bool:
        if not left:
            around = order[1 - width :] + order[: width - 1] if width > 1 else []
            return all(fits(around[i : i + width]) for i in range(width - 1))
        for element in as_set(left):
            order.append(element)
            if (len(order) < width or fits(order[-width:])) and extended(left ^ (1 << element)):
                return True
            order.pop()
        return False

    return tuple(order) if extended(((1 << size) - 1) ^ 1) else None
