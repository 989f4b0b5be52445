"""Graphic matroids, and what graphs say of their orderability."""
