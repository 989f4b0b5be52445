"""Classes of matroids with known excluded minors: a "no" has one of them as its witness."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from matroidlab import UniformMatroid
from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.subsets import rank_table
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.census.questions.witness_sets import set_of
from matroidlab_atlas.structure import (
    MinorWitness,
    Recognition,
    binary_recognition,
    circuits,
    cocircuits,
    graphic_recognition,
    has_minor,
    is_representable,
    isomorphism,
    regular_recognition,
    ternary_recognition,
)
from matroidlab_atlas.structure.recognition import explicit_of

NOT_BINARY = ("u24",)
NOT_TERNARY = ("u25", "u35", "fano", "fano-dual")
NOT_REGULAR = ("u24", "fano", "fano-dual")
NOT_GRAPHIC = ("u24", "fano", "fano-dual", "k5-dual", "k33-dual")
NOT_QUATERNARY = ("u26", "u46", "p6", "non-fano", "non-fano-dual", "p8", "p8-relaxed")
"""Excluded minors by their names (Tutte 1958, 1959; Bixby, Seymour 1979; over GF(4)
Geelen, Gerards and Kapoor, *The excluded minors for GF(4)-representable matroids*, 2000)."""

UNIFORM = {"u26": UniformMatroid(6, 2), "u46": UniformMatroid(6, 4)}
"""Excluded minors that are too plain to be in the catalogue."""


@dataclass(frozen=True)
class Binary:
    """Whether the matroid is that of the columns of a matrix over GF(2)."""

    @property
    def excluded(self) -> tuple[str, ...]:
        """The names of the excluded minors."""
        return NOT_BINARY

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return a minor U(2,4)."""
        return _minor_of(binary_recognition, matroid, self.excluded)

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether that minor is U(2,4)."""
        return is_minor_among(matroid, witness, NOT_BINARY)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether every circuit meets every cocircuit in an even number (Oxley 2011, 9.1.2)."""
        common = np.bitwise_count(circuits(matroid).masks[:, None] & cocircuits(matroid).masks)
        return not (common % 2).any()

    def describe(self, witness: Witness, /) -> str:
        """Say how to get the excluded minor."""
        return _excluded_in_words(witness)


@dataclass(frozen=True)
class Graphic:
    """Whether the matroid is that of the edges of a graph."""

    @property
    def excluded(self) -> tuple[str, ...]:
        """The names of the excluded minors."""
        return NOT_GRAPHIC

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return an excluded minor."""
        return _minor_of(graphic_recognition, matroid, self.excluded)

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether that minor is U(2,4), F7, its dual, or the dual of M(K5) or M(K3,3)."""
        return is_minor_among(matroid, witness, NOT_GRAPHIC)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether no excluded minor is found."""
        return not any(has_minor(matroid, catalogue[name].matroid) for name in NOT_GRAPHIC)

    def describe(self, witness: Witness, /) -> str:
        """Say how to get the excluded minor."""
        return _excluded_in_words(witness)


@dataclass(frozen=True)
class Ternary:
    """Whether the matroid is that of the columns of a matrix over GF(3)."""

    @property
    def excluded(self) -> tuple[str, ...]:
        """The names of the excluded minors."""
        return NOT_TERNARY

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return an excluded minor."""
        return _minor_of(ternary_recognition, matroid, self.excluded)

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether that minor is U(2,5), U(3,5), F7 or its dual."""
        return is_minor_among(matroid, witness, NOT_TERNARY)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether no excluded minor is found."""
        return not any(has_minor(matroid, catalogue[name].matroid) for name in NOT_TERNARY)

    def describe(self, witness: Witness, /) -> str:
        """Say how to get the excluded minor."""
        return _excluded_in_words(witness)


