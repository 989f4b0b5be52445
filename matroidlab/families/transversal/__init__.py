"""Transversal matroids: partial transversals of a family of sets."""

from matroidlab.families.transversal.matroid import TransversalMatroid, matroidlab_families

__all__ = ["TransversalMatroid", "matroidlab_families"]
