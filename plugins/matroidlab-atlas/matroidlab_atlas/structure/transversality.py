"""Transversal matroids: a presentation by sets, or a set of elements that excludes one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from matroidlab import TransversalMatroid
from matroidlab.algorithms import as_mask
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import Progress, RankTable, elements_of, halves, rank_table
from matroidlab.types import are_elements
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import Set, named

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class TransversalViolation:
    """A set of negative multiplicity, which shows that a matroid is not transversal.

    Attributes
    ----------
    elements
        The set X. Its multiplicity is ``r(M) - r(X)``, minus the multiplicities of the cyclic flats
        that contain it properly.
    """

    elements: Set
    names: Sequence[str] = field(repr=False, compare=False, default=())

    def __repr__(self) -> str:
        return f"TransversalViolation({self})"

    def __str__(self) -> str:
        return f"the multiplicity of {named(self.elements, self.names)} would be negative"

    def verify(self, matroid: Matroid) -> bool:
        """Whether the multiplicity of the set is negative, by the definition."""
        if not are_elements([self.elements], matroid.size):
            return False
        table = rank_table(matroid)
        known: dict[int, int] = {}
        whole = (1 << table.size) - 1
        ground = range(table.size)

        def is_cyclic_flat(mask: int) -> bool:
            ranks = table.ranks
            return all(
                ranks[mask & ~(1 << e)] == ranks[mask]
                if mask >> e & 1
                else ranks[mask | 1 << e] > ranks[mask]
                for e in ground
            )

        def multiplicity(mask: int) -> int:
            if mask not in known:
                above = (
                    more | mask
                    for more in _parts(whole & ~mask)
                    if more and is_cyclic_flat(more | mask)
                )
                known[mask] = table.rank - int(table.ranks[mask]) - sum(map(multiplicity, above))
            return known[mask]

        return multiplicity(as_mask(self.elements, size=table.size)) < 0


def _parts(mask: int) -> list[int]:
    """All subsets of a set, itself first."""
    found = [mask]
    while found[-1]:
        found.append((found[-1] - 1) & mask)
    return found


@takes_matroids
def transversal_violation(
    matroid: Matroid, *, progress: Progress | None = None
) -> TransversalViolation | None:
    """Return a set of negative multiplicity, or None if the matroid is transversal.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> print(transversal_violation(k4))
    the multiplicity of {} would be negative

    The multiplicity of a set X is ``r(M) - r(X)``, minus the multiplicities of the cyclic flats
    that contain it properly. It is the number of times that the complement of X is in the maximal
    presentation. A matroid is transversal exactly if no multiplicity is negative (Mason 1971;
    Bonin, Kung and de Mier, *Characterizations of transversal and fundamental transversal
    matroids*, 2011).
    """
    table = rank_table(matroid, progress=progress)
    negative = np.flatnonzero(_multiplicities(table)[1] < 0)
    if not len(negative):
        return None
    return TransversalViolation(
        tuple(elements_of(int(negative[-1])).tolist()), element_names_of(matroid)
    )


@takes_matroids
def is_transversal(matroid: Matroid, *, progress: Progress | None = None) -> bool:
    """Whether the matroid is transversal; `transversal_presentation` returns the sets."""
    return transversal_violation(matroid, progress=progress) is None


@takes_matroids
def transversal_presentation(
    matroid: Matroid, *, progress: Progress | None = None
) -> TransversalMatroid | None:
    """Return a presentation of the matroid by sets, or None if it is not transversal.

    It has the fewest sets possible, and the sets are as large as possible.

    >>> from matroidlab import UniformMatroid
    >>> transversal_presentation(UniformMatroid(size=4, rank=2))
    TransversalMatroid(size=4, sets=((0, 1, 2, 3), (0, 1, 2, 3)))
    """
    table = rank_table(matroid, progress=progress)
    flats, every = _multiplicities(table)
    if (every < 0).any():
        return None
    whole = (1 << table.size) - 1
    sets = [
        elements_of(whole & ~flat).tolist()
        for flat in flats.tolist()
        for _ in range(int(every[flat]))
    ]
    return TransversalMatroid(table.size, sets)


def is_table_transversal(table: RankTable) -> bool:
    """Whether the matroid of a table is transversal."""
    return bool((_multiplicities(table)[1] >= 0).all())


def _multiplicities(table: RankTable) -> tuple[Numbers, Numbers]:
    """The cyclic flats, and the multiplicity of every set."""
    flats = _cyclic_flats(table)
    among = np.zeros(1 << table.size, dtype=np.int64)
    for flat in flats[np.argsort(-np.bitwise_count(flats), kind="stable")].tolist():
        above = flats[(flats & flat == flat) & (flats != flat)]
        among[flat] = table.rank - int(table.ranks[flat]) - int(among[above].sum())
    over = among.copy()
    for element in range(table.size):
        for without, held in halves(over, element):
            np.add(without, held, out=without)
    every: Numbers = table.rank - table.ranks.astype(np.int64) - (over - among)
    return flats, every


def _cyclic_flats(table: RankTable) -> Numbers:
    """The flats that are unions of circuits: removing any one element does not lower the rank."""
    flats = table.flats
    for element in range(table.size):
        bit = 1 << element
        flats = flats[(flats & bit == 0) | (table.ranks[flats & ~bit] == table.ranks[flats])]
    return flats
