"""Paving and transversal matroids, and gammoids."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from matroidlab.algorithms import is_independent
from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks
from matroidlab_atlas.census.questions.orderability import set_in_words
from matroidlab_atlas.census.questions.witness_sets import elements_in, set_of
from matroidlab_atlas.structure import (
    GammoidPresentation,
    gammoid_evidence,
    paving_violation,
    transversal_presentation,
    transversal_violation,
)
from matroidlab_atlas.structure.transversality import TransversalViolation


@dataclass(frozen=True)
class Paving:
    """Whether every circuit has at least as many elements as a basis."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return a shorter circuit."""
        found = paving_violation(matroid)
        return None if found is None else {"circuit": list(found.elements)}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether that set is dependent and smaller than a basis."""
        circuit = elements_in(matroid, witness["circuit"])
        return len(circuit) < matroid.rank and not is_independent(matroid, circuit)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether all sets of fewer elements than a basis are independent."""
        chosen = combinations(range(matroid.size), max(matroid.rank - 1, 0))
        return all(matroid.is_independent(np.array(one, dtype=np.intp)) for one in chosen)

    def describe(self, witness: Witness, /) -> str:
        """Name the circuit."""
        return f"the circuit {set_in_words(witness, 'circuit')} has fewer elements than a basis"


@dataclass(frozen=True)
class Transversal:
    """Whether the matroid is that of the partial transversals of some sets."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return a set of negative multiplicity."""
        found = transversal_violation(matroid)
        return None if found is None else {"elements": list(found.elements)}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether its multiplicity is negative, by the definition."""
        return TransversalViolation(set_of(witness["elements"])).verify(matroid)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether there are sets whose transversals are exactly the bases."""
        found = transversal_presentation(matroid)
        return found is not None and np.array_equal(basis_masks(found), basis_masks(matroid))

    def describe(self, witness: Witness, /) -> str:
        """Name the set of negative multiplicity."""
        return f"the multiplicity of {set_in_words(witness, 'elements')} would be negative"


@dataclass(frozen=True)
class GammoidAnswer:
    """Whether the matroid is a gammoid, in a word: yes, no, or open if nothing decides it."""

    def value(self, matroid: Matroid, /) -> str:
        """Return the answer."""
        found = gammoid_evidence(matroid)
        if found is None:
            return "open"
        return "yes" if isinstance(found, GammoidPresentation) else "no"

    def recount(self, matroid: Matroid, /) -> str:
        """Return the answer if what shows it verifies, or if there is nothing to verify."""
        found = gammoid_evidence(matroid)
        return self.value(matroid) if found is None or found.verify(matroid) else "not verified"
