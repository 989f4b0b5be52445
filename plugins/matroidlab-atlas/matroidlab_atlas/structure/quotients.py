"""Quotients: matroids whose flats are all flats of another matroid."""

from dataclasses import dataclass, field

import numpy as np

from matroidlab.algorithms import as_mask
from matroidlab.errors import InvalidElementsError
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import rank_table
from matroidlab.types import are_elements
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import SetList


@dataclass(frozen=True)
class QuotientViolation:
    """A flat of one matroid that is not a flat of the matroid it should be a quotient of."""

    flat: tuple[int, ...]
    names: tuple[str, ...] = field(default=(), repr=False, compare=False)

    def __repr__(self) -> str:
        return f"QuotientViolation({self})"

    def __str__(self) -> str:
        shown = ", ".join(self.names[e] if self.names else str(e) for e in self.flat)
        return f"{{{shown}}} is a flat of the first matroid and not of the second"

    def verify(self, quotient: Matroid, matroid: Matroid) -> bool:
        """Whether the set is a flat of the first matroid and not of the second."""
        if quotient.size != matroid.size or not are_elements([self.flat], matroid.size):
            return False
        mask = as_mask(self.flat, size=matroid.size)
        return (
            rank_table(quotient).closure(mask) == mask and rank_table(matroid).closure(mask) != mask
        )


@takes_matroids
def quotient_violation(quotient: Matroid, matroid: Matroid) -> QuotientViolation | None:
    """Return a flat of the first matroid that is not one of the second, or None for a quotient.

    >>> from matroidlab import UniformMatroid
    >>> quotient_violation(UniformMatroid(4, 1), UniformMatroid(4, 2)) is None
    True
    >>> print(quotient_violation(UniformMatroid(4, 2), UniformMatroid(4, 1)))
    {0} is a flat of the first matroid and not of the second
    """
    if quotient.size != matroid.size:
        raise InvalidElementsError(
            f"both matroids must have the same elements, got {quotient.size} and {matroid.size}"
        )
    missing = np.setdiff1d(rank_table(quotient).flats, rank_table(matroid).flats)
    if not len(missing):
        return None
    flat = SetList.of(quotient, missing[:1])[0]
    return QuotientViolation(flat, tuple(element_names_of(quotient)))


def is_quotient(quotient: Matroid, matroid: Matroid) -> bool:
    """Whether every flat of the first matroid is a flat of the second.

    >>> from matroidlab import Truncation, UniformMatroid
    >>> is_quotient(Truncation(UniformMatroid(5, 3), 2), UniformMatroid(5, 3))
    True
    """
    return quotient_violation(quotient, matroid) is None
