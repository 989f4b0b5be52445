from math import comb

from matroidlab.protocol import Matroid
from matroidlab.subsets import LIMIT, Progress, basis_masks
from matroidlab_atlas.catalogue import Entry, catalogue
from matroidlab_atlas.structure.isomorphism import isomorphism


def catalogue_entry(matroid: Matroid, *, progress: Progress | None = None) -> Entry | None:
    """Return the entry of the catalogue that the matroid is isomorphic to, or None.

    >>> from matroidlab import UniformMatroid
    >>> catalogue_entry(UniformMatroid(4, 2)).title
    'U(2,4)'
    """
    alike = [entry for entry in catalogue.values() if (entry.size, entry.rank) == (matroid.size, matroid.rank)]
    if not alike or matroid.size > LIMIT:
        return None
    count = len(basis_masks(matroid, progress=progress))
    found = (entry for entry in alike if entry.bases == count and isomorphism(matroid, entry.matroid) is not None)
    return next(found, None)


def name_of(matroid: Matroid, *, progress: Progress | None = None) -> str | None:
    """Return what the literature calls the matroid: its title in the catalogue, or U(r,n); None if it has no name.

    >>> from matroidlab import GraphicMatroid, UniformMatroid
    >>> name_of(GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]))
    'M(K4), M(W3)'
    >>> name_of(UniformMatroid(9, 2))
    'U(2,9)'
    """
    entry = catalogue_entry(matroid, progress=progress)
    if entry is not None:
        return entry.title
    if matroid.size <= LIMIT and len(basis_masks(matroid)) == comb(matroid.size, matroid.rank):
        return f"U({matroid.rank},{matroid.size})"
    return None
