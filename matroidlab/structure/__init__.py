"""Look at a matroid: its sets, what it is, its polynomials, what is the same and what is inside.

Every function takes any object of the `matroidlab.Matroid` protocol. Most of them make one table, the rank of every
subset, and therefore take at most 22 elements; larger ones are refused at once. Where an answer can be shown, a
witness is what is computed.
"""

from matroidlab.structure.connectivity import Separation, is_3_connected, is_connected, separation
from matroidlab.structure.paving import (
    ShortCircuit,
    is_paving,
    is_simple,
    is_sparse_paving,
    paving_violation,
    simple_violation,
    sparse_paving_violation,
)
from matroidlab.structure.polynomials import Polynomial
from matroidlab.structure.set_list import SetList
from matroidlab.structure.sets import (
    bases,
    circuits,
    cocircuits,
    coloops,
    components,
    flats,
    hyperplanes,
    independent_sets,
    loops,
    parallel_classes,
    series_classes,
)
from matroidlab.structure.tutte import characteristic_polynomial, tutte_polynomial, whitney_numbers
from matroidlab.subsets import Axiom, AxiomViolation, axiom_violation

__all__ = [
    "Axiom",
    "AxiomViolation",
    "Polynomial",
    "Separation",
    "SetList",
    "ShortCircuit",
    "axiom_violation",
    "bases",
    "characteristic_polynomial",
    "circuits",
    "cocircuits",
    "coloops",
    "components",
    "flats",
    "hyperplanes",
    "independent_sets",
    "is_3_connected",
    "is_connected",
    "is_paving",
    "is_simple",
    "is_sparse_paving",
    "loops",
    "parallel_classes",
    "paving_violation",
    "separation",
    "series_classes",
    "simple_violation",
    "sparse_paving_violation",
    "tutte_polynomial",
    "whitney_numbers",
]
