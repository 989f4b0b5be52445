"""Smallest minors without a property, of matroids of any size that are not known to be binary."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

import numpy as np

from matroidlab import Contraction, Restriction
from matroidlab.protocol import Matroid

Gone = tuple[list[int], list[int]]
"""The elements that are deleted, and those that are contracted."""


class Shrinkable(Protocol):
    """A minor that can be made smaller."""

    @property
    def elements(self) -> list[int]:
        """The elements that are left, as numbers of the whole matroid."""

    def basis(self) -> set[int]:
        """A basis, as numbers of the whole matroid."""

    def without(self, deleted: list[int], contracted: list[int]) -> Self:
        """The minor of this one."""


Minor = TypeVar("Minor", bound=Shrinkable)


@dataclass(frozen=True)
class OracleMinor:
    """A minor of a matroid that is given by its oracle."""

    matroid: Matroid
    elements: list[int]
    contracted: tuple[int, ...] = ()

    @property
    def minor(self) -> Matroid:
        """The minor as a matroid."""
        gone = set(range(self.matroid.size)) - {*self.elements, *self.contracted}
        return minor_of(self.matroid, sorted(gone), self.contracted)

    def basis(self) -> set[int]:
        found = self.minor.greedy(np.arange(len(self.elements)))
        return {self.elements[place] for place in found.tolist()}

    def without(self, deleted: list[int], contracted: list[int]) -> "OracleMinor":
        gone = {*deleted, *contracted}
        left = [element for element in self.elements if element not in gone]
        return OracleMinor(self.matroid, left, (*self.contracted, *contracted))


def minor_of(matroid: Matroid, deleted: Sequence[int], contracted: Sequence[int]) -> Matroid:
    """Return a minor; its elements are those that are left, in order."""
    smaller = Contraction(matroid, sorted(contracted)) if contracted else matroid
    shrunk = set(contracted)
    dropped = set(deleted)
    left = [e for e in range(matroid.size) if e not in shrunk]
    kept = [place for place, element in enumerate(left) if element not in dropped]
    return Restriction(smaller, kept) if len(kept) < len(left) else smaller


def shrunk_minor(minor: Minor, holds: Callable[[Minor], bool]) -> Gone:
    """Return what to delete and to contract for a smallest minor for which ``holds`` is false.

    The property must pass to minors; it must be false to begin with. Blocks of elements are removed
    at once, those of a basis contracted and the others deleted, then single ones.
    """
    gone: Gone = [], []

    def tried(deleted: list[int], contracted: list[int]) -> bool:
        nonlocal minor
        if len(deleted) + len(contracted) == len(minor.elements):
            return False
        smaller = minor.without(deleted, contracted)
        if holds(smaller):
            return False
        minor = smaller
        gone[0].extend(deleted)
        gone[1].extend(contracted)
        return True

    length = len(minor.elements) // 2
    while length > 1:
        order = minor.elements
        for start in range(0, len(order), length):
            block = order[start : start + length]
            basis = minor.basis()
            tried([e for e in block if e not in basis], [e for e in block if e in basis])
        length //= 2
    for element in minor.elements:
        if not tried([element], []):
            tried([], [element])
    return sorted(gone[0]), sorted(gone[1])
