"""All matroids of a given rank and size, one of each up to isomorphism.

Every matroid arises from one with an element less: the new element is a coloop, or it is put freely
into the flats of a linear subclass of hyperplanes (Crapo 1965): a set of hyperplanes that, of those
through a flat of rank two less than the whole, holds none, one or all.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from matroidlab import ExplicitMatroid

Mask = int


@dataclass(frozen=True)
class Bases:
    """A matroid as the masks of its bases."""

    size: int
    rank: int
    masks: frozenset[Mask]

    @property
    def matroid(self) -> ExplicitMatroid:
        return ExplicitMatroid(self.size, [_members(mask) for mask in self.masks])


@cache
def matroids_of(size: int, rank: int) -> tuple[Bases, ...]:
    """One matroid of each isomorphism class."""
    if not 0 <= rank <= size:
        return ()
    if size == 0:
        return (Bases(0, 0, frozenset([0])),)
    if 2 * rank > size:
        return tuple(map(_dual, matroids_of(size, size - rank)))
    new = 1 << (size - 1)
    found = [
        Bases(size, rank, frozenset(mask | new for mask in one.masks))
        for one in matroids_of(size - 1, rank - 1)
    ]
    found += [extended for one in matroids_of(size - 1, rank) for extended in _extensions(one)]
    return tuple({_canonical(one): one for one in found}.values())


def _dual(one: Bases) -> Bases:
    everything = (1 << one.size) - 1
    return Bases(one.size, one.size - one.rank, frozenset(everything & ~mask for mask in one.masks))


def _extensions(one: Bases) -> Iterator[Bases]:
    """Add an element that is not a coloop, in every way."""
    new = 1 << one.size
    if one.rank == 0:
        yield Bases(one.size + 1, 0, one.masks)
        return
    spans = _closures(one, 1)
    hyperplanes = sorted(set(spans.values()))
    colines = set(_closures(one, 2).values()) if one.rank >= 2 else set()
    through = [
        [i for i, plane in enumerate(hyperplanes) if plane & line == line] for line in colines
    ]
    for chosen in _linear_subclasses(len(hyperplanes), through):
        around = {hyperplanes[i] for i in chosen}
        added = {part | new for part, span in spans.items() if span not in around}
        yield Bases(one.size + 1, one.rank, one.masks | added)


def _closures(one: Bases, missing: int) -> dict[Mask, Mask]:
    """The closure of each independent set with ``missing`` elements less than a basis."""
    independent: dict[int, set[Mask]] = {0: set(one.masks)}
    for count in range(1, missing + 1):
        independent[count] = {mask & ~bit for mask in independent[count - 1] for bit in _bits(mask)}
    larger = independent[missing - 1]
    ground = _bits((1 << one.size) - 1)
    return {
        part: part | sum(bit for bit in ground if not part & bit and part | bit not in larger)
        for part in independent[missing]
    }


def _linear_subclasses(count: int, through: list[list[int]]) -> Iterator[list[int]]:
    """All sets of hyperplanes that hold none, one or all of those through each coline."""
    lines_of = [
        [line for line, planes in enumerate(through) if plane in planes] for plane in range(count)
    ]
    inside = [0] * len(through)
    outside = [0] * len(through)
    chosen: list[int] = []

    def decide(plane: int) -> Iterator[list[int]]:
        if plane == count:
            yield chosen
            return
        for tally, is_chosen in ((outside, False), (inside, True)):
            for line in lines_of[plane]:
                tally[line] += 1
            if is_chosen:
                chosen.append(plane)
            if not any(inside[line] > 1 and outside[line] for line in lines_of[plane]):
                yield from decide(plane + 1)
            if is_chosen:
                chosen.pop()
            for line in lines_of[plane]:
                tally[line] -= 1

    return decide(0)


def _canonical(one: Bases) -> bytes:
    """Equal exactly for isomorphic matroids: the least indicator of bases over relabellings."""
    orders, images = _relabellings(one.size, one.rank)
    places = [_place(one.size, one.rank)[mask] for mask in one.masks]
    kinds = _kinds(one)
    fitting = (np.sort(kinds)[orders] == kinds).all(axis=1)
    relabelled = images[fitting][:, places]
    indicator = np.zeros((len(relabelled), images.shape[1]), dtype=np.uint8)
    np.put_along_axis(indicator, relabelled.astype(np.intp), 1, axis=1)
    packed = np.packbits(indicator, axis=1)
    least = packed[np.lexsort(packed.T[::-1])[0]]
    return bytes([*np.sort(kinds).tolist(), *least.tolist()])


def _kinds(one: Bases) -> NDArray[np.int64]:
    """Number the elements by the number of bases that contain them, alone and in pairs."""
    held = np.array([[mask >> e & 1 for e in range(one.size)] for mask in one.masks])
    together = held.T @ held
    traits = [(int(together[e, e]), *sorted(together[e].tolist())) for e in range(one.size)]
    order = sorted(set(traits))
    return np.array([order.index(trait) for trait in traits])


@cache
def _place(size: int, count: int) -> dict[Mask, int]:
    masks = [sum(1 << e for e in part) for part in combinations(range(size), count)]
    return {mask: place for place, mask in enumerate(masks)}


@cache
def _relabellings(size: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """All permutations, and for each where it takes each set of ``count`` elements."""
    orders = np.array(list(permutations(range(size))), dtype=np.int64).reshape(-1, size)
    place_of = np.zeros(1 << size, dtype=np.uint8)
    place_of[list(_place(size, count))] = range(len(_place(size, count)))
    sets = [
        np.bitwise_or.reduce(1 << orders[:, list(part)], axis=1, initial=0)
        for part in combinations(range(size), count)
    ]
    return orders, place_of[np.stack(sets, axis=1)]


def _bits(mask: Mask) -> list[Mask]:
    return [1 << e for e in _members(mask)]


def _members(mask: Mask) -> list[int]:
    return [e for e in range(mask.bit_length()) if mask >> e & 1]
