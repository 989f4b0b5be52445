import numpy as np
from numpy.typing import ArrayLike

from matroidlab.answers import as_sets, is_ours
from matroidlab.kernels import enabled
from matroidlab.kernels.sorting import pack, unpack
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, Weights, as_weights

FEW = 256
"""Below this number of weights, sorting keys is not worth the calls."""


def descending(weights: Weights) -> Elements:
    """Elements by falling weight, ties to the smaller element; along the last axis, for lanes of weights too.

    >>> descending(np.array([1.0, 3.0, 3.0]))
    array([1, 2, 0])
    """
    if not enabled() or weights.size < FEW:
        return (-weights).argsort(axis=-1, kind="stable")
    rising = np.subtract(0.0, weights, order="C")  # and not -weights: both zeros become the same
    order = np.empty(weights.shape, dtype=np.intp)
    return order if _sort(rising, order) else rising.argsort(axis=-1, kind="stable")


def _sort(weights: Weights, out: Elements) -> bool:
    """Find the stable order of rising weights, of which there are some; return whether that was possible."""
    size = weights.shape[-1]
    rows, low = weights.reshape(-1, size), (1 << (size - 1).bit_length()) - 1
    keys = np.empty(rows.shape, dtype=np.int64)
    pack(rows, low, keys)
    keys.sort(axis=-1)
    return unpack(keys, rows, low, out.reshape(-1, size))


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
