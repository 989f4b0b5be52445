"""Gammoids: a presentation, a reason why there is none, or neither where nothing decides it.

A gammoid is a contraction of a transversal matroid; a strict gammoid is the dual of a transversal
matroid. Gammoids are closed under duality and minors (Ingleton and Piff, *Gammoids and transversal
matroids*, 1973). No finite list of excluded minors decides which matroids are gammoids (Mayhew,
*The antichain of excluded minors for the class of gammoids is maximal*, 2016).
"""

from dataclasses import dataclass
from itertools import islice

import numpy as np

from matroidlab import Contraction, Dual, TransversalMatroid
from matroidlab.orderability import Violation, strong_order_violation
from matroidlab.protocol import Matroid
from matroidlab.subsets import Progress, RankTable, basis_masks, elements_of, rank_table, table_of
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.extensions import extension_masks
from matroidlab_atlas.structure.ingleton import IngletonViolation, ingleton_violation
from matroidlab_atlas.structure.large.given_matrices import small_minor
from matroidlab_atlas.structure.minors import MinorWitness
from matroidlab_atlas.structure.recognition import explicit_of
from matroidlab_atlas.structure.sets import flat_masks
from matroidlab_atlas.structure.transversality import (
    is_table_transversal,
    transversal_presentation,
    transversal_violation,
)

DECIDED = 3
"""A matroid of at most this rank is a gammoid exactly if its dual is transversal (Ingleton and
Piff 1973); by duality, one of at most this corank exactly if it is transversal."""

MOST_EXTENSIONS = 20_000
"""The largest number of extensions that are tried to find a presentation: some five seconds."""


@dataclass(frozen=True)
class GammoidPresentation:
    """A transversal matroid that shows a gammoid: contract the elements after those of the gammoid.

    Attributes
    ----------
    transversal
        The transversal matroid. Its first elements are those of the gammoid, in their order.
    is_of_dual
        Whether the contraction is the dual of the gammoid, and not the gammoid itself.
    """

    transversal: TransversalMatroid
    is_of_dual: bool

    def verify(self, matroid: Matroid) -> bool:
        """Whether that contraction is the matroid or its dual, by their bases."""
        added = range(matroid.size, self.transversal.size)
        left = Contraction(self.transversal, list(added))
        shown = Dual(left) if self.is_of_dual else left
        return np.array_equal(basis_masks(shown), basis_masks(matroid))


@dataclass(frozen=True)
class NotGammoidMinor:
    """A minor of rank or corank at most 3 that is not a gammoid.

    Attributes
    ----------
    minor
        The elements to delete and to contract.
    is_dual_transversal_needed
        Whether the dual of the minor should be transversal, because the rank of the minor is at
        most 3; if not, the minor itself should be, because its corank is.
    """

    minor: MinorWitness
    is_dual_transversal_needed: bool

    def __str__(self) -> str:
        which = "the dual of the minor" if self.is_dual_transversal_needed else "the minor"
        return f"{which} is not transversal: {self.minor}"

    def verify(self, matroid: Matroid) -> bool:
        """Whether the minor is of that rank, and the set that excludes a presentation verifies."""
        left = small_minor(matroid, self.minor.deleted, self.minor.contracted)
        tried = Dual(left) if self.is_dual_transversal_needed else left
        found = transversal_violation(tried)
        return tried.size - tried.rank <= DECIDED and found is not None and found.verify(tried)


GammoidEvidence = GammoidPresentation | NotGammoidMinor | Violation | IngletonViolation


@takes_matroids
def gammoid_evidence(
    matroid: Matroid, *, progress: Progress | None = None
) -> GammoidEvidence | None:
    """Return a presentation as a gammoid, or what excludes one, or None if neither is found.

    >>> from matroidlab import GraphicMatroid, UniformMatroid
    >>> gammoid_evidence(UniformMatroid(size=4, rank=2)).transversal.sets
    ((0, 1, 2, 3), (0, 1, 2, 3))
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> print(gammoid_evidence(k4))
    the dual of the minor is not transversal: nothing to delete or contract

    Three things exclude a presentation: a minor of rank or corank at most 3 that is not a gammoid,
    two bases without a strong bijection (Mason 1972), and sets that violate Ingleton's inequality,
    because gammoids are represented over the rationals. A presentation is looked for with at most
    one element more. All matroids of rank or corank at most 3 are decided.
    """
    table = rank_table(matroid, progress=progress)
    sides = ((table, False), (table.dual, True))
    for side, is_dual in sides:
        found = transversal_presentation(explicit_of(side))
        if found is not None:
            return GammoidPresentation(found, is_dual)
    for side, is_dual in sides:
        minor = _excluded_minor(side)
        if minor is not None:
            return NotGammoidMinor(_turned(minor) if is_dual else minor, not is_dual)
    reason = strong_order_violation(matroid) or ingleton_violation(matroid)
    if reason is not None:
        return reason
    for side, is_dual in sides:
        wider = _presentation_with_one_more(side)
        if wider is not None:
            return GammoidPresentation(wider, not is_dual)
    return None


def is_gammoid(matroid: Matroid, *, progress: Progress | None = None) -> bool | None:
    """Whether the matroid is a gammoid; None if `gammoid_evidence` does not decide it.

    >>> from matroidlab_atlas import NamedMatroid
    >>> is_gammoid(NamedMatroid("whirl3")), is_gammoid(NamedMatroid("fano"))
    (True, False)
    """
    found = gammoid_evidence(matroid, progress=progress)
    return None if found is None else isinstance(found, GammoidPresentation)


def _excluded_minor(table: RankTable) -> MinorWitness | None:
    """A contraction of rank at most 3 whose dual is not transversal.

    Every minor of rank 3 is a restriction of such a contraction, and of a flat.
    """
    ground = frozenset(range(table.size))
    for mask in flat_masks(table, max(table.rank - DECIDED, 0)).tolist():
        flat = elements_of(mask).tolist()
        left = sorted(ground.difference(flat))
        if transversal_violation(Dual(explicit_of(table.minor(left, mask)))) is not None:
            return MinorWitness((), tuple(flat), tuple(left))
    return None


def _turned(minor: MinorWitness) -> MinorWitness:
    return MinorWitness(minor.contracted, minor.deleted, minor.images)


def _presentation_with_one_more(table: RankTable) -> TransversalMatroid | None:
    """A transversal matroid that becomes the dual when its last element is contracted."""
    # The first extension is by a coloop, which never helps.
    for _, masks in islice(extension_masks(table), 1, MOST_EXTENSIONS):
        dual = table_of(masks, table.size + 1).dual
        if is_table_transversal(dual):
            return transversal_presentation(explicit_of(dual))
    return None
