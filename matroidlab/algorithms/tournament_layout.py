"""Where the nodes of tournaments lie: trees of maxima over blocks of elements, side by side in one row a lane."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab.types import Elements

ARITY = 16
"""The children of a node. Compiled, 8 are as good; in numpy, where every level costs calls, 16 take half the time."""


@dataclass(frozen=True, eq=False)
class Alike:
    """Blocks of which the same number of elements is wanted, so that they can be read side by side."""

    blocks: Elements
    count: int
    top: int
    """The level to begin at: the first that is nowhere wider than the children of ``count`` nodes."""
    groups: int
    """How many groups of siblings the top level has room for."""


@dataclass(frozen=True, eq=False)
class Layout:
    """The ``counts[b]`` heaviest elements of each block ``b`` are wanted; the blocks cover ``0 .. size-1`` once.

    >>> Layout(blocks=[range(100), [104, 100, 102, 101, 103]], counts=[1, 1]).starts
    array([[  0, 112, 128],
           [128, 144, 160]])

    Level 0 has the leaves, a block's elements ascending; a node of the next level holds the maximum of a *group*, that
    is ``arity`` neighbours whose first has a place divisible by ``arity``. Levels are filled up with nodes that lose
    against all others: they weigh minus infinity and lie behind the others of their block.
    """

    blocks: Sequence[Sequence[int]]
    counts: Sequence[int]
    arity: int = ARITY

    @cached_property
    def size(self) -> int:
        """How many elements there are."""
        return sum(map(len, self.blocks))

    @cached_property
    def _widths(self) -> Elements:
        """``(levels, blocks)``: how many nodes a block has, without those that fill up."""
        levels = [np.array([len(block) for block in self.blocks], dtype=np.intp)]
        enough = self.arity * np.maximum(np.array(self.counts, dtype=np.intp), 1)
        while (levels[-1] > enough).any():
            levels.append(-(-levels[-1] // self.arity))
        return np.array(levels)

    @cached_property
    def alike(self) -> list[Alike]:
        """The blocks of which any elements are wanted, by how many."""
        found = []
        for count in sorted(set(self.counts) - {0}):
            blocks = np.flatnonzero(np.array(self.counts) == count)
            widest = self._widths[:, blocks].max(axis=1)
            top = int((widest > self.arity * count).sum())
            found.append(Alike(blocks, count, top, count if top else int(-(-widest[0] // self.arity))))
        return found

    @cached_property
    def starts(self) -> Elements:
        """``(levels, blocks + 1)``: where each block begins in each level, and where the last one ends.

        Up to the top of a block, any level has a group below each of its first ``count`` nodes, even if these only fill
        up: so a reader may take ``count`` nodes of every level, however narrow the block.
        """
        groups = -(-self._widths // self.arity)
        for alike in self.alike:
            groups[:, alike.blocks] = np.maximum(groups[:, alike.blocks], alike.groups)
        ends = self.arity * np.cumsum(groups).reshape(groups.shape)
        begins = np.append(0, ends[:-1, -1]) if len(self.blocks) else np.zeros(1, dtype=np.intp)
        return np.concatenate([begins[:, None], ends], axis=1)

    @cached_property
    def shifts(self) -> Elements:
        """``(levels - 1, blocks)``: the number of a group in the level, plus this, is the place of the node above."""
        return self.starts[1:, :-1] - self.starts[:-1, :-1] // self.arity

    @cached_property
    def tops(self) -> Elements:
        """The level to begin at, for each block."""
        tops = np.zeros(len(self.blocks), dtype=np.intp)
        for alike in self.alike:
            tops[alike.blocks] = alike.top
        return tops

    @cached_property
    def slots(self) -> Elements:
        """Where the heaviest of each block stand among those of all blocks, and where the last ones end."""
        return np.append(0, np.cumsum(self.counts)).astype(np.intp)

    @cached_property
    def place_of(self) -> Elements:
        """The leaf of each element; empty if there is only one block, where an element is its own."""
        if len(self.blocks) == 1:
            return np.empty(0, dtype=np.intp)
        place_of = np.empty(self._widths[0].sum(), dtype=np.intp)
        for start, block in zip(self.starts[0], self.blocks, strict=False):
            place_of[np.sort(np.array(block, dtype=np.intp))] = start + np.arange(len(block))
        return place_of

    @cached_property
    def block_of(self) -> Elements:
        """The block of each element; empty if there is only one."""
        return np.searchsorted(self.starts[0, 1:], self.place_of, side="right")

    @cached_property
    def element_at(self) -> Elements:
        """The element of each leaf, -1 where there is none; empty if there is only one block."""
        element_at = np.full(self.starts[0, -1] if len(self.blocks) != 1 else 0, -1, dtype=np.intp)
        element_at[self.place_of] = np.arange(len(self.place_of))
        return element_at
