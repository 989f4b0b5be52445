from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import Any, cast

import numpy as np

from matroidlab import ExplicitMatroid
from matroidlab.protocol import Matroid, labels_of
from matroidlab.subsets import (
    Progress,
    basis_masks,
    refuse_if_too_large,
    set_sizes,
    table_of,
)
from matroidlab.types import Elements, Masks
from matroidlab_atlas.structure.arguments import check_matroid, takes_matroids
from matroidlab_atlas.structure.labelling import Search
from matroidlab_atlas.structure.matching import MATCHED, matched


@dataclass(frozen=True)
class CanonicalForm:
    """A matroid up to isomorphism: two matroids have equal forms exactly if they are isomorphic.

    Attributes
    ----------
    size
        The number of elements of the matroid.
    rank
        The rank of the matroid.
    code
        The masks of the bases after renumbering, ascending, as bytes.
    places
        The number of each element in the form; not compared.
    """

    size: int
    rank: int
    code: bytes
    places: Elements = field(compare=False, repr=False)

    def __repr__(self) -> str:
        count = len(self.basis_masks)
        return f"CanonicalForm({self.size} elements, rank {self.rank}, {count} bases)"

    @property
    def basis_masks(self) -> Masks:
        """The masks of the bases of the form, ascending."""
        return np.frombuffer(self.code, dtype=np.dtype("<u4")).astype(np.int64)

    @cached_property
    def matroid(self) -> ExplicitMatroid:
        """The matroid of the form."""
        return ExplicitMatroid.known(self.size, self.basis_masks)


@takes_matroids
def canonical_form(matroid: Matroid, *, progress: Progress | None = None) -> CanonicalForm:
    """Return the canonical form, which is equal for isomorphic matroids and for no others.

    >>> from matroidlab import GraphicMatroid
    >>> path = GraphicMatroid([(0, 1), (1, 2), (1, 2)])
    >>> other = GraphicMatroid([(5, 6), (5, 6), (3, 5)])
    >>> canonical_form(path) == canonical_form(other)
    True

    The matroid may have at most 22 elements. The search refines colours of elements, branches where
    they leave elements alike, and is cut short by automorphisms
    (`matroidlab_atlas.structure.labelling`).
    """
    refuse_if_too_large(matroid.size)
    return form_of(basis_masks(matroid, progress=progress), matroid.size, matroid.rank)


def form_of(masks: Masks, size: int, rank: int) -> CanonicalForm:
    """Return the canonical form of a matroid given by the masks of its bases."""
    best = searched(masks, size, rank).best
    assert best is not None
    places = np.array(best.numbering, dtype=np.intp)
    return CanonicalForm(
        size, rank, np.sort(renumbered(masks, places)).astype("<u4").tobytes(), places
    )


def searched(masks: Masks, size: int, rank: int) -> Search:
    """Search the numberings of a matroid given by the masks of its bases."""
    return search_of(masks, size, rank).run()


def search_of(masks: Masks, size: int, rank: int) -> Search:
    """Return the search without running it."""
    rows = masks
    if 2 * len(masks) > comb(size, rank):  # the sets that are not bases determine the matroid too
        others = set_sizes(size) == rank
        others[masks] = False
        rows = np.flatnonzero(others)
    if 2 * rank > size:  # and so do the complements
        rows = (1 << size) - 1 - rows
    return Search(rows[:, None] >> np.arange(size) & 1, size)


def renumbered(masks: Masks, places: Elements) -> Masks:
    """Return the masks of the same sets with the elements at other places."""
    moved: Masks = (masks[:, None] >> np.arange(len(places)) & 1) @ (1 << places)
    return moved


