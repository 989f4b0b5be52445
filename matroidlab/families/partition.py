from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Self

import numpy as np

from matroidlab.algorithms.blocks import BlockSum
from matroidlab.algorithms.oracle import only_own_places
from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.hookspecs import Family, hookimpl
from matroidlab.protocol import Part
from matroidlab.types import (
    MASK_BITS,
    Booleans,
    Elements,
    Masks,
    as_count,
    as_int_tuples,
    as_integers,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True)
class PartitionMatroid(MatroidBase):
    """The matroid of sets with at most ``capacities[i]`` elements of each ``blocks[i]``.

    >>> movies = PartitionMatroid(blocks=[[0, 1, 2], [3, 4]])
    >>> movies.greedy(np.array([2, 0, 4, 3]))
    array([2, 4])

    The blocks cover ``0 .. size-1`` once; a capacity is 1 unless given. A homepage with a slot for
    each category. Strongly base-orderable: any bijection that fixes the common elements and stays
    within blocks will do.

    Parameters
    ----------
    blocks
        The elements of each block; together they are ``0 .. size-1``, each once.
    capacities
        The number of elements that a basis has of each block, at most; by default 1.

    Raises
    ------
    InvalidMatroidError
        If the blocks overlap or leave a gap, or a capacity is negative.

    See Also
    --------
    UniformMatroid, TransversalMatroid
    """

    blocks: Sequence[Sequence[int]]
    capacities: Sequence[int] | None = None

    def __post_init__(self) -> None:
        blocks = as_int_tuples(self.blocks, name="blocks", error=InvalidMatroidError)
        _check_cover(blocks)
        given = [1] * len(blocks) if self.capacities is None else self.capacities
        given = as_integers(given, name="capacities", error=InvalidMatroidError)
        if len(given) != len(blocks):
            raise InvalidMatroidError(
                f"capacities must be one for each of {len(blocks)} blocks, got {len(given)}"
            )
        capacities = tuple(
            as_count(capacity, name=f"capacities[{i}]", error=InvalidMatroidError)
            for i, capacity in enumerate(given)
        )
        object.__setattr__(self, "blocks", blocks)
        object.__setattr__(self, "capacities", capacities)

    @classmethod
    def of_block_numbers(cls, block_of: Elements, capacities: Sequence[int]) -> Self:
        """Return the matroid from the block number of each element: fast for a million elements.

        >>> PartitionMatroid.of_block_numbers(np.array([1, 0, 1]), [1, 2])
        PartitionMatroid(blocks=((1,), (0, 2)), capacities=(1, 2))
        """
        rooms = as_integers(capacities, name="capacities", error=InvalidMatroidError)
        if block_of.size and not 0 <= int(block_of.min()) <= int(block_of.max()) < len(rooms):
            raise InvalidMatroidError(
                f"blocks must be numbered 0..{len(rooms) - 1}, "
                f"got {block_of.min()}..{block_of.max()}"
            )
        ends = np.cumsum(np.bincount(block_of, minlength=len(rooms)))
        blocks = np.split(np.argsort(block_of, kind="stable"), ends[:-1])
        made = object.__new__(cls)  # all that __post_init__ checks holds by construction
        vars(made).update(
            blocks=tuple(tuple(block.tolist()) for block in blocks),
            capacities=rooms,
            _block_of=block_of,
        )
        return made

    @cached_property
    def size(self) -> int:
        """The number of elements in all blocks."""
        return sum(map(len, self.blocks))

    @cached_property
    def rank(self) -> int:
        """The sum of the capacities, as far as the blocks can fill them."""
        return int(self._capacities.sum())

    @cached_property
    def _capacities(self) -> Elements:
        # As far as the blocks can fill them: a capacity may be larger than any machine integer.
        return np.fromiter(map(min, self.capacities or (), map(len, self.blocks)), dtype=np.intp)

    @cached_property
    def _block_of(self) -> Elements:
        block_of = np.empty(self.size, dtype=np.intp)
        for i, block in enumerate(self.blocks):
            block_of[list(block)] = i
        return block_of

    def _counts(self, elements: Elements) -> Elements:
        return np.bincount(self._block_of[elements], minlength=len(self.blocks))

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether no block is over its capacity; O(elements + blocks)."""
        return bool((self._counts(elements) <= self._capacities).all())

    def greedy(self, order: Elements, /) -> Elements:
        """The first elements of each block, up to its capacity; O(n log n) in numpy."""
        block_of = self._block_of[order]
        by_block = np.argsort(block_of, kind="stable")
        counts = np.bincount(block_of, minlength=len(self.blocks))
        place_in_block = np.empty_like(order)
        place_in_block[by_block] = np.arange(len(order)) - np.repeat(
            np.cumsum(counts) - counts, counts
        )
        return order[place_in_block < self._capacities[block_of]]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """Within a block, or into a block that is not full; O(1) a pair."""
        leaving = self._block_of[independent]
        entering = self._block_of[incoming]
        room = (self._counts(independent) < self._capacities)[entering]
        within = np.equal.outer(entering, leaving)
        return only_own_places(within | room[:, None], independent, incoming)

    @cached_property
    def _sum(self) -> BlockSum:
        return BlockSum(self._block_of, self._capacities)

    def batched(self) -> BlockSum:
        """The heaviest elements of each block of all lanes at once, and pairs within blocks."""
        return self._sum

    def dynamic(self) -> BlockSum:
        """The heaviest elements of each block, in time that hardly grows with ``size``."""
        return self._sum

    def orderability(self) -> BlockSum:
        """Any pairs within blocks will do."""
        return self._sum

    def part(self) -> Part:
        """The kernels for the compiled game loop."""
        return self._sum.part()

    def uniform_blocks(self) -> Elements:
        """The blocks, numbered without the empty ones."""
        return np.unique(self._block_of, return_inverse=True)[1]

    def tabulated(self) -> Self | None:
        """Sets as bit masks, where one word holds them."""
        return self if self.size <= MASK_BITS else None

    def are_independent(self, masks: Masks, /) -> Booleans:
        """Whether no block of each set is over its capacity; a few operations a block."""
        independent = np.ones(masks.shape, dtype=np.bool_)
        for block, capacity in zip(self.blocks, self._capacities, strict=True):
            independent &= (
                np.bitwise_count(masks & sum(1 << element for element in block)) <= capacity
            )
        return independent


def _check_cover(blocks: tuple[tuple[int, ...], ...]) -> None:
    elements = list(chain.from_iterable(blocks))
    inside = not elements or (min(elements) == 0 and max(elements) == len(elements) - 1)
    if inside and len(set(elements)) == len(elements):
        return
    elements.sort()
    for expected, element in enumerate(elements):
        if element != expected:
            fault = (
                f"{element} is in them twice" if element < expected else f"{expected} is missing"
            )
            if element < 0:
                fault = f"{element} is below 0"
            raise InvalidMatroidError(
                f"blocks must cover 0..{len(elements) - 1}, each element once, but {fault}"
            )


def strategy() -> "SearchStrategy[PartitionMatroid]":
    """Partition matroids of up to 8 elements, empty blocks and capacities of 0 among them."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    @st.composite
    def partitions(draw: st.DrawFn) -> PartitionMatroid:
        block_of = draw(st.lists(st.integers(0, 3), max_size=8))
        blocks = [
            [e for e, home in enumerate(block_of) if home == i]
            for i in range(1 + max(block_of, default=-1))
        ]
        return PartitionMatroid(blocks, [draw(st.integers(0, 3)) for _ in blocks])

    return partitions()


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``partition``."""
    examples = (
        {"blocks": [[0, 1, 2], [3, 4]]},
        {"blocks": [[0, 3], [1, 2, 4]], "capacities": [1, 2]},
    )
    return [Family("partition", PartitionMatroid, examples=examples, strategy=strategy)]
