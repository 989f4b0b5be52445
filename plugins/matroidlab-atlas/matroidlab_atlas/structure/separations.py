from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import LIMIT, Progress, elements_of, rank_table, set_sizes
from matroidlab.types import as_count
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.classes import components
from matroidlab_atlas.structure.low_separations import low_separation
from matroidlab_atlas.structure.set_list import Set, named


@dataclass(frozen=True)
class Separation:
    """A partition of the ground set into two parts that share little rank.

    Attributes
    ----------
    order
        k, where both parts have at least k elements and their ranks add up to less than k more than
        the rank.
    first
        The smaller part.
    second
        The larger part.
    names
        The names of the elements, for printing.
    """

    order: int
    first: Set
    second: Set
    names: Sequence[str] = field(repr=False, compare=False, default=())

    def __repr__(self) -> str:
        return f"Separation({self})"

    def __str__(self) -> str:
        first = named(self.first, self.names)
        second = named(self.second, self.names)
        return f"{self.order}-separation: {first} and {second}"


@takes_matroids
def separation(
    matroid: Matroid, connectivity: int = 2, *, progress: Progress | None = None
) -> Separation | None:
    """Return a separation of order less than ``connectivity``, or None if there is none.

    A separation shows that the matroid is less connected than that; the one returned has the lowest
    order. A matroid is 4-connected if ``separation(matroid, 4)`` is None.

    >>> from matroidlab import GraphicMatroid
    >>> print(separation(GraphicMatroid([(0, 1), (1, 2), (2, 0), (2, 3)])))
    1-separation: {2-3} and {0-1, 1-2, 2-0}
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> separation(k4, connectivity=3) is None
    True

    At most 22 elements; for separations of order 1 and 2, so for 3-connectedness, the matroid may
    have any size, and the part that is returned need not be a smallest one.

    Parameters
    ----------
    matroid
        The matroid.
    connectivity
        The order that the separation must stay below.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    most = as_count(connectivity, name="connectivity", least=2)
    if matroid.size > LIMIT and most <= 3:
        known = low_separation(matroid, most - 1, progress=progress)
        if known is None:
            return None
        order, part = known
        rest = tuple(sorted(set(range(matroid.size)) - set(part)))
        smaller, larger = sorted([part, rest], key=len)
        return Separation(order, smaller, larger, element_names_of(matroid))
    ranks = rank_table(matroid, progress=progress).ranks.astype(np.int8)
    sizes = set_sizes(matroid.size)
    shared = ranks + ranks[::-1] - ranks[-1]
    for order in range(1, min(most, matroid.size // 2 + 1)):
        found = np.flatnonzero((shared < order) & (sizes >= order) & (2 * sizes <= matroid.size))
        if len(found):
            mask = int(found[sizes[found].argmin()])
            first, second = (
                tuple(elements_of(part).tolist()) for part in (mask, len(ranks) - 1 - mask)
            )
            return Separation(order, first, second, element_names_of(matroid))
    return None


@takes_matroids
def is_connected(matroid: Matroid) -> bool:
    """Whether there is at most one component. The matroid may have any size.

    >>> from matroidlab import UniformMatroid
    >>> is_connected(UniformMatroid(size=3, rank=2)), is_connected(UniformMatroid(size=2, rank=2))
    (True, False)
    """
    return len(components(matroid)) <= 1


@takes_matroids
def is_3_connected(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether there are no 1-separations and 2-separations, for any size; `separation` finds one.

    >>> from matroidlab import UniformMatroid
    >>> [is_3_connected(UniformMatroid(size=4, rank=rank)) for rank in (2, 3)]
    [True, False]
    """
    return separation(matroid, 3, progress=progress) is None
