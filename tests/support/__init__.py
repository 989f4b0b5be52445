"""Helpers that several test modules share: references, named matroids, bare objects."""
