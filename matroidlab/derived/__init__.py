"""Matroids made of matroids: lazy wrappers, each as fast as what it wraps."""

from matroidlab.derived.direct_sum import DirectSum
from matroidlab.derived.dual import Dual
from matroidlab.derived.minors import Contraction, Restriction
from matroidlab.derived.truncation import Truncation
from matroidlab.derived.union import MatroidUnion

__all__ = ["Contraction", "DirectSum", "Dual", "MatroidUnion", "Restriction", "Truncation"]
