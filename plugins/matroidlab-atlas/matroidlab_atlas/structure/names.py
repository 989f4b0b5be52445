from itertools import combinations
from math import comb

import numpy as np

from matroidlab.protocol import Matroid, uniform_blocks_of
from matroidlab.subsets import LIMIT, Progress, basis_masks
from matroidlab_atlas.catalogue import Entry, catalogue
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.isomorphisms import isomorphism

MOST_SETS = 10_000
"""The most sets that are tried to see whether a matroid of more than 22 elements is uniform."""


@takes_matroids
def catalogue_entry(matroid: Matroid, *, progress: Progress | None = None) -> Entry | None:
    """Return the entry of the catalogue that the matroid is isomorphic to, or None.

    >>> from matroidlab import UniformMatroid
    >>> catalogue_entry(UniformMatroid(4, 2)).title
    'U(2,4)'
    """
    alike = [
        entry
        for entry in catalogue.values()
        if (entry.size, entry.rank) == (matroid.size, matroid.rank)
    ]
    if not alike or matroid.size > LIMIT:
        return None
    count = len(basis_masks(matroid, progress=progress))
    found = (
        entry
        for entry in alike
        if entry.bases == count and isomorphism(matroid, entry.matroid) is not None
    )
    return next(found, None)


@takes_matroids
def name_of(matroid: Matroid, *, progress: Progress | None = None) -> str | None:
    """Return the title of the matroid in the catalogue, or U(r,n), or None if it has no name.

    >>> from matroidlab import GraphicMatroid, UniformMatroid
    >>> name_of(GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]))
    'M(K4) = M(W3)'
    >>> name_of(UniformMatroid(9, 2))
    'U(2,9)'
    """
    entry = catalogue_entry(matroid, progress=progress)
    if entry is not None:
        return entry.title
    return f"U({matroid.rank},{matroid.size})" if _is_uniform(matroid) else None


def short_name(name: str) -> str:
    """Return a name of `name_of` as it is used within a sentence.

    >>> short_name("F7 (Fano)"), short_name("M(K4) = M(W3)")
    ('F7', 'M(K4)')
    """
    return name.split(" (", maxsplit=1)[0].split(" = ", maxsplit=1)[0]


def _is_uniform(matroid: Matroid) -> bool:
    """Whether all sets of ``rank`` elements are known to be bases."""
    blocks = uniform_blocks_of(matroid)
    if blocks is not None and (blocks == blocks[:1]).all():
        return True
    count = comb(matroid.size, matroid.rank)
    if matroid.size <= LIMIT:
        return len(basis_masks(matroid)) == count
    # Most matroids that are not uniform show it at a single basis.
    basis = matroid.greedy(np.arange(matroid.size))
    others = np.setdiff1d(np.arange(matroid.size), basis)
    if count > MOST_SETS or not matroid.swaps(basis, others).all():
        return False
    sets = combinations(range(matroid.size), matroid.rank)
    return all(matroid.is_independent(np.array(one, dtype=np.intp)) for one in sets)
