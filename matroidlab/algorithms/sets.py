"""Sets of a matroid: maximum-weight bases, ranks, closures and circuits."""

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.errors import InvalidElementsError, NoCircuitError, NotABasisError
from matroidlab.protocol import Matroid
from matroidlab.protocol.checked import as_kept
from matroidlab.types import Elements, ElementsLike, as_elements, as_integer, as_weights


def max_weight_basis(matroid: Matroid, weights: ArrayLike) -> Elements:
    """Return a maximum-weight basis, heaviest element first, ties going to the smaller element.

    >>> from matroidlab import UniformMatroid
    >>> max_weight_basis(UniformMatroid(size=4, rank=2), [0.1, 0.7, 0.2, 0.7])
    array([1, 3])

    The greedy algorithm is right for all weights exactly when the sets are those of a matroid (Rado
    1957, Edmonds 1971, https://doi.org/10.1007/BF01584082). Negative weights are taken too: the
    answer is always a whole basis.
    """
    order = (-as_weights(weights, size=matroid.size)).argsort(kind="stable")
    return as_kept(matroid.greedy(order), size=matroid.size)


def rank_of(matroid: Matroid, elements: ElementsLike) -> int:
    """Return the size of a largest independent subset of ``elements``.

    >>> from matroidlab import UniformMatroid
    >>> rank_of(UniformMatroid(size=4, rank=2), [0, 1, 3])
    2
    """
    return len(matroid.greedy(as_elements(elements, size=matroid.size)))


def is_independent(matroid: Matroid, elements: ElementsLike) -> bool:
    """Whether ``elements``, any collection of integers, is an independent set.

    >>> from matroidlab import UniformMatroid
    >>> is_independent(UniformMatroid(size=4, rank=2), {0, 1})
    True
    """
    return bool(matroid.is_independent(as_elements(elements, size=matroid.size)))


def is_basis(matroid: Matroid, elements: ElementsLike) -> bool:
    """Whether ``elements`` is independent and as large as the rank.

    >>> from matroidlab import UniformMatroid
    >>> is_basis(UniformMatroid(size=4, rank=2), [0, 1])
    True
    """
    array = as_elements(elements, size=matroid.size)
    return len(array) == matroid.rank and bool(matroid.is_independent(array))


def as_basis(matroid: Matroid, elements: ElementsLike, *, name: str = "basis") -> Elements:
    """Return ``elements`` as an array that is a basis, or say why it is none."""
    array = as_elements(elements, size=matroid.size, name=name)
    if len(array) != matroid.rank:
        raise NotABasisError(
            f"{name} must have {matroid.rank} elements, the rank, "
            f"got {len(array)}: {array.tolist()}"
        )
    if not matroid.is_independent(array):
        raise NotABasisError(f"{name} must be a basis, but {array.tolist()} is dependent")
    return array


def closure(matroid: Matroid, elements: ElementsLike) -> Elements:
    """Return all elements that do not raise the rank of ``elements``, in ascending order.

    >>> from matroidlab import GraphicMatroid
    >>> closure(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)]), [0, 1])
    array([0, 1, 2])
    """
    spanning = matroid.greedy(as_elements(elements, size=matroid.size))
    candidates = np.append(spanning, 0)
    closed = np.zeros(matroid.size, dtype=bool)
    closed[spanning] = True
    for element in np.flatnonzero(~closed):
        candidates[-1] = element
        closed[element] = not matroid.is_independent(candidates)
    return np.flatnonzero(closed)


def fundamental_circuit(matroid: Matroid, independent: ElementsLike, element: int) -> Elements:
    """Return the one circuit in ``independent + element``, in ascending order.

    >>> from matroidlab import GraphicMatroid
    >>> fundamental_circuit(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)]), [0, 1, 3], 2)
    array([0, 1, 2])

    It is ``element`` with everything that ``element`` can replace.
    """
    base = as_elements(independent, size=matroid.size, name="independent")
    element = as_integer(element, name="element", error=InvalidElementsError)
    incoming = as_elements([element], size=matroid.size, name="element")
    if not matroid.is_independent(base):
        raise NoCircuitError(f"independent must be independent, but {base.tolist()} is not")
    if element in base or matroid.is_independent(np.append(base, incoming)):
        raise NoCircuitError(f"no circuit: {base.tolist()} with {element} is independent")
    return np.sort(np.append(base[matroid.swaps(base, incoming)[0]], incoming))
