"""Orbits under groups of permutations, to try one of each orbit only."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from matroidlab_atlas.structure.isomorphisms import renumbered

Places = NDArray[np.intp]

MOST_SYMMETRIES = 10_000
"""The largest group whose elements are listed."""


def orbit_representatives(count: int, permutations: Iterable[Places]) -> Places:
    """Return the smallest element of each orbit of ``0 .. count-1`` under a generated group.

    >>> orbit_representatives(5, [np.array([1, 0, 2, 4, 3])])
    array([0, 2, 3])
    """
    known = list(permutations)
    smallest = np.arange(count)
    changed = True
    while changed:
        before = smallest.copy()
        for images in known:
            smallest = np.minimum(smallest, smallest[images])
            smallest[images] = np.minimum(smallest[images], smallest)
        changed = bool((before != smallest).any())
    return np.flatnonzero(smallest == np.arange(count))


def set_representatives(
    masks: NDArray[np.int64], generators: Sequence[Sequence[int]]
) -> NDArray[np.int64]:
    """Return one set of each orbit, for sets as ascending masks that the generators permute."""
    moved = (renumbered(masks, np.array(images, dtype=np.intp)) for images in generators)
    return masks[
        orbit_representatives(len(masks), (np.searchsorted(masks, images) for images in moved))
    ]


def listed_group(generators: Sequence[Sequence[int]], size: int, order: int) -> NDArray[np.intp]:
    """Return all permutations of a group as rows; only the identity if there are too many.

    >>> listed_group([(1, 2, 0)], 3, 3)
    array([[0, 1, 2],
           [1, 2, 0],
           [2, 0, 1]])
    """
    found = {tuple(range(size))}
    layer = set(found) if order <= MOST_SYMMETRIES else set()
    while layer:
        layer = {
            tuple(images[place] for place in one) for images in generators for one in layer
        } - found
        found |= layer
    return np.array(sorted(found), dtype=np.intp)


def smaller_first(group: NDArray[np.intp], order: Sequence[int]) -> list[list[int]]:
    """Return, for each place of ``order``, the earlier places whose images must be smaller.

    Only the lexicographically first of the placements that a group permutes satisfies this: among
    the permutations that fix all earlier elements, an element is placed before all others in its
    orbit (Grochow and Kellis 2007).

    >>> smaller_first(np.array([[0, 1, 2], [1, 0, 2]]), [0, 1, 2])
    [[], [0], []]
    """
    before: list[list[int]] = [[] for _ in order]
    place_of = {element: place for place, element in enumerate(order)}
    for place, element in enumerate(order):
        for image in set(group[:, element].tolist()) - {element}:
            before[place_of[image]].append(place)
        group = group[group[:, element] == element]
    return before