def isomorphism(
    first: Matroid, second: Matroid, *, progress: Progress | None = None
) -> Elements | None:
    """Return the image of each element under an isomorphism, or None if there is none.

    >>> from matroidlab import GraphicMatroid, UniformMatroid
    >>> path = GraphicMatroid([(0, 1), (1, 2), (1, 2)])
    >>> other = GraphicMatroid([(5, 6), (5, 6), (3, 5)])
    >>> isomorphism(path, other).tolist()
    [2, 0, 1]
    >>> isomorphism(path, UniformMatroid(3, 2)) is None
    True

    If both matroids have names, the answer maps those of the first to those of the second. A set is
    a basis of the first matroid exactly if its image is a basis of the second. This is verified,
    however the isomorphism was found.

    Parameters
    ----------
    first
        A matroid.
    second
        Another matroid.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    images = images_of(first, second, progress=progress)
    ours = labels_of(first)
    theirs = labels_of(second)
    if images is None or ours is None or theirs is None:
        return images
    by_names: Any = dict(zip(ours, theirs.names(images.tolist()), strict=True))
    return cast("Elements", by_names)


def images_of(
    first: Matroid, second: Matroid, *, progress: Progress | None = None
) -> Elements | None:
    """Return an isomorphism in numbers, or None."""
    check_matroid(first, "first")
    check_matroid(second, "second")
    if (first.size, first.rank) != (second.size, second.rank):
        return None
    refuse_if_too_large(first.size)
    ours = basis_masks(first, progress=progress)
    theirs = basis_masks(second, progress=progress)
    if len(ours) != len(theirs):
        return None
    if first.size <= MATCHED:
        found = matched(table_of(ours, first.size), table_of(theirs, first.size))
        if found is not None:
            return None if not found and first.size else np.array(found, dtype=np.intp)
    mine, yours = (form_of(masks, first.size, first.rank) for masks in (ours, theirs))
    if mine != yours:
        return None
    images = np.argsort(yours.places)[mine.places]
    assert np.array_equal(np.sort(renumbered(ours, images)), theirs)
    return images


@dataclass(frozen=True)
class AutomorphismGroup:
    """The permutations of the elements that map a matroid to itself.

    Attributes
    ----------
    generators
        Permutations that generate the group, each as the image of every element.
    order
        The number of automorphisms.
    size
        The number of elements of the matroid.
    """

    generators: tuple[tuple[int, ...], ...]
    order: int
    size: int = field(default=0, repr=False)

    @property
    def orbits(self) -> list[tuple[int, ...]]:
        """The classes of elements that automorphisms move to one another, by their smallest.

        >>> from matroidlab import GraphicMatroid
        >>> automorphisms(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)])).orbits
        [(0, 1, 2), (3,)]
        """
        first = list(range(self.size))
        for generator in self.generators:
            for element, image in enumerate(generator):
                low, high = sorted((first[element], first[image]))
                first = [low if one == high else one for one in first]
        return [
            tuple([e for e in range(self.size) if first[e] == one]) for one in sorted(set(first))
        ]

    def elements(self) -> Iterator[tuple[int, ...]]:
        """Yield every automorphism, as the image of every element; the identity first.

        >>> from matroidlab import GraphicMatroid
        >>> len(list(automorphisms(GraphicMatroid([(0, 1), (1, 2), (0, 2)])).elements()))
        6
        """
        identity = tuple(range(self.size))
        found = {identity}
        waiting = deque([identity])
        while waiting:
            known = waiting.popleft()
            yield known
            for generator in self.generators:
                image = tuple([generator[e] for e in known])
                if image not in found:
                    found.add(image)
                    waiting.append(image)

    def __repr__(self) -> str:
        return f"AutomorphismGroup({self})"

    def __str__(self) -> str:
        return f"{self.order} automorphisms, generated by {len(self.generators)}"


@takes_matroids
def automorphisms(matroid: Matroid, *, progress: Progress | None = None) -> AutomorphismGroup:
    """Return generators and the order of the automorphism group.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> automorphisms(catalogue["fano"].matroid).order
    168
    """
    refuse_if_too_large(matroid.size)
    search = searched(basis_masks(matroid, progress=progress), matroid.size, matroid.rank)
    generators = tuple(map(tuple, search.generators))
    return AutomorphismGroup(generators, search.order, matroid.size)
