"""The named matroids of the literature.

>>> from matroidlab_atlas.catalogue import catalogue
>>> vamos = catalogue["vamos"]
>>> vamos.title, vamos.size, vamos.rank, vamos.bases, str(vamos.source)
('V8 (Vamos)', 8, 4, 65, 'Oxley 2011, p. 649')

`NamedMatroid` is loaded when it is used: to find a name takes the entries alone.
"""

from typing import TYPE_CHECKING

from matroidlab_atlas.catalogue.entry import Entry, Source
from matroidlab_atlas.catalogue.listing import catalogue

if TYPE_CHECKING:
    from matroidlab_atlas.catalogue.named import NamedMatroid

__all__ = ["Entry", "NamedMatroid", "Source", "catalogue"]


def __getattr__(name: str) -> object:
    if name != "NamedMatroid":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from matroidlab_atlas.catalogue.named import NamedMatroid  # noqa: PLC0415

    globals()[name] = NamedMatroid
    return NamedMatroid


def __dir__() -> list[str]:
    return list(__all__)