@dataclass(frozen=True)
class Regular:
    """Whether the matroid is that of the columns of a totally unimodular matrix."""

    @property
    def excluded(self) -> tuple[str, ...]:
        """The names of the excluded minors."""
        return NOT_REGULAR

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return an excluded minor."""
        return _minor_of(regular_recognition, matroid, self.excluded)

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether that minor is U(2,4), F7 or its dual."""
        return is_minor_among(matroid, witness, NOT_REGULAR)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether no excluded minor is found."""
        return not any(has_minor(matroid, catalogue[name].matroid) for name in NOT_REGULAR)

    def describe(self, witness: Witness, /) -> str:
        """Say how to get the excluded minor."""
        return _excluded_in_words(witness)


@dataclass(frozen=True)
class Quaternary:
    """Whether the matroid is that of the columns of a matrix over GF(4).

    >>> Quaternary().ask(UniformMatroid(5, 2)) is None
    True
    >>> Quaternary().ask(UniformMatroid(6, 2))
    {'deleted': [], 'contracted': [], 'left': [0, 1, 2, 3, 4, 5]}
    """

    @property
    def excluded(self) -> tuple[str, ...]:
        """The names of the excluded minors."""
        return NOT_QUATERNARY

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return an excluded minor, if there is no matrix."""
        if is_representable(matroid, 4):
            return None
        found = (has_minor(matroid, pattern(name)) for name in NOT_QUATERNARY)
        return minor_as_data(next(minor for minor in found if minor is not None))

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether that minor is U(2,6), U(4,6), P6, F7 relaxed or its dual, P8 or P8 relaxed."""
        return is_minor_among(matroid, witness, NOT_QUATERNARY)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether no excluded minor is found."""
        return not any(has_minor(matroid, pattern(name)) for name in NOT_QUATERNARY)

    def describe(self, witness: Witness, /) -> str:
        """Say how to get the excluded minor."""
        return _excluded_in_words(witness)


def pattern(name: str) -> Matroid:
    """Return an excluded minor by its name."""
    return UNIFORM[name] if name in UNIFORM else catalogue[name].matroid


def _excluded_in_words(witness: Witness) -> str:
    minor = minor_from_data(witness)
    return "it is itself an excluded minor" if minor.is_whole else f"excluded minor: {minor}"


def _minor_of(
    recognition: Callable[[Matroid], Recognition], matroid: Matroid, names: tuple[str, ...]
) -> Witness | None:
    """The excluded minor, its elements in the order of the matroid of the catalogue that it is."""
    found = recognition(matroid).minor
    if found is None:
        return None
    mask = sum(1 << element for element in found.contracted)
    left = explicit_of(rank_table(matroid).minor(list(found.images), mask))
    for name in names:
        order = isomorphism(pattern(name), left)
        if order is not None:
            images = tuple(found.images[place] for place in order)
            return minor_as_data(MinorWitness(found.deleted, found.contracted, images))
    return minor_as_data(found)


def minor_as_data(minor: MinorWitness) -> Witness:
    """Return a minor as plain data: the deleted, contracted and remaining elements."""
    return {
        "deleted": list(minor.deleted),
        "contracted": list(minor.contracted),
        "left": list(minor.images),
    }


def minor_from_data(witness: Witness) -> MinorWitness:
    """Read a minor from plain data."""
    deleted, contracted, left = (
        set_of(witness[name]) for name in ("deleted", "contracted", "left")
    )
    return MinorWitness(deleted, contracted, left)


def is_minor_among(matroid: Matroid, witness: Witness, names: tuple[str, ...]) -> bool:
    """Whether a minor is isomorphic to a matroid of the catalogue with one of these names."""
    minor = minor_from_data(witness)
    if sorted((*minor.deleted, *minor.contracted, *minor.images)) != list(range(matroid.size)):
        return False
    mask = sum(1 << element for element in minor.contracted)
    left = explicit_of(rank_table(matroid).minor(list(minor.images), mask))
    return any(isomorphism(left, pattern(name)) is not None for name in names)
