from matroidlab.algorithms import as_basis
from matroidlab.orderability.search import bijection_by_oracle
from matroidlab.protocol import Matroid, Orderability, offered
from matroidlab.types import Elements, ElementsLike


def strong_bijection(
    matroid: Matroid, source: ElementsLike, target: ElementsLike
) -> Elements | None:
    """Return ``target`` so ordered that any part of ``source`` can be exchanged at once, or None.

    >>> from matroidlab import GraphicMatroid
    >>> square = GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    >>> strong_bijection(square, [0, 1, 2], [4, 3, 1])
    array([4, 1, 3])

    For every subset X of the source, ``source - X + s(X)`` is a basis. Common elements stay where
    they are. A matroid that knows its orderability constructs the bijection; otherwise it is
    searched for, which takes at least 2**d independence calls for d elements to exchange and is
    refused for more than 20.

    Parameters
    ----------
    matroid
        The matroid.
    source
        A basis.
    target
        Another basis.
    """
    first = as_basis(matroid, source, name="source")
    second = as_basis(matroid, target, name="target")
    known = offered(matroid, Orderability)
    constructed = known.strong_bijection(first, second) if known is not None else None
    if constructed is not None:
        return constructed
    return bijection_by_oracle(matroid, first, second, matroid.rank)


def base_order_bijection(
    matroid: Matroid, source: ElementsLike, target: ElementsLike
) -> Elements | None:
    """Return ``target`` rearranged so that each single exchange can be made in both bases, or None.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> base_order_bijection(k4, [0, 1, 2], [0, 3, 5])
    array([0, 3, 5])

    ``source - source[i] + result[i]`` and ``target - result[i] + source[i]`` are bases for every
    ``i``. Found by matching: O(d**3) besides two calls of ``swaps``.

    Parameters
    ----------
    matroid
        The matroid.
    source
        A basis.
    target
        Another basis.
    """
    first = as_basis(matroid, source, name="source")
    second = as_basis(matroid, target, name="target")
    return bijection_by_oracle(matroid, first, second, 1)
