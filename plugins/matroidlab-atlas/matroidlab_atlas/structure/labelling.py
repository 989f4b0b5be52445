"""The search behind isomorphism: number the elements so that equal structures become the same sets.

Elements are coloured by the sets that contain them, and the colours are refined until nothing
changes. Where several elements keep one colour, each in turn gets a colour of its own, and so on
until all colours differ. Of all numberings that are reached this way, the one with the largest
traces and image is canonical (McKay, *Practical graph isomorphism*, 1981). Two numberings with the
same image differ by an automorphism, which prunes the search; those that are found beside the first
numbering generate the whole group.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from matroidlab.subsets import family_of, without
from matroidlab_atlas.structure.refinement import PRIME, refine

Integers: TypeAlias = NDArray[np.int64]
Permutation: TypeAlias = list[int]
"""``[e]``: the image of element e."""

KEYS = np.random.default_rng(0).integers(1, PRIME, 64)
"""A random number for each colour, always the same."""


@dataclass
class Leaf:
    """A complete numbering: the elements chosen on the way, the traces, the image of the sets."""

    chosen: list[int]
    traces: list[int]
    numbering: Permutation
    image: bytes

    def is_like(self, other: "Leaf") -> bool:
        """Whether an automorphism maps one to the other."""
        return self.traces == other.traces and self.image == other.image


@dataclass
class Search:
    """A search over the numberings of ``size`` elements.

    Each row of ``held`` is a set: 1 for its elements, 0 for others.
    """

    held: Integers
    size: int
    generators: list[Permutation] = field(default_factory=list)
    order: int = 1
    first: Leaf | None = None
    best: Leaf | None = None

    def run(self) -> "Search":
        """Search everything that is not equivalent to a part already searched."""
        colours, trace = self._first_colours
        self.generators += clones(self.held, colours.tolist())
        self._explore(colours, [], [trace])
        return self

    @property
    def colours(self) -> Integers:
        """The colours before any choice; automorphisms map elements to elements of their colour.

        The canonical numbering keeps the order of colours.
        """
        return self._first_colours[0]

    @cached_property
    def _first_colours(self) -> tuple[Integers, int]:
        colours = np.zeros(self.size, dtype=np.int64)
        return colours, self._refined(colours)

    def _refined(self, colours: Integers) -> int:
        """Refine the colours in place, and return the trace."""
        return refine(self.held, colours, KEYS, np.empty_like(colours), np.empty_like(colours))

    def _explore(self, colours: Integers, chosen: list[int], traces: list[int]) -> int:
        """Walk the subtree below a node; return the level at which to continue."""
        level = len(chosen)
        cell = _target(colours.tolist())
        if not cell:
            return self._arrive(Leaf(chosen, traces, colours.tolist(), self._image(colours)))
        leads = self.first is None
        tried: list[int] = []
        orbits = Orbits(self.size, [])
        known = -1
        for element in cell:
            if tried and len(self.generators) > known:
                known = len(self.generators)
                orbits = self._orbits(chosen)
            if tried and not orbits.isdisjoint_from(element, tried):
                continue
            tried.append(element)
            finer = colours + (colours == colours[element])
            finer[element] -= 1
            path = [*traces, self._refined(finer)]
            if self._is_hopeless(path):
                continue
            back = self._explore(finer, [*chosen, element], path)
            if back < level:
                return back
        if leads:
            self.order *= self._orbits(chosen).size_of(cell[0])
        return level

    def _is_hopeless(self, traces: list[int]) -> bool:
        """Whether no numbering below can equal the first one or be the best."""
        if self.first is None or self.best is None:
            return False
        depth = len(traces)
        return traces != self.first.traces[:depth] and traces < self.best.traces[:depth]

    def _arrive(self, leaf: Leaf) -> int:
        if self.first is None or self.best is None:
            self.first = self.best = leaf
            return len(leaf.chosen)
        for known in (self.first, self.best):
            if leaf.is_like(known):
                self.generators.append(_composed(leaf.numbering, known.numbering))
                return _common(leaf.chosen, known.chosen)
        if (leaf.traces, leaf.image) > (self.best.traces, self.best.image):
            self.best = leaf
        return len(leaf.chosen)

    def _image(self, colours: Integers) -> bytes:
        return np.sort(self.held @ (1 << colours)).tobytes()

    def _orbits(self, fixed: list[int]) -> "Orbits":
        """The orbits under the automorphisms found that fix some elements."""
        return Orbits(
            self.size, [known for known in self.generators if all(known[e] == e for e in fixed)]
        )


def clones(held: Integers, colours: list[int]) -> list[Permutation]:
    """Return transpositions of elements of one colour that are automorphisms.

    They generate all such transpositions, and are found in a small part of the time of the search.
    """
    size = len(colours)
    if len(set(colours)) == size:
        return []
    marks = np.zeros(1 << size, dtype=np.bool_)
    marks[held @ (1 << np.arange(size))] = True
    family = family_of(marks)
    found: list[Permutation] = []
    rows: list[list[int]] = []
    for element, colour in enumerate(colours):
        alike = (
            row
            for row in rows
            if colours[row[0]] == colour and _are_clones(family, size, row[-1], element)
        )
        row = next(alike, None)
        if row is None:
            rows.append([element])
        else:
            swapped = list(range(size))
            swapped[element], swapped[row[-1]] = row[-1], element
            found.append(swapped)
            row.append(element)
    return found


def _are_clones(family: int, size: int, first: int, second: int) -> bool:
    """Whether the sets with the first element only become those with the second only."""
    without_first = family & without(size)[first]
    without_second = family & without(size)[second]
    with_neither = without_first & without_second
    moved = (without_second ^ with_neither) << (1 << second) - (1 << first)
    return moved == without_first ^ with_neither


class Orbits:
    """The orbits of the group that some permutations generate."""

    def __init__(self, size: int, permutations: list[Permutation]) -> None:
        self.orbit: list[int] = list(range(size))
        for permutation in permutations:
            for element, image in enumerate(permutation):
                first = self.orbit[element]
                second = self.orbit[image]
                if first != second:
                    low = min(first, second)
                    high = max(first, second)
                    self.orbit = [low if name == high else name for name in self.orbit]

    def isdisjoint_from(self, element: int, others: list[int]) -> bool:
        """Whether an element is in no orbit of the others."""
        return all(self.orbit[element] != self.orbit[other] for other in others)

    def size_of(self, element: int) -> int:
        """The number of elements in the orbit of one."""
        return self.orbit.count(self.orbit[element])


def _target(colours: list[int]) -> list[int]:
    """The elements of the smallest colour class of several elements; empty if there is none."""
    present = sorted(set(colours))
    # A colour is the number of elements of smaller colours, so the next one says how many have it.
    following = [*present[1:], len(colours)]
    sizes = [end - start for start, end in zip(present, following, strict=False)]
    shared = [(size, colour) for size, colour in zip(sizes, present, strict=True) if size > 1]
    _, wanted = min(shared, default=(0, -1))
    return [element for element, colour in enumerate(colours) if colour == wanted]


def _composed(numbering: Permutation, known: Permutation) -> Permutation:
    """The permutation that maps each element to the one with its number in the other numbering."""
    element_at = {place: element for element, place in enumerate(known)}
    return [element_at[place] for place in numbering]


def _common(first: list[int], second: list[int]) -> int:
    """How many of their first entries two lists share."""
    return next(
        (i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), len(first)
    )
