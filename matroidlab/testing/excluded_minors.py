"""From a matroid that is not strongly base-orderable to the smallest reason for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

import numpy as np

from matroidlab.families import ExplicitMatroid, OracleMatroid
from matroidlab.orderability import Violation, strong_order_violation, tabulate
from matroidlab.orderability.masks import elements_of
from matroidlab.protocol import Matroid, element_names_of, minors_of
from matroidlab.types import Elements

SHOWN = 1000
"""A minor of a family of its own is shown by its bases, if it has no more sets of its rank than these."""


@dataclass(frozen=True)
class ExcludedMinor:
    """A matroid that is not strongly base-orderable, though each of its minors of one element less is."""

    matroid: Matroid
    violation: Violation

    def __str__(self) -> str:
        names = element_names_of(self.matroid)
        first, second = (
            f"{basis.tolist()}" + _named([names[e] for e in basis.tolist()], basis)
            for basis in (self.violation.source, self.violation.target)
        )
        why = f"they have no {self.violation.kind}: {self.violation.reason}"
        return f"{self.matroid!r}\n  bases: {first}\n    and: {second}\n    why: {why}"


def _named(names: list[str], basis: Elements) -> str:
    return "" if names == [str(element) for element in basis] else f", that is {', '.join(names)}"


def excluded_minor(matroid: Matroid) -> ExcludedMinor | None:
    """Delete and contract elements as long as the matroid stays not strongly base-orderable; None if it is.

    >>> from matroidlab import GraphicMatroid
    >>> wheel = GraphicMatroid([(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (2, 3), (3, 4), (4, 1)])
    >>> excluded_minor(wheel).matroid
    GraphicMatroid(edges=((0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1)))

    First all that the two bases have in common is contracted and all that is in neither deleted, for they violate
    there too. Minors are of the same family where a matroid has ``delete`` and ``contract``, such as a graph, and else
    matroids by their bases.
    """
    violation = strong_order_violation(matroid)
    if violation is None:
        return None
    found = _reduced(matroid, violation)
    while (smaller := _smaller(found.matroid)) is not None:
        found = _reduced(*smaller)
    shown = _shown(found.matroid)
    return ExcludedMinor(shown, Violation(shown, found.violation.source, found.violation.target))


def _reduced(matroid: Matroid, violation: Violation) -> ExcludedMinor:
    """Leave only the elements in which the two bases differ."""
    common = np.intersect1d(violation.source, violation.target)
    neither = np.setdiff1d(np.arange(matroid.size), np.union1d(violation.source, violation.target))
    kept = np.setdiff1d(np.arange(matroid.size), neither)
    minor = contraction(deletion(matroid, neither), np.searchsorted(kept, common))
    left = np.setdiff1d(kept, common)
    source, target = (
        np.searchsorted(left, np.setdiff1d(basis, common)) for basis in (violation.source, violation.target)
    )
    return ExcludedMinor(minor, Violation(minor, source, target))


def _smaller(matroid: Matroid) -> tuple[Matroid, Violation] | None:
    """A minor of one element less that is not strongly base-orderable either."""
    for element in range(matroid.size):
        for minor in (deletion(matroid, [element]), contraction(matroid, [element])):
            violation = strong_order_violation(minor)
            if violation is not None:
                return minor, violation
    return None


def deletion(matroid: Matroid, elements: Iterable[int] | Elements) -> Matroid:
    """The matroid without some elements; the others are numbered anew, in order."""
    own, removed = minors_of(matroid), np.array(list(elements), dtype=np.intp)
    if own is not None:
        return own.delete(removed)
    kept = np.setdiff1d(np.arange(matroid.size), removed)
    return OracleMatroid(len(kept), lambda part: bool(matroid.is_independent(kept[part])))


def contraction(matroid: Matroid, elements: Iterable[int] | Elements) -> Matroid:
    """The matroid with some elements contracted; the others are numbered anew, in order."""
    own, removed = minors_of(matroid), np.array(list(elements), dtype=np.intp)
    if own is not None:
        return own.contract(removed)
    kept, basis = np.setdiff1d(np.arange(matroid.size), removed), matroid.greedy(removed)
    return OracleMatroid(len(kept), lambda part: bool(matroid.is_independent(np.concatenate([basis, kept[part]]))))


def _shown(matroid: Matroid) -> Matroid:
    """The matroid in a form that can be read, if it is one of our oracles and has not too many bases."""
    if not isinstance(matroid, OracleMatroid) or comb(matroid.size, matroid.rank) > SHOWN:
        return matroid
    return ExplicitMatroid(matroid.size, [elements_of(mask).tolist() for mask in tabulate(matroid).bases.tolist()])
