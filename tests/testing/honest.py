"""Honest matroids, which impostors are made of."""

from matroidlab import GraphicMatroid, MatroidBase
from matroidlab.types import Elements
from support.named import K4_EDGES


class Two(MatroidBase):
    """An honest matroid: any two of five elements."""

    size = 5

    def is_independent(self, elements: Elements, /) -> bool:
        return len(elements) <= 2


class K4(MatroidBase):
    """An honest matroid that is not strongly base-orderable."""

    size = 6

    def is_independent(self, elements: Elements, /) -> bool:
        return GraphicMatroid(K4_EDGES).is_independent(elements)
