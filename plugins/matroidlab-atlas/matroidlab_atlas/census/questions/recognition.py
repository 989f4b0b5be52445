"""Binary and graphic matroids: a "no" has an excluded minor as its witness."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.subsets import rank_table
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.structure import (
    MinorWitness,
    Recognition,
    binary_recognition,
    circuits,
    cocircuits,
    graphic_recognition,
    has_minor,
    isomorphism,
)
from matroidlab_atlas.structure.recognition import explicit_of

NOT_BINARY = ("u24",)
NOT_GRAPHIC = ("u24", "fano", "fano-dual", "k5-dual", "k33-dual")
"""Excluded minors by their names in the catalogue (Tutte 1958, 1959)."""


@dataclass(frozen=True)
class Binary:
    """Whether the matroid is that of the columns of a matrix over GF(2)."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return a minor U(2,4)."""
        return _minor_of(binary_recognition, matroid)

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether that minor is U(2,4)."""
        return is_minor_among(matroid, witness, NOT_BINARY)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether every circuit meets every cocircuit in an even number (Oxley 2011, 9.1.2)."""
        common = np.bitwise_count(circuits(matroid).masks[:, None] & cocircuits(matroid).masks)
        return not (common % 2).any()

    def describe(self, witness: Witness, /) -> str:
        """Say how to get the excluded minor."""
        minor = minor_from_data(witness)
        return "it is itself an excluded minor" if minor.is_whole else f"excluded minor: {minor}"


@dataclass(frozen=True)
class Graphic:
    """Whether the matroid is that of the edges of a graph."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return an excluded minor."""
        return _minor_of(graphic_recognition, matroid)

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether that minor is U(2,4), F7, its dual, or the dual of M(K5) or M(K3,3)."""
        return is_minor_among(matroid, witness, NOT_GRAPHIC)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether no excluded minor is found."""
        return not any(has_minor(matroid, catalogue[name].matroid) for name in NOT_GRAPHIC)

    def describe(self, witness: Witness, /) -> str:
        """Say how to get the excluded minor."""
        minor = minor_from_data(witness)
        return "it is itself an excluded minor" if minor.is_whole else f"excluded minor: {minor}"


def _minor_of(recognition: Callable[[Matroid], Recognition], matroid: Matroid) -> Witness | None:
    found = recognition(matroid).minor
    return None if found is None else minor_as_data(found)


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
        np.array(witness[name], dtype=np.intp) for name in ("deleted", "contracted", "left")
    )
    return MinorWitness(tuple(deleted.tolist()), tuple(contracted.tolist()), tuple(left.tolist()))


def is_minor_among(matroid: Matroid, witness: Witness, names: tuple[str, ...]) -> bool:
    """Whether a minor is isomorphic to a matroid of the catalogue with one of these names."""
    minor = minor_from_data(witness)
    if sorted((*minor.deleted, *minor.contracted, *minor.images)) != list(range(matroid.size)):
        return False
    mask = sum(1 << element for element in minor.contracted)
    left = explicit_of(rank_table(matroid).minor(list(minor.images), mask))
    return any(isomorphism(left, catalogue[name].matroid) is not None for name in names)
