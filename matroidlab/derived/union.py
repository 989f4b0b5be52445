from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab.algorithms.additions import additions
from matroidlab.algorithms.growing_partition import GrowingPartition, additions_to
from matroidlab.algorithms.oracle import own_places
from matroidlab.algorithms.strong_exchange import StrongExchange
from matroidlab.base import MatroidBase
from matroidlab.derived.direct_sum import DirectSum
from matroidlab.derived.sets import as_matroids
from matroidlab.derived.truncation import Truncation
from matroidlab.errors import InvalidMatroidError
from matroidlab.protocol import Matroid, Orderability
from matroidlab.protocol.labels import Labels, labels_of, unlabelled
from matroidlab.types import Booleans, Elements


@dataclass(frozen=True)
class MatroidUnion(MatroidBase):
    """The matroid of several matroids on the same elements, whose sets are unions of theirs.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> MatroidUnion([k4, k4]).rank
    6

    A set is independent if it can be cut into pieces, one for each part and independent there:
    here, into two forests. That this is a matroid, and its rank, the least of ``r_1(U) + .. +
    r_k(U) + |E - U|``, is the theorem of Edmonds and Fulkerson (1965,
    https://doi.org/10.6028/jres.069B.016), and of Nash-Williams (1966). Strongly base-orderable if
    all parts are.
    """

    parts: Sequence[Matroid]

    def __post_init__(self) -> None:
        parts = as_matroids(self.parts, name="parts")
        sizes = [part.size for part in parts]
        if len(set(sizes)) != 1:
            shown = f"sizes {sizes}" if sizes else "none"
            raise InvalidMatroidError(
                f"parts must be at least one matroid, all with the same elements, got {shown}"
            )
        object.__setattr__(self, "parts", parts)

    @property
    def size(self) -> int:
        """The number of elements, the same for all parts."""
        return self.parts[0].size

    @property
    def labels(self) -> Labels | None:
        """The names to ask by, if all parts have the same."""
        found = {labels_of(part) for part in self.parts}
        return found.pop() if len(found) == 1 else None

    @cached_property
    def unlabelled(self) -> Matroid:
        """The union of the parts without names to ask by; it still prints the names."""
        from matroidlab.labelled import Titled  # noqa: PLC0415 - used where there are names

        return Titled(MatroidUnion([unlabelled(part) for part in self.parts]), self.labels or ())

    @cached_property
    def _leaves(self) -> tuple[Matroid, ...]:
        """The parts, with the parts of parts that are unions themselves."""
        leaves: list[Matroid] = []
        for part in self.parts:
            leaves += part._leaves if isinstance(part, MatroidUnion) else (part,)  # noqa: SLF001
        return tuple(leaves)

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the set can be cut into pieces; at most one augmenting path an element."""
        return len(self._cut(elements).home) == len(elements)

    def _cut(self, elements: Elements) -> GrowingPartition:
        """Cut a set into pieces, first by greedy; a dependent set is not cut to the end."""
        partition = GrowingPartition(map(additions_to, self._leaves))
        left = elements
        for i, part in enumerate(self._leaves):
            partition.fill(i, part.greedy(left).tolist())
            left = left[[element not in partition.home for element in left.tolist()]]
        all(partition.add(element) for element in left.tolist())
        return partition

    def greedy(self, order: Elements, /) -> Elements:
        """The elements that fit in some part, perhaps by moving others; one augmenting path each.

        What a part keeps by itself is in anyway, for what spans an element in the union spans it in
        every part. So all that is put there before anything else is tried.
        """
        partition = GrowingPartition(map(additions_to, self._leaves))
        for i, part in enumerate(self._leaves):
            partition.fill(
                i,
                [
                    element
                    for element in part.greedy(order).tolist()
                    if element not in partition.home
                ],
            )
        for element in order.tolist():
            if element not in partition.home:
                partition.add(element)
        return np.array(
            [element for element in order.tolist() if element in partition.home], dtype=np.intp
        )

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An element replaces all it reaches by moving others, or any if it reaches room."""
        own = own_places(independent, incoming)
        entering = incoming[~own.any(axis=1)]
        direct, free = self._moves(independent, np.concatenate([independent, entering]))
        count = len(independent)
        reach = direct[:count]
        for middle in range(count):
            reach = reach | (reach[:, middle, None] & reach[middle])
        reached = direct[count:] | (direct[count:, :, None] & reach).any(axis=1)
        free = free[count:] | (reached & free[:count]).any(axis=1)
        allowed = own.copy()
        allowed[~own.any(axis=1)] = reached | free[:, None]
        return allowed

    def _moves(self, independent: Elements, moving: Elements) -> tuple[Booleans, Booleans]:
        """Return which of ``moving`` can take which place, and which find room."""
        partition = self._cut(independent)
        place_of = {element: place for place, element in enumerate(independent.tolist())}
        home = np.array(
            [partition.home.get(element, -1) for element in moving.tolist()], dtype=np.intp
        )
        moves = np.zeros((len(moving), len(independent)), dtype=np.bool_)
        free = np.zeros(len(moving), dtype=np.bool_)
        for i, (part, members) in enumerate(zip(self._leaves, partition.sets, strict=True)):
            rows = np.flatnonzero(home != i)
            room, replaceable = additions(part, np.array(members, dtype=np.intp), moving[rows])
            free[rows] |= room
            columns = np.array([place_of[member] for member in members], dtype=np.intp)
            moves[np.ix_(rows, columns)] = replaceable
        return moves, free

    def orderability(self) -> StrongExchange | None:
        """A strong bijection for every pair of bases, if all parts have one.

        A basis is cut into pieces, which makes it a set of the direct sum of the parts, with an
        element for each part and each element; cut off at the rank of the union, that is strongly
        base-orderable as well.
        """
        known = Truncation(DirectSum(self._leaves), self.rank).orderability()
        return (
            None
            if known is None
            else StrongExchange(lambda source, target: self._walked(known, source, target))
        )

    def _walked(self, known: Orderability, source: Elements, target: Elements) -> Elements:
        """Walk along the bijection of the direct sum, and go on from every common element.

        To exchange some elements of the source is to exchange all that their walks meet: each
        such element leaves one part and enters another, and is in the union all along.
        """
        first = self._lifted(source)
        partners_of_first = known.strong_bijection(first, self._lifted(target))
        assert partners_of_first is not None  # the truncation has no violation
        step = {a % self.size: b % self.size for a, b in zip(first, partners_of_first, strict=True)}
        common = set(source.tolist()) & set(target.tolist())
        partners = source.copy()
        for place, element in enumerate(source.tolist()):
            if element not in common:
                end = step[element]
                while end in common:
                    end = step[end]
                partners[place] = end
        return partners

    def _lifted(self, basis: Elements) -> Elements:
        """The basis as a set of the direct sum of the parts."""
        home = self._cut(basis).home
        return basis + self.size * np.array(
            [home[element] for element in basis.tolist()], dtype=np.intp
        )
