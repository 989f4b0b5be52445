"""An atlas of matroids: the named ones, their structure, all small ones, formats of other systems, and pictures."""

from matroidlab_atlas.catalogue import NamedMatroid

__all__ = ["NamedMatroid"]
