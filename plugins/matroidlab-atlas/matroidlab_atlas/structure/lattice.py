import networkx as nx
import numpy as np

from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import Progress, rank_table
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import Set, as_tuples, named
from matroidlab_atlas.structure.sets import flat_masks


@takes_matroids
def lattice_of_flats(matroid: Matroid, *, progress: Progress | None = None) -> "nx.DiGraph[Set]":
    """Return the flats as a graph: nodes with their ``rank`` and ``label``, and edges to the flats that cover them.

    >>> from matroidlab import UniformMatroid
    >>> lattice = lattice_of_flats(UniformMatroid(size=3, rank=2))
    >>> sorted(lattice.successors(()))
    [(0,), (1,), (2,)]
    >>> lattice.nodes[0, 1, 2]
    {'rank': 2, 'label': '{0, 1, 2}'}
    """
    table, names = rank_table(matroid, progress=progress), element_names_of(matroid)
    lattice: nx.DiGraph[Set] = nx.DiGraph()
    below: list[tuple[int, Set]] = []
    for rank in range(table.rank + 1):
        masks = flat_masks(table, rank)
        sets = as_tuples(masks, table.size)
        lattice.add_nodes_from((chosen, {"rank": rank, "label": named(chosen, names)}) for chosen in sets)
        for mask, part in below:
            lattice.add_edges_from((part, sets[place]) for place in np.flatnonzero(mask & ~masks == 0))
        below = list(zip(masks.tolist(), sets, strict=True))
    return lattice
