"""Brute force by the definitions; it shares no code with the searches that it checks."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

import numpy as np

from matroidlab.algorithms import as_basis
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, ElementsLike

PERMUTED = 7
"""Up to this many elements all bijections are tried, 5040 of them; beyond, by backtracking."""


def strong_bijection_failure(
    matroid: Matroid, source: ElementsLike, bijection: ElementsLike, *, most: int | None = None
) -> Elements | None:
    """Return a smallest subset of ``source`` whose exchange gives no basis, or None.

    >>> from matroidlab import GraphicMatroid
    >>> square = GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    >>> strong_bijection_failure(square, [0, 1, 2], [4, 1, 3])
    >>> strong_bijection_failure(square, [0, 1, 2], [3, 1, 4])
    array([2])

    ``bijection`` is aligned with ``source``. None is the certificate that it is strong: every
    subset of what it moves was tried, 2**d independence calls for d elements. With ``most``, only
    exchanges of up to that many elements are tried, but each in both bases.

    Parameters
    ----------
    matroid
        The matroid.
    source
        A basis.
    bijection
        Another basis, aligned with ``source``.
    most
        The largest number of elements to exchange at once; None is any number.
    """
    first = as_basis(matroid, source, name="source").tolist()
    second = as_basis(matroid, bijection, name="bijection").tolist()
    moved = [place for place in range(len(first)) if first[place] != second[place]]
    for places in _subsets(moved, len(moved) if most is None else most):
        exchanged = [first[place] for place in places]
        if not _gives_basis(matroid, first, second, places):
            return np.array(exchanged, dtype=np.intp)
        if most is not None and not _gives_basis(matroid, second, first, places):
            return np.array(exchanged, dtype=np.intp)
    return None


def has_bijection(
    matroid: Matroid, source: Sequence[int], target: Sequence[int], most: int | None
) -> bool:
    """Whether some bijection serves all exchanges, or all of up to ``most`` elements in both bases.

    Common elements must stay: if a common a went to another b, then target - b + a would have fewer
    elements.
    """
    leaving = sorted(set(source) - set(target))
    entering = sorted(set(target) - set(source))
    common = frozenset(source) & frozenset(target)
    count = len(leaving)
    most = count if most is None else min(most, count)

    @cache
    def is_basis(exchanged: frozenset[int]) -> bool:
        return bool(matroid.is_independent(np.array(sorted(common | exchanged), dtype=np.intp)))

    def serves(pairs: dict[int, int], newest: Sequence[int]) -> bool:
        """Whether all exchanges of the pairs that touch one of the newest succeed."""
        return all(
            is_basis(frozenset(leaving) - set(part) | {pairs[a] for a in part})
            and is_basis(frozenset(entering) - {pairs[a] for a in part} | set(part))
            for part in _subsets(list(pairs), most)
            if not set(part).isdisjoint(newest)
        )

    def extends(pairs: dict[int, int]) -> bool:
        if len(pairs) == count:
            return True
        a = leaving[len(pairs)]
        fresh = (b for b in entering if b not in pairs.values())
        return any(
            serves(longer, [a]) and extends(longer) for longer in ({**pairs, a: b} for b in fresh)
        )

    if count > PERMUTED:
        return extends({})
    return any(
        serves(dict(zip(leaving, order, strict=True)), leaving) for order in permutations(entering)
    )


def _gives_basis(
    matroid: Matroid, first: list[int], second: list[int], places: Sequence[int]
) -> bool:
    result = list(first)
    for place in places:
        result[place] = second[place]
    return len(set(result)) == len(result) and bool(
        matroid.is_independent(np.array(result, dtype=np.intp))
    )


def _subsets(members: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of one to ``most`` members, small ones first."""
    for count in range(1, min(most, len(members)) + 1):
        yield from combinations(members, count)
