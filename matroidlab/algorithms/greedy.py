from numpy.typing import ArrayLike

from matroidlab.answers import as_sets, is_ours
from matroidlab.kernels.sorting import descending
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, as_weights

__all__ = ["descending", "max_weight_basis"]


def max_weight_basis(matroid: Matroid, weights: ArrayLike) -> Elements:
    """Return a basis of maximum total weight, heaviest element first, ties going to the smaller element.

    >>> from matroidlab import UniformMatroid
    >>> max_weight_basis(UniformMatroid(size=4, rank=2), [0.1, 0.7, 0.2, 0.7])
    array([1, 3])

    The greedy algorithm is right for all weights exactly when the sets are those of a matroid (Rado 1957,
    Edmonds 1971, https://doi.org/10.1007/BF01584082). Negative weights are taken too: the answer is always a
    whole basis.
    """
    basis = matroid.greedy(descending(as_weights(weights, size=matroid.size)))
    if is_ours(matroid, "greedy"):
        return basis
    return as_sets(basis, shape=(matroid.rank,), size=matroid.size, name="greedy")
