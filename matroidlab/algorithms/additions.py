"""Which elements an independent set can take in, and in exchange for which of its own."""

import numpy as np

from matroidlab.algorithms.exchange import asked_swaps, single_exchanges
from matroidlab.algorithms.oracle import own_places
from matroidlab.protocol import Matroid, Pairwise, offered
from matroidlab.types import Booleans, Elements

NONE: Elements = np.empty(0, dtype=np.intp)
NONE.flags.writeable = False


def additions(
    matroid: Matroid, independent: Elements, incoming: Elements, beside: Elements = NONE
) -> tuple[Booleans, Booleans]:
    """Return which elements can be added to an independent set, and its swaps.

    The first array says for each ``i`` whether ``incoming[i]`` can be added to the set, the second
    is ``[i, j]``, as for ``swaps``.

    >>> from matroidlab import GraphicMatroid
    >>> triangle_and_tail = GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)])
    >>> free, replaceable = additions(triangle_and_tail, np.array([0, 1]), np.array([2, 3]))
    >>> free.tolist(), replaceable.tolist()
    ([False, True], [[True, True], [True, True]])

    The elements ``beside`` the set stay, as if they were contracted. An element can be added
    exactly if, in a larger independent set that spans it, it is in the place of an element that is
    not in the set: one ``greedy`` and one ``swaps`` answer for all incoming elements. Where
    ``swaps`` would ask the oracle about every pair, or for a single element, the oracle is asked
    whether it can be added.
    """
    whole = np.concatenate([beside, independent])
    if len(incoming) != 1 and offered(matroid, Pairwise) is None:
        outside = np.ones(matroid.size, dtype=np.bool_)
        outside[whole] = False
        spanning = matroid.greedy(np.concatenate([whole, incoming[outside[incoming]]]))
        allowed = asked_swaps(matroid, spanning, incoming)
        free = np.asarray(allowed[:, len(whole) :].any(axis=1))
        allowed = allowed[:, len(beside) : len(whole)]
        allowed[free] = True
        return free, allowed
    free = ~np.isin(incoming, independent)
    for i in np.flatnonzero(free):
        free[i] = matroid.is_independent(np.append(whole, incoming[i]))
    allowed = np.ones((len(incoming), len(independent)), dtype=np.bool_)
    allowed[~free] = swaps_beside(matroid, independent, incoming[~free], beside)
    return free, allowed


def swaps_beside(
    matroid: Matroid, independent: Elements, incoming: Elements, beside: Elements
) -> Booleans:
    """Return the swaps of a set while the elements ``beside`` it stay.

    ``[i, j]``: whether ``incoming[i]`` can take the place of ``independent[j]``.

    Only places of ``independent`` are asked about, which matters where each question is a call of
    the oracle.
    """
    whole = np.concatenate([beside, independent])
    allowed = own_places(independent, incoming)
    asked = ~allowed.any(axis=1)
    if asked.any():
        allowed[asked] = single_exchanges(
            matroid, whole, np.arange(len(beside), len(whole)), incoming[asked]
        )
    return allowed
