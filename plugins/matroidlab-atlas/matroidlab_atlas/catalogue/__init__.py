"""The named matroids of the literature.

>>> from matroidlab_atlas.catalogue import catalogue
>>> vamos = catalogue["vamos"]
>>> vamos.title, vamos.size, vamos.rank, vamos.bases, str(vamos.source)
('V8, Vamos', 8, 4, 65, 'Oxley 2011, p. 649')
"""

from matroidlab_atlas.catalogue.entry import Entry, Source
from matroidlab_atlas.catalogue.listing import catalogue
from matroidlab_atlas.catalogue.named import NamedMatroid

__all__ = ["Entry", "NamedMatroid", "Source", "catalogue"]
