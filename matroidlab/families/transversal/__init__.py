"""Transversal matroids: partial transversals of a family of sets."""
