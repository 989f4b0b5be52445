"""Whether symmetric exchanges lead from any pair of bases to any other with the same elements.

White (*A unique exchange property for bases*, 1980) conjectured it, for sequences of any number of
bases; this is the case of two, for ordered pairs. It is not known in general.
"""

from collections import deque
from dataclasses import dataclass

from matroidlab.algorithms import as_basis, is_basis
from matroidlab.errors import InvalidElementsError
from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks, mask_of
from matroidlab.types import ElementsLike, are_elements
from matroidlab_atlas.exchange.pair_classes import as_set, bits_of, listed, pair_classes
from matroidlab_atlas.structure.arguments import takes_matroids

Set = tuple[int, ...]
Pair = tuple[Set, Set]

ALWAYS_CONNECTED = 2
"""Pairs that differ in at most this many elements are connected: a matroid of rank 2 on 4 elements
that is the union of two bases has at most two pairs of parallel elements."""


@dataclass(frozen=True)
class SeparatedPairs:
    """Two pairs of bases with the same elements that symmetric exchanges do not connect.

    Attributes
    ----------
    first
        A pair of bases.
    second
        Another pair, with the same common elements and the same union.
    """

    first: Pair
    second: Pair

    def __repr__(self) -> str:
        return f"SeparatedPairs({self})"

    def __str__(self) -> str:
        start, goal = (" and ".join(map(listed, pair)) for pair in (self.first, self.second))
        return f"no symmetric exchanges lead from {start} to {goal}"

    def verify(self, matroid: Matroid) -> bool:
        """Whether the second pair is not among those that are reached, by trying all exchanges."""
        bases = (*self.first, *self.second)
        if not are_elements(bases, matroid.size):
            return False
        if not all(is_basis(matroid, one) for one in bases):
            return False
        if sorted(self.first[0] + self.first[1]) != sorted(self.second[0] + self.second[1]):
            return False
        start, goal = (tuple(map(frozenset, pair)) for pair in (self.first, self.second))
        reached = {start}
        waiting = [start]
        while waiting:
            one, other = waiting.pop()
            for leaving in one - other:
                for entering in other - one:
                    after = (one - {leaving} | {entering}, other - {entering} | {leaving})
                    if after not in reached and all(is_basis(matroid, part) for part in after):
                        reached.add(after)
                        waiting.append(after)
        return goal not in reached


@takes_matroids
def exchange_path(
    matroid: Matroid,
    start: tuple[ElementsLike, ElementsLike],
    goal: tuple[ElementsLike, ElementsLike],
) -> list[Pair] | None:
    """Return a shortest sequence of pairs of bases, each by a symmetric exchange from the last.

    >>> from matroidlab import UniformMatroid
    >>> exchange_path(UniformMatroid(size=4, rank=2), ([0, 1], [2, 3]), ([2, 3], [0, 1]))
    [((0, 1), (2, 3)), ((1, 2), (0, 3)), ((2, 3), (0, 1))]

    None would be a counterexample to White's conjecture.

    Parameters
    ----------
    matroid
        The matroid.
    start
        Two bases.
    goal
        Two bases with the same common elements and the same union.
    """
    first, second = (int(mask_of(as_basis(matroid, one, name="start"))) for one in start)
    wanted, other = (int(mask_of(as_basis(matroid, one, name="goal"))) for one in goal)
    if (first & second, first | second) != (wanted & other, wanted | other):
        raise InvalidElementsError(
            "start and goal must have the same elements: "
            f"got {as_set(first | second)} and {as_set(wanted | other)}, "
            f"and in common {as_set(first & second)} and {as_set(wanted & other)}"
        )
    whole = first ^ second
    common = first & second
    before: dict[int, int | None] = {first & whole: None}
    waiting = deque(before)
    while waiting and wanted & whole not in before:
        part = waiting.popleft()
        for after in _neighbours(part, whole):
            both = (after | common, (whole ^ after) | common)
            if after not in before and all(is_basis(matroid, as_set(one)) for one in both):
                before[after] = part
                waiting.append(after)
    if wanted & whole not in before:
        return None
    path: list[Pair] = []
    step: int | None = wanted & whole
    while step is not None:
        path.append((as_set(step | common), as_set((whole ^ step) | common)))
        step = before[step]
    return path[::-1]


@takes_matroids
def exchange_path_violation(matroid: Matroid) -> SeparatedPairs | None:
    """Return two pairs of bases that symmetric exchanges do not connect, or None. None is known.

    >>> from matroidlab_atlas import NamedMatroid
    >>> exchange_path_violation(NamedMatroid("vamos")) is None
    True

    All pairs of bases are tried, up to some four million of them.
    """
    for pairs in pair_classes(basis_masks(matroid), ALWAYS_CONNECTED + 1):
        start = min(pairs.parts)
        left = set(pairs.parts)
        left.remove(start)
        waiting = [start]
        while waiting and left:
            for after in _neighbours(waiting.pop(), pairs.exchanged):
                if after in left:
                    left.remove(after)
                    waiting.append(after)
        if left:
            ends = (start, min(left))
            found = (
                (as_set(part | pairs.common), as_set((pairs.exchanged ^ part) | pairs.common))
                for part in ends
            )
            return SeparatedPairs(*found)
    return None


def _neighbours(part: int, whole: int) -> list[int]:
    """The parts of the pairs that one exchange would give, whether or not they are bases."""
    entering = bits_of(whole ^ part)
    return [part ^ leaving ^ bit for leaving in bits_of(part) for bit in entering]
