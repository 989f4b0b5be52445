import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Elements


def component_of(matroid: Matroid) -> Elements:
    """Return for each element the smallest element of its connected component.

    >>> from matroidlab import PartitionMatroid
    >>> component_of(PartitionMatroid([[0, 2], [1, 3, 4]]))
    array([0, 1, 0, 1, 1])

    Two elements are in one component if some circuit holds both. The components are those of the
    graph that joins the elements of one basis to what they can be exchanged for (Cunningham 1973;
    Oxley, *Matroid Theory*, 4.3).
    """
    ground = np.arange(matroid.size)
    basis = matroid.greedy(ground)
    outside = np.setdiff1d(ground, basis)
    joined = matroid.swaps(basis, outside)
    component = ground.copy()
    while True:
        # Each circuit takes its smallest name, each basis element the smallest of its circuits.
        names = np.where(joined, component[basis], matroid.size)
        component[outside] = np.minimum(names.min(axis=1, initial=matroid.size), outside)
        names = np.where(joined, component[outside, None], matroid.size)
        smallest = np.minimum(names.min(axis=0, initial=matroid.size), component[basis])
        if np.array_equal(smallest, component[basis]):
            return component
        component[basis] = smallest
