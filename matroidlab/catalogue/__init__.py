"""Matroids of the literature by name: what people test on.

>>> from matroidlab.catalogue import catalogue
>>> vamos = catalogue["vamos"]
>>> vamos.title, vamos.size, vamos.rank, vamos.bases, str(vamos.source)
('V8, Vamos', 8, 4, 65, 'Oxley 2011, p. 649')
"""

from matroidlab.catalogue.entry import Entry, Source
from matroidlab.catalogue.listing import catalogue
from matroidlab.catalogue.named import NamedMatroid

__all__ = ["Entry", "NamedMatroid", "Source", "catalogue"]
