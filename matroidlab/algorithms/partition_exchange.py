from collections.abc import Iterable

import numpy as np

from matroidlab.algorithms.exchange import single_exchanges
from matroidlab.algorithms.sets import as_basis
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, ElementsLike, as_elements

UNASSIGNED = -1


def partition_exchange(matroid: Matroid, blocks: Iterable[ElementsLike], target: ElementsLike) -> list[Elements]:
    """Cut ``target`` into blocks such that each can take the place of the block of the same number in a basis.

    The union A of ``blocks`` is a basis, and so is ``target``. The result B_1, .., B_p is a partition of ``target`` for
    which every (A - A_i) + B_i is a basis; common elements stay in their block.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> partition_exchange(k4, [[0, 3], [5]], [1, 2, 4])
    [array([1, 4]), array([2])]

    It exists in every matroid (Greene and Magnanti, *Some abstract pivot algorithms*, 1975); cutting a bijective exchange
    into blocks is not enough. Found by Edmonds' matroid partition with shortest augmenting paths: with ``d`` elements
    to exchange and ``p`` blocks, at most d*d*(d+p) independence calls.
    """
    pieces = [as_elements(block, size=matroid.size, name=f"blocks[{i}]") for i, block in enumerate(blocks)]
    source = as_basis(matroid, np.concatenate([*pieces, np.empty(0, dtype=np.intp)]), name="the union of blocks")
    target = as_basis(matroid, target, name="target")
    block_of = np.repeat(np.arange(len(pieces)), [len(piece) for piece in pieces])
    partners = block_partners(matroid, source, block_of, target)
    return [partners[block_of == i] for i in range(len(pieces))]


def block_partners(matroid: Matroid, source: Elements, block_of: Elements, target: Elements) -> Elements:
    """Return ``target`` rearranged along ``source`` so that the places of any one block can be exchanged at once.

    ``block_of[i]`` is the number of the block of ``source[i]``; it does not matter for common elements, which stay.
    """
    leaving = np.flatnonzero(~np.isin(source, target))
    entering = target[~np.isin(target, source)]
    _, homes = np.unique(block_of[leaving], return_inverse=True)
    partition = _Partition(matroid, source, leaving, homes, entering)
    for element in range(len(entering)):
        partition.place(element)
    partners = source.copy()
    partners[leaving] = entering[np.argsort(partition.place_of, kind="stable")]
    return partners


class _Partition:
    """Elements assigned one after the other to places that leave, so that each block alone can be exchanged.

    The set of block i is the source with the elements assigned to i in the places they were assigned to, and without
    what stands in the other places of block i that nobody was assigned to yet.
    """

    def __init__(
        self, matroid: Matroid, source: Elements, leaving: Elements, homes: Elements, entering: Elements
    ) -> None:
        self.matroid, self.source, self.leaving, self.entering = matroid, source, leaving, entering
        self.places = [np.flatnonzero(homes == i) for i in range(homes.max(initial=-1) + 1)]
        self.held_by = np.full(len(leaving), UNASSIGNED)
        self.place_of = np.full(len(entering), UNASSIGNED)

    def place(self, element: int) -> None:
        """Assign one more element, moving others along a shortest path if need be."""
        came_from: dict[int, tuple[int, int]] = {}  # an assigned element -> who wants its place, and the place
        queue = [element]
        for current in queue:  # breadth first: the queue grows while it is read
            for places in self.places:
                if self.place_of[current] in places:
                    continue
                free = self._free_place(current, places)
                if free is not None:
                    self._shift(current, free, came_from)
                    return
                for place in self._replaceable(current, places):
                    holder = int(self.held_by[place])
                    if holder != element and holder not in came_from:
                        came_from[holder] = (current, place)
                        queue.append(holder)
        raise AssertionError("matroid partition found no augmenting path: the matroid's oracle contradicts itself")

    def _shift(self, current: int, place: int, came_from: dict[int, tuple[int, int]]) -> None:
        """Give ``place`` to ``current``, its old place to whoever wanted that, and so on."""
        while True:
            self.held_by[place], self.place_of[current] = current, place
            if current not in came_from:
                return
            current, place = came_from[current]

    def _block_set(self, places: Elements) -> tuple[Elements, Elements]:
        """The set of a block, assigned elements last, and the places of these in the block."""
        held = places[self.held_by[places] != UNASSIGNED]
        rest = np.delete(self.source, self.leaving[places])
        return np.append(rest, self.entering[self.held_by[held]]), held

    def _free_place(self, element: int, places: Elements) -> int | None:
        """A free place of the block, if the element can be added to the block's set."""
        members, held = self._block_set(places)
        if len(held) == len(places) or not self.matroid.is_independent(np.append(members, self.entering[element])):
            return None
        return int(places[self.held_by[places] == UNASSIGNED][0])

    def _replaceable(self, element: int, places: Elements) -> list[int]:
        """The held places of the block whose holder the element can replace."""
        members, held = self._block_set(places)
        last = np.arange(len(members) - len(held), len(members))
        allowed = single_exchanges(self.matroid, members, last, self.entering[[element]])[0]
        return [int(place) for place in held[allowed]]
