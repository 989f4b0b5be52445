import numpy as np
from numpy.typing import ArrayLike

from matroidlab.protocol import Matroid
from matroidlab.types import Elements, Weights, as_weights


def descending(weights: Weights) -> Elements:
    """Elements by falling weight, ties to the smaller element; along the last axis, for lanes of weights too.

    >>> descending(np.array([1.0, 3.0, 3.0]))
    array([1, 2, 0])
    """
    return np.argsort(-weights, axis=-1, kind="stable")


def max_weight_basis(matroid: Matroid, weights: ArrayLike) -> Elements:
    """Return a basis of maximum total weight, heaviest element first, ties going to the smaller element.

    >>> from matroidlab import UniformMatroid
    >>> max_weight_basis(UniformMatroid(size=4, rank=2), [0.1, 0.7, 0.2, 0.7])
    array([1, 3])

    The greedy algorithm is right for all weights exactly when the sets are those of a matroid (Rado 1957,
    Edmonds 1971, https://doi.org/10.1007/BF01584082). Negative weights are taken too: the answer is always a
    whole basis.
    """
    return matroid.greedy(descending(as_weights(weights, size=matroid.size)))
