from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import ClassVar

import numpy as np

from matroidlab.algorithms.additions import NONE, additions
from matroidlab.algorithms.blocks import BlockSum
from matroidlab.algorithms.many_lanes import batched
from matroidlab.derived.construction import Construction
from matroidlab.derived.direct_sum_offers import (
    SumDynamic,
    SumLanes,
    SumOrderability,
    SumSwaps,
    SumTable,
    side_by_side,
)
from matroidlab.derived.sets import as_matroids
from matroidlab.lifting import Lifts
from matroidlab.protocol import (
    Batched,
    Dynamic,
    Matroid,
    Orderability,
    Pairwise,
    Part,
    Tabulated,
    graph_edges_of,
    offered,
    uniform_blocks_of,
)
from matroidlab.protocol.labels import Labels, labels_of, unlabelled
from matroidlab.types import Booleans, Elements


@dataclass(frozen=True)
class DirectSum(Construction):
    """The matroid of several matroids side by side, the elements of the first part first.

    >>> from matroidlab import UniformMatroid
    >>> slots = DirectSum([UniformMatroid(size=3, rank=1), UniformMatroid(size=2, rank=1)])
    >>> slots.greedy(np.array([3, 2, 0, 4]))
    array([3, 2])

    A set is independent if its part in each of them is. Nothing is ever exchanged between parts.
    Strongly base-orderable exactly if all parts are. No parts make the empty matroid.
    """

    parts: Sequence[Matroid]

    lifts: ClassVar[Lifts] = {Dynamic: SumDynamic.of, Tabulated: SumTable.of}

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", as_matroids(self.parts, name="parts"))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each part begins, and where the last ends."""
        return tuple(accumulate((part.size for part in self.parts), initial=0))

    @cached_property
    def _part_of(self) -> Elements:
        return np.repeat(np.arange(len(self.parts)), [part.size for part in self.parts])

    @property
    def made_of(self) -> Sequence[Matroid]:
        return self.parts

    @property
    def size(self) -> int:
        """The number of elements of all parts."""
        return self.starts[-1]

    @cached_property
    def rank(self) -> int:
        """The sum of the ranks of the parts."""
        return sum(part.rank for part in self.parts)

    def cut(self, elements: Elements) -> Iterator[tuple[Matroid, Elements, Elements, int]]:
        """Cut a set into its parts.

        Yields each part, the places of ``elements`` that are in it, these elements as the part
        numbers them, and the number of the part's first element here.
        """
        part_of = self._part_of[elements]
        for i, (part, start) in enumerate(zip(self.parts, self.starts, strict=False)):
            places = np.flatnonzero(part_of == i)
            yield part, places, elements[places] - start, start

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether every part says so."""
        return all(bool(part.is_independent(own)) for part, _, own, _ in self.cut(elements))

    def greedy(self, order: Elements, /) -> Elements:
        """The elements that the parts keep, merged in order."""
        kept = np.zeros(self.size, dtype=np.bool_)
        for part, _, own, start in self.cut(order):
            kept[part.greedy(own) + start] = True
        return order[kept[order]]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """Within a part its own; between parts only what can be added anyway."""
        allowed = np.zeros((len(incoming), len(independent)), dtype=np.bool_)
        cuts = zip(self.cut(independent), self.cut(incoming), strict=True)
        for (part, columns, members, _), (_, rows, entering, _) in cuts:
            if len(rows):
                free, within = additions(part, members, entering)
                allowed[rows] = free[:, None]
                allowed[np.ix_(rows, columns)] = within
        return allowed

    @property
    def labels(self) -> Labels | None:
        """The names to ask by, if all parts have some.

        If two parts share a name, all names begin with the number of the part, as in ``0.a``.
        """
        return _joined_labels(self.parts)

    @cached_property
    def unlabelled(self) -> Matroid:
        """The sum of the parts without names to ask by; it still prints the names."""
        from matroidlab.labelled import Titled  # noqa: PLC0415 - used where there are names

        return Titled(DirectSum([unlabelled(part) for part in self.parts]), self.labels or ())

    def pairwise(self) -> SumSwaps | None:
        """Part by part, if swaps cost a call of an oracle in some part."""
        known = [offered(part, Pairwise) for part in self.parts]
        return SumSwaps(self.cut) if any(known) else None

    def batched(self) -> Batched | None:
        """Part by part, if some part has it; the others go lane by lane."""
        blocks = BlockSum.of(self)
        if blocks is not None or all(offered(part, Batched) is None for part in self.parts):
            return blocks
        ranks = tuple(part.rank for part in self.parts)
        return SumLanes(tuple(map(batched, self.parts)), self.starts, ranks)

    def part(self) -> Part | None:
        """The parts of all summands, linked two and two; within blocks, the part of any blocks."""
        blocks = BlockSum.of(self)
        if blocks is not None or not self.parts:
            return None if blocks is None else blocks.part()
        first, *others = self.parts
        return side_by_side(first, DirectSum(others)) if others else offered(first, Part)

    def orderability(self) -> SumOrderability | None:
        """Part by part: a strong bijection if all parts have one, a violation if one part has."""
        known = tuple(offered(part, Orderability) for part in self.parts)
        if None in known and all(one is None or one.violation is None for one in known):
            return None
        return SumOrderability(known, tuple(self.parts), self.starts)

    def uniform_blocks(self) -> Elements | None:
        """The blocks of all parts, if all have them."""
        known = [blocks for blocks in map(uniform_blocks_of, self.parts) if blocks is not None]
        if len(known) < len(self.parts):
            return None
        starts = accumulate((1 + blocks.max(initial=-1) for blocks in known), initial=0)
        return np.concatenate(
            [blocks + start for blocks, start in zip(known, starts, strict=False)] or [NONE]
        )

    def graph_edges(self) -> Sequence[tuple[int, int]] | None:
        """The graphs of all parts side by side, vertices renumbered, if all parts have one."""
        known = [edges for edges in map(graph_edges_of, self.parts) if edges is not None]
        if len(known) < len(self.parts):
            return None
        ends = [((part, u), (part, v)) for part, edges in enumerate(known) for u, v in edges]
        number = {end: i for i, end in enumerate(sorted({end for both in ends for end in both}))}
        return [(number[u], number[v]) for u, v in ends]


def _joined_labels(parts: Sequence[Matroid]) -> Labels | None:
    """Return the names of several matroids side by side, or None if one of them has none."""
    found = [labels for labels in map(labels_of, parts) if labels is not None]
    if len(found) < len(parts) or not parts:
        return None
    names = [name for labels in found for name in labels]
    if len(set(names)) < len(names):
        names = [f"{part}.{name}" for part, labels in enumerate(found) for name in labels]
    return Labels.of(names)
