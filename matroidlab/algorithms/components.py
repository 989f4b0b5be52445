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
    basis = matroid.greedy(np.arange(matroid.size))
    outside = np.setdiff1d(np.arange(matroid.size), basis)
    component = np.arange(matroid.size)
    for element, replaceable in zip(outside, matroid.swaps(basis, outside), strict=True):
        joined = np.append(component[basis[replaceable]], component[element])
        component[np.isin(component, joined)] = joined.min()
    return component
