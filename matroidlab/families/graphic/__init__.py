"""Graphic matroids, and what graphs know of their orderability."""

from matroidlab.families.graphic.matroid import GraphicMatroid
from matroidlab.families.graphic.record import matroidlab_families, strategy

__all__ = ["GraphicMatroid", "matroidlab_families", "strategy"]
