"""Reduce a matroid that is not strongly base-orderable to an excluded minor."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

import numpy as np

from matroidlab.families import ExplicitMatroid, OracleMatroid
from matroidlab.orderability import Violation, strong_order_violation, tabulate
from matroidlab.protocol import Matroid, minors_of
from matroidlab.protocol.labels import names_to_show
from matroidlab.registry import named_matroids
from matroidlab.subsets.masks import elements_of
from matroidlab.types import Elements

SHOWN = 1000
"""A minor without a readable repr is shown by its bases, if there are at most this many."""


@dataclass(frozen=True)
class ExcludedMinor:
    """A matroid that is not strongly base-orderable although all its proper minors are.

    Attributes
    ----------
    matroid
        The minor. Its elements are those that are left, in order.
    violation
        Two of its bases that show it.
    deleted
        The elements that were deleted, by their numbers in the matroid that it is a minor of.
    contracted
        The elements that were contracted, by their numbers there.
    """

    matroid: Matroid
    violation: Violation
    deleted: tuple[int, ...] = ()
    contracted: tuple[int, ...] = ()

    @property
    def is_proper(self) -> bool:
        """Whether anything was deleted or contracted."""
        return bool(self.deleted or self.contracted)

    def __str__(self) -> str:
        names = names_to_show(self.matroid)
        first, second = (
            f"{basis.tolist()}" + _named([names[e] for e in basis.tolist()], basis)
            for basis in (self.violation.source, self.violation.target)
        )
        why = f"they have no {self.violation.kind}, because {self.violation.reason}"
        left = f"delete {list(self.deleted)}, contract {list(self.contracted)}"
        minor = f"\n  minor: {left}" if self.is_proper else ""
        catalogue = named_matroids()
        name = None if catalogue is None else catalogue.name_of(self.matroid)
        called = f", which is {name}" if name is not None else ""
        return (
            f"{self.matroid!r}{called}\n  bases: {first}\n    and: {second}\n    why: {why}{minor}"
        )


def _named(names: list[str], basis: Elements) -> str:
    return "" if names == [str(element) for element in basis] else f", that is {', '.join(names)}"


def excluded_minor(matroid: Matroid) -> ExcludedMinor | None:
    """Return an excluded minor of a matroid, or None if it is strongly base-orderable.

    >>> from matroidlab import GraphicMatroid
    >>> wheel = GraphicMatroid([(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (2, 3), (3, 4), (4, 1)])
    >>> minor = excluded_minor(wheel)
    >>> minor.matroid
    GraphicMatroid(edges=((0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1)))
    >>> minor.deleted, minor.contracted
    ((3,), (7,))

    Elements are deleted and contracted as long as the result is not strongly base-orderable. First
    the common elements of the two bases are contracted and those in neither basis deleted, because
    the rest of the two bases is a violation too. If a matroid has ``delete`` and ``contract``, as
    graphs do, the minors are of the same family; otherwise they are given by their bases.
    """
    violation = strong_order_violation(matroid)
    if violation is None:
        return None
    found, violation = _reduced(_Left(matroid, np.arange(matroid.size)), violation)
    while (smaller := _smaller(found)) is not None:
        found, violation = _reduced(*smaller)
    deleted = tuple(sorted(found.deleted))
    contracted = tuple(sorted(found.contracted))
    # If nothing was removed, the minor is the matroid itself, which has a better repr and names.
    shown = _shown(found.matroid if deleted or contracted else matroid)
    return ExcludedMinor(
        shown, Violation(shown, violation.source, violation.target), deleted, contracted
    )


@dataclass(frozen=True)
class _Left:
    """A minor of a matroid: element ``i`` is the element ``names[i]`` of the matroid."""

    matroid: Matroid
    names: Elements
    deleted: tuple[int, ...] = ()
    contracted: tuple[int, ...] = ()

    def without(self, deleted: Elements, contracted: Elements) -> "_Left":
        kept = np.setdiff1d(np.arange(self.matroid.size), deleted)
        minor = contraction(deletion(self.matroid, deleted), np.searchsorted(kept, contracted))
        gone = (
            (*self.deleted, *self.names[deleted].tolist()),
            (*self.contracted, *self.names[contracted].tolist()),
        )
        return _Left(minor, self.names[np.setdiff1d(kept, contracted)], *gone)


def _reduced(found: _Left, violation: Violation) -> tuple[_Left, Violation]:
    """Keep only the elements in which the two bases differ."""
    common = np.intersect1d(violation.source, violation.target)
    either = np.union1d(violation.source, violation.target)
    smaller = found.without(np.setdiff1d(np.arange(found.matroid.size), either), common)
    left = np.setdiff1d(either, common)
    source, target = (
        np.searchsorted(left, np.setdiff1d(basis, common))
        for basis in (violation.source, violation.target)
    )
    return smaller, Violation(smaller.matroid, source, target)


def _smaller(found: _Left) -> tuple[_Left, Violation] | None:
    """Return a minor with one element less that is not strongly base-orderable."""
    none = np.arange(0)
    for element in np.arange(found.matroid.size)[:, None]:
        for minor in (found.without(element, none), found.without(none, element)):
            violation = strong_order_violation(minor.matroid)
            if violation is not None:
                return minor, violation
    return None


def deletion(matroid: Matroid, elements: Iterable[int] | Elements) -> Matroid:
    """Return the matroid without some elements; the others are renumbered in order."""
    own = minors_of(matroid)
    removed = np.array(list(elements), dtype=np.intp)
    if own is not None:
        return own.delete(removed)
    kept = np.setdiff1d(np.arange(matroid.size), removed)
    return OracleMatroid(len(kept), lambda part: bool(matroid.is_independent(kept[part])))


def contraction(matroid: Matroid, elements: Iterable[int] | Elements) -> Matroid:
    """Return the matroid with some elements contracted; the others are renumbered in order."""
    own = minors_of(matroid)
    removed = np.array(list(elements), dtype=np.intp)
    if own is not None:
        return own.contract(removed)
    kept = np.setdiff1d(np.arange(matroid.size), removed)
    basis = matroid.greedy(removed)
    return OracleMatroid(
        len(kept), lambda part: bool(matroid.is_independent(np.concatenate([basis, kept[part]])))
    )


def _shown(matroid: Matroid) -> Matroid:
    """Return an `OracleMatroid` by its bases, which can be read, if there are not too many."""
    if not isinstance(matroid, OracleMatroid) or comb(matroid.size, matroid.rank) > SHOWN:
        return matroid
    return ExplicitMatroid(
        matroid.size, [elements_of(mask).tolist() for mask in tabulate(matroid).bases.tolist()]
    )
