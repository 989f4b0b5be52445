from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab.algorithms.lanes import SHORT, as_lanes, into, missing_each
from matroidlab.answers import as_kept
from matroidlab.kernels import enabled
from matroidlab.kernels.exchanges import exchange_rows, exchange_slots
from matroidlab.protocol import Matroid, uniform_blocks_of
from matroidlab.types import Elements


@dataclass(frozen=True)
class BlockExchange:
    """Exchanges within blocks, as direct sums of uniform matroids have them: strong, whichever pairs are taken.

    >>> BlockExchange(np.array([0, 0, 1, 1]), np.array([1, 1])).exchanges(np.array([[0, 2]]), np.array([[3, 0]]))
    array([[0, 3]])

    Common elements stay; the k-th that leaves a block goes for the k-th that enters it.
    """

    block_of: Elements
    """``[e]``: the block of an element."""
    rooms: Elements
    """``[block]``: how many elements of it a basis has."""

    @classmethod
    def of(cls, matroid: Matroid) -> "BlockExchange | None":
        """Those of a matroid that is known to be a direct sum of uniform ones."""
        block_of = uniform_blocks_of(matroid)
        if block_of is None:
            return None
        basis = as_kept(matroid.greedy(np.arange(matroid.size)), size=matroid.size)
        return cls(block_of, np.bincount(block_of[basis], minlength=1 + int(block_of.max(initial=-1))))

    @cached_property
    def arrays(self) -> tuple[Elements, Elements, Elements, Elements]:
        """What kernels must know.

        The elements, block after block and ascending in each, none if that is their order; where each block ends; where
        each begins in a basis, and the rank; and the block of each element, empty if there is one block.
        """
        members = np.argsort(self.block_of, kind="stable")
        ends = np.cumsum(np.bincount(self.block_of, minlength=len(self.rooms)))
        starts = np.append(0, np.cumsum(self.rooms)).astype(np.intp)
        return members[: 0 if (np.diff(members) == 1).all() else None], ends, starts, self._several

    def exchanges(self, source: Elements, target: Elements) -> Elements:
        """Each lane's bijection, aligned with ``source``."""
        source, target = (
            as_lanes(sets, shape=source.shape, size=len(self.block_of), name=name)
            for name, sets in (("source", source), ("target", target))
        )
        if enabled() and self._one_each:
            return into(exchange_slots, source.shape, source, target, self.block_of, len(self.rooms))
        if enabled() and source.shape[1] <= SHORT:
            return into(exchange_rows, source.shape, source, target, self._several)
        if self._one_each:
            lanes = np.arange(len(source))[:, None]
            standing = np.empty((len(source), len(self.rooms)), dtype=np.intp)
            standing[lanes, self.block_of[target]] = target
            return standing[lanes, self.block_of[source]]
        leaving, entering = (np.nonzero(missing) for missing in missing_each(source, target))
        partners = source.copy()
        partners[self._by_block(leaving, source)] = target[self._by_block(entering, target)]
        return partners

    @cached_property
    def _one_each(self) -> bool:
        return bool((self.rooms <= 1).all())

    @cached_property
    def _several(self) -> Elements:
        """The block of each element, empty if there is one block."""
        return self.block_of[: None if len(self.rooms) > 1 else 0]

    def _by_block(self, places: tuple[Elements, ...], sets: Elements) -> tuple[Elements, ...]:
        """Sort places of ``sets (lanes, rank)`` by lane and then by the block of what stands there."""
        if len(self.rooms) == 1:
            return places
        order = np.argsort(places[0] * len(self.rooms) + self.block_of[sets[places]], kind="stable")
        return tuple(axis[order] for axis in places)
