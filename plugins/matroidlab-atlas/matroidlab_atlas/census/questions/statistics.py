"""Statistics: questions whose answer is a number, of which a census makes a histogram."""

from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks
from matroidlab_atlas.structure import automorphisms, girth


@dataclass(frozen=True)
class BasisCount:
    """The number of bases."""

    def value(self, matroid: Matroid, /) -> int:
        """Return the number of bases."""
        return len(basis_masks(matroid))

    def recount(self, matroid: Matroid, /) -> int:
        """Count the independent sets of ``rank`` elements."""
        sets = combinations(range(matroid.size), matroid.rank)
        return sum(bool(matroid.is_independent(np.array(one, dtype=np.intp))) for one in sets)


@dataclass(frozen=True)
class Girth:
    """The number of elements of a smallest circuit; none if there is no circuit."""

    def value(self, matroid: Matroid, /) -> int | str:
        """Return the girth."""
        found = girth(matroid)
        return "none" if found is None else found

    def recount(self, matroid: Matroid, /) -> int | str:
        """Return the size of the first dependent set."""
        for count in range(1, matroid.size + 1):
            for one in combinations(range(matroid.size), count):
                if not matroid.is_independent(np.array(one, dtype=np.intp)):
                    return count
        return "none"


@dataclass(frozen=True)
class AutomorphismCount:
    """The number of automorphisms."""

    def value(self, matroid: Matroid, /) -> int:
        """Return the order of the automorphism group."""
        return automorphisms(matroid).order

    def recount(self, matroid: Matroid, /) -> int:
        """Count the permutations of the elements that keep the bases."""
        bases = {
            frozenset(np.flatnonzero((one >> np.arange(matroid.size)) & 1).tolist())
            for one in basis_masks(matroid)
        }
        return sum(
            all(frozenset(order[element] for element in basis) in bases for basis in bases)
            for order in permutations(range(matroid.size))
        )
