"""Sets of a matroid: maximum-weight bases, ranks, closures and circuits."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.errors import ANY_COLLECTION, InvalidElementsError, NoCircuitError, NotABasisError
from matroidlab.protocol import Matroid, rank_lookup_of
from matroidlab.protocol.checked import as_kept
from matroidlab.types import (
    Elements,
    ElementsLike,
    as_elements,
    as_integer,
    as_weights,
)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

COLLECTIONS = (set, frozenset, tuple, list, range)
"""Collections that can be read twice."""


def max_weight_basis(matroid: Matroid, weights: ArrayLike) -> Elements:
    """Return a maximum-weight basis, heaviest element first, ties going to the smaller element.

    >>> from matroidlab import UniformMatroid
    >>> max_weight_basis(UniformMatroid(size=4, rank=2), [0.1, 0.7, 0.2, 0.7])
    array([1, 3])

    The greedy algorithm is right for all weights exactly when the sets are those of a matroid (Rado
    1957, Edmonds 1971, https://doi.org/10.1007/BF01584082). Negative weights are taken too: the
    answer is always a whole basis.

    Parameters
    ----------
    matroid
        The matroid.
    weights
        A finite weight for each element.

    Returns
    -------
    array
        The elements of the basis, heaviest first.

    Raises
    ------
    InvalidWeightsError
        If there are not as many weights as elements, or one of them is NaN.

    See Also
    --------
    matroid_intersection, exchange_bijection
    """
    order = (-as_weights(weights, size=matroid.size)).argsort(kind="stable")
    return as_kept(matroid.greedy(order), size=matroid.size)


def rank_of(matroid: Matroid, elements: ElementsLike) -> int:
    """Return the size of a largest independent subset of ``elements``.

    >>> from matroidlab import UniformMatroid
    >>> rank_of(UniformMatroid(size=4, rank=2), [0, 1, 3])
    2
    """
    ranks = rank_lookup_of(matroid)
    if ranks is None:
        return len(matroid.greedy(as_elements(elements, size=matroid.size)))
    return ranks[as_mask(elements, size=matroid.size)]


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
    """Return ``elements`` as an array that is a basis, or say why it is none.

    Parameters
    ----------
    matroid
        The matroid.
    elements
        The elements, in any order, which is kept.
    name
        The name of the argument in error messages.
    """
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
    ranks = rank_lookup_of(matroid)
    if ranks is not None:
        return _closure_by_lookup(ranks, as_mask(elements, size=matroid.size), matroid.size)
    spanning = matroid.greedy(as_elements(elements, size=matroid.size))
    candidates = np.append(spanning, 0)
    closed = np.zeros(matroid.size, dtype=bool)
    closed[spanning] = True
    for element in np.flatnonzero(~closed):
        candidates[-1] = element
        closed[element] = not matroid.is_independent(candidates)
    return np.flatnonzero(closed)


def as_mask(elements: ElementsLike, *, size: int, name: str = "elements") -> int:
    """Return the mask of distinct elements of ``0 .. size-1``, or raise as `as_elements` does.

    >>> bin(as_mask({3, 1}, size=4))
    '0b1010'

    Parameters
    ----------
    elements
        Distinct elements, as any collection.
    size
        The number of elements of the ground set.
    name
        What error messages call the elements.
    """
    mask = 0
    if isinstance(elements, COLLECTIONS):
        for element in elements:
            if type(element) is not int or not 0 <= element < size or mask >> element & 1:
                break
            mask |= 1 << element
        else:
            return mask
    return sum(1 << element for element in as_elements(elements, size=size, name=name).tolist())


def _closure_by_lookup(ranks: bytes, mask: int, size: int) -> Elements:
    rank = ranks[mask]
    closed = [element for element in range(size) if ranks[mask | 1 << element] == rank]
    return np.array(closed, dtype=np.intp)


def fundamental_circuit(matroid: Matroid, independent: ElementsLike, element: int) -> Elements:
    """Return the one circuit in ``independent + element``, in ascending order.

    >>> from matroidlab import GraphicMatroid
    >>> fundamental_circuit(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)]), [0, 1, 3], 2)
    array([0, 1, 2])

    It is ``element`` with everything that ``element`` can replace.

    Parameters
    ----------
    matroid
        The matroid.
    independent
        An independent set.
    element
        An element in the closure of the set, but not in the set.
    """
    base = as_elements(independent, size=matroid.size, name="independent")
    element = as_integer(element, name="element", error=InvalidElementsError)
    incoming = as_elements([element], size=matroid.size, name="element")
    if not matroid.is_independent(base):
        raise NoCircuitError(f"independent must be independent, but {base.tolist()} is not")
    if element in base or matroid.is_independent(np.append(base, incoming)):
        raise NoCircuitError(f"no circuit: {base.tolist()} with {element} is independent")
    return np.sort(np.append(base[matroid.swaps(base, incoming)[0]], incoming))


def takes_arrays(method: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return the method; where it fails on a set or a list, its error says which functions take it.

    >>> from matroidlab import Dual, UniformMatroid
    >>> Dual(UniformMatroid(4, 2)).greedy({0, 1})
    Traceback (most recent call last):
    TypeError: elements must be a numpy array, got {0, 1}; the functions ...
    """

    @wraps(method)
    def called(*arguments: Given.args, **named: Given.kwargs) -> Answer:
        try:
            return method(*arguments, **named)
        except (AttributeError, TypeError, ValueError, IndexError):
            for given in arguments[1:]:  # all but the matroid
                if not isinstance(given, np.ndarray):
                    raise TypeError(
                        f"elements must be a numpy array, got {given!r:.80}; {ANY_COLLECTION}"
                    ) from None
            raise

    return called
