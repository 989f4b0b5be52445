"""An atlas of matroids: those with names, their structure, all small ones, and pictures of them.

The names that people use first are importable from here. The rest is in
`matroidlab_atlas.structure`, `matroidlab_atlas.catalogue` (whose mapping of named matroids is
``from matroidlab_atlas.catalogue import catalogue``), `matroidlab_atlas.formats` and
`matroidlab_atlas.census`. Nothing is loaded before it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab_atlas.catalogue import NamedMatroid
    from matroidlab_atlas.census import Asked, run_census
    from matroidlab_atlas.formats import read_matroids, write_matroids
    from matroidlab_atlas.pictures.drawing import Drawing, draw
    from matroidlab_atlas.pictures.matroid_picture import save_matroid_picture
    from matroidlab_atlas.structure import (
        all_matroids,
        automorphisms,
        bases,
        characteristic_polynomial,
        circuits,
        flats,
        has_minor,
        is_binary,
        is_graphic,
        isomorphism,
        name_of,
        portrait,
        single_element_extensions,
        tutte_polynomial,
    )

_HOME_OF = {
    "NamedMatroid": "matroidlab_atlas.catalogue",
    "Asked": "matroidlab_atlas.census",
    "run_census": "matroidlab_atlas.census",
    "read_matroids": "matroidlab_atlas.formats",
    "write_matroids": "matroidlab_atlas.formats",
    "Drawing": "matroidlab_atlas.pictures.drawing",
    "draw": "matroidlab_atlas.pictures.drawing",
    "save_matroid_picture": "matroidlab_atlas.pictures.matroid_picture",
    "all_matroids": "matroidlab_atlas.structure",
    "automorphisms": "matroidlab_atlas.structure",
    "bases": "matroidlab_atlas.structure",
    "characteristic_polynomial": "matroidlab_atlas.structure",
    "circuits": "matroidlab_atlas.structure",
    "flats": "matroidlab_atlas.structure",
    "has_minor": "matroidlab_atlas.structure",
    "is_binary": "matroidlab_atlas.structure",
    "is_graphic": "matroidlab_atlas.structure",
    "isomorphism": "matroidlab_atlas.structure",
    "name_of": "matroidlab_atlas.structure",
    "portrait": "matroidlab_atlas.structure",
    "single_element_extensions": "matroidlab_atlas.structure",
    "tutte_polynomial": "matroidlab_atlas.structure",
}

__all__ = [
    "Asked",
    "Drawing",
    "NamedMatroid",
    "all_matroids",
    "automorphisms",
    "bases",
    "characteristic_polynomial",
    "circuits",
    "draw",
    "flats",
    "has_minor",
    "is_binary",
    "is_graphic",
    "isomorphism",
    "name_of",
    "portrait",
    "read_matroids",
    "run_census",
    "save_matroid_picture",
    "single_element_extensions",
    "tutte_polynomial",
    "write_matroids",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'matroidlab_atlas' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
