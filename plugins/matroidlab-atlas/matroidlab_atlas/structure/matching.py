"""Isomorphisms of small matroids by placing one element after the other."""

import numpy as np

from matroidlab.subsets import RankTable

MATCHED = 9
"""The most elements of matroids that are matched this way."""

STEPS = 60
"""After this many placed elements, canonical forms are compared instead: they take no longer."""


def matched(first: RankTable, second: RankTable) -> list[int] | None:
    """Return the images of an isomorphism, an empty list if there is none, or None for "gave up".

    >>> from matroidlab import GraphicMatroid
    >>> from matroidlab.subsets import rank_table
    >>> path = rank_table(GraphicMatroid([(0, 1), (1, 2), (1, 2)]))
    >>> other = rank_table(GraphicMatroid([(5, 6), (5, 6), (3, 5)]))
    >>> matched(path, other)
    [2, 0, 1]

    An element goes where equally many bases hold it and every set of elements placed before has the
    same rank with it. Most symmetric matroids are matched without ever going back.
    """
    here = _degrees(first)
    there = _degrees(second)
    if sorted(here) != sorted(there):
        return []
    # Elements with few possible images come first.
    order = sorted(range(first.size), key=lambda element: (here.count(here[element]), element))
    search = _Search(first, second, order, here, there)
    images = search.extended(0, [0], [0])
    if images is None:
        return None if search.steps > STEPS else []
    found = [0] * first.size
    for element, image in zip(order, images, strict=True):
        found[element] = image
    return found


def _degrees(table: RankTable) -> list[int]:
    """The number of bases that hold each element."""
    held = (table.bases[:, None] >> np.arange(table.size)) & 1
    counts: list[int] = held.sum(axis=0).tolist()
    return counts


class _Search:
    def __init__(
        self,
        first: RankTable,
        second: RankTable,
        order: list[int],
        here: list[int],
        there: list[int],
    ) -> None:
        self.ours = first.lookup
        self.theirs = second.lookup
        self.order = order
        self.choices = {
            element: [image for image in order if there[image] == here[element]]
            for element in order
        }
        self.steps = 0

    def extended(self, place: int, masks: list[int], images: list[int]) -> list[int] | None:
        """Place the next element; two lists of masks stand for all sets placed, here and there."""
        if place == len(self.order):
            return []
        element = self.order[place]
        bit = 1 << element
        more = [mask | bit for mask in masks]
        expected = [self.ours[mask] for mask in more]
        for image in self.choices[element]:
            new = 1 << image
            if images[-1] & new or any(
                self.theirs[mask | new] != rank for mask, rank in zip(images, expected, strict=True)
            ):
                continue
            self.steps += 1
            if self.steps > STEPS:
                return None
            rest = self.extended(place + 1, masks + more, images + [mask | new for mask in images])
            if rest is not None:
                return [image, *rest]
        return None
