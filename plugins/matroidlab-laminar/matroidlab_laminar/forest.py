from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from matroidlab.errors import InvalidMatroidError


@dataclass(frozen=True)
class Forest:
    """Nested sets as a forest: each hangs under the smallest set around it.

    >>> forest = Forest.of(size=4, sets=[(0, 1), (0, 1, 2)])
    >>> forest.above, forest.innermost
    ([1, 2, -1], [0, 0, 1, 2])

    The ground set, the root, has the number ``len(sets)`` and nothing above it.
    """

    above: list[int]
    """For each set, the set that it hangs under; -1 for the root."""
    innermost: list[int]
    """For each element, the smallest set that holds it."""
    outer_first: list[int]
    """The sets, root first, every set before those within it."""

    @classmethod
    def of(cls, size: int, sets: Sequence[Sequence[int]]) -> "Forest":
        """Build the forest from large to small sets, or name two sets that cross; O(incidences)."""
        root = len(sets)
        above = [-1] * (root + 1)
        innermost = [root] * size
        outer_first = [root]
        for j in sorted(range(root), key=lambda j: -len(sets[j])):
            homes = {innermost[element] for element in sets[j]}
            if len(homes) > 1:
                other = max(homes - {root}, key=outer_first.index)
                raise InvalidMatroidError(_crossing(sets, j, other))
            above[j] = homes.pop() if homes else root
            for element in sets[j]:
                innermost[element] = j
            outer_first.append(j)
        return cls(above, innermost, outer_first)

    @cached_property
    def holders(self) -> list[tuple[int, ...]]:
        """For each element, the sets that hold it, from the innermost outward, without the root."""
        chains: dict[int, tuple[int, ...]] = {self.outer_first[0]: ()}
        for j in self.outer_first[1:]:
            chains[j] = (j, *chains[self.above[j]])
        return [chains[home] for home in self.innermost]


def _crossing(sets: Sequence[Sequence[int]], smaller: int, larger: int) -> str:
    """Say how two sets cross: ``smaller`` came last, so neither can lie within the other."""
    one = set(sets[smaller])
    two = set(sets[larger])
    return (
        f"sets must be nested or disjoint, but sets[{min(smaller, larger)}] "
        f"and sets[{max(smaller, larger)}] cross: "
        f"both hold {min(one & two)}, only sets[{smaller}] holds {min(one - two)}, "
        f"only sets[{larger}] holds {min(two - one)}"
    )
