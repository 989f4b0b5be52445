"""The capabilities of direct sums, from those of their parts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.algorithms.blocks.block_sum import in_descending_order
from matroidlab.algorithms.exchange import single_exchanges
from matroidlab.algorithms.updates import as_lane_weights, as_update
from matroidlab.derived.construction import work_space
from matroidlab.derived.sum_kernels import (
    SumArrays,
    keep_in_sum,
    pair_in_sum,
    second_keep,
    second_pair,
)
from matroidlab.kernels.game_slots import keep, pair
from matroidlab.kernels.sorting import by_sorting
from matroidlab.protocol import (
    Batched,
    Dynamic,
    Matroid,
    Orderability,
    Part,
    Tabulated,
    Tracker,
    offered,
)
from matroidlab.types import MASK_BITS, Booleans, Elements, Masks, Weights

if TYPE_CHECKING:
    from matroidlab.derived.direct_sum import DirectSum

Starts = tuple[int, ...]
"""Where each part begins, and where the last ends."""


def _merged(bases: Sequence[Elements], starts: Starts, weights: Weights) -> Elements:
    """Each lane's bases of the parts as one, in greedy order."""
    moved = [basis + start for basis, start in zip(bases, starts, strict=False)]
    return in_descending_order(
        np.concatenate([*moved, np.empty((len(weights), 0), np.intp)], axis=1), weights
    )


@dataclass(frozen=True)
class SumLanes:
    """Many lanes at once."""

    parts: tuple[Batched, ...]
    starts: Starts
    ranks: tuple[int, ...]

    @property
    def exchanges_are_strong(self) -> bool:
        """Whether those of all parts are."""
        return all(part.exchanges_are_strong for part in self.parts)

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        """Those of the parts, merged."""
        hints = [None] * len(self.parts) if guess is None else [own for own, _ in self._cut(guess)]
        spans = [weights[:, start:end] for start, end in pairwise(self.starts)]
        bases = [
            part.max_weight_bases(span, guess=hint)
            for part, span, hint in zip(self.parts, spans, hints, strict=True)
        ]
        return _merged(bases, self.starts, weights)

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """Part by part."""
        partners = source.copy()
        for part, start, (own, places), (other, _) in zip(
            self.parts, self.starts, self._cut(source), self._cut(target), strict=False
        ):
            np.put_along_axis(partners, places, part.exchanges(own, other) + start, axis=1)
        return partners

    def _cut(self, bases: Elements) -> Iterator[tuple[Elements, Elements]]:
        """Yield the elements of each part, as the part numbers them, and their places."""
        parts = np.searchsorted(self.starts[1:], bases, side="right")
        order = np.argsort(parts, axis=1, kind="stable")
        ends = np.cumsum([0, *self.ranks]).tolist()
        for (first, last), start in zip(pairwise(ends), self.starts, strict=False):
            places = order[:, first:last]
            yield np.take_along_axis(bases, places, axis=1) - start, places


@dataclass(frozen=True)
class SumSwaps:
    """Swaps at some places."""

    cut: Callable[[Elements], Iterator[tuple[Matroid, Elements, Elements, int]]]
    """Yields each part, the places of its elements, these as it numbers them, and its start."""

    def swaps_at(self, independent: Elements, places: Elements, incoming: Elements, /) -> Booleans:
        """Swaps within a part are its own; between parts, any element that can be added.

        Whether it can is asked only if some place is in another part.
        """
        allowed = np.zeros((len(incoming), len(places)), dtype=np.bool_)
        for (part, standing, members, _), (_, rows, entering, _) in zip(
            self.cut(independent), self.cut(incoming), strict=True
        ):
            here = np.isin(places, standing)
            for row, element in zip(rows, entering, strict=True) if not here.all() else ():
                allowed[row] = part.is_independent(np.append(members, element))
            if len(rows):
                own = np.searchsorted(standing, places[here])
                allowed[np.ix_(rows, np.flatnonzero(here))] = single_exchanges(
                    part, members, own, entering
                )
        return allowed


@dataclass(frozen=True)
class SumOrderability:
    """Part by part; None stands for a part that knows nothing."""

    known: tuple[Orderability | None, ...]
    parts: tuple[Matroid, ...]
    starts: Starts

    @cached_property
    def violation(self) -> tuple[Elements, Elements] | None:
        """The first that a part has, each basis with the same bases of the other parts."""
        for i, known in enumerate(self.known):
            pair = None if known is None else known.violation
            if pair is not None:
                around = [part.greedy(np.arange(part.size)) for part in self.parts]
                first, second = ([*around[:i], own, *around[i + 1 :]] for own in pair)
                return self._moved(first), self._moved(second)
        return None

    def _moved(self, bases: Sequence[Elements]) -> Elements:
        return np.concatenate(
            [basis + start for basis, start in zip(bases, self.starts, strict=False)]
        )

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        """That of each part, or None if a part has none."""
        partners = source.copy()
        for known, (start, end) in zip(self.known, pairwise(self.starts), strict=True):
            here = (source >= start) & (source < end)
            entering = target[(target >= start) & (target < end)] - start
            own = None if known is None else known.strong_bijection(source[here] - start, entering)
            if own is None:
                return None
            partners[here] = own + start
        return partners


@dataclass(frozen=True)
class SumTable:
    """Sets as bit masks."""

    parts: tuple[Tabulated, ...]
    starts: Starts

    @classmethod
    def of(cls, made: "DirectSum", *parts: Tabulated) -> "SumTable | None":
        """Return it, or None if one word does not hold all elements."""
        return cls(parts, made.starts) if made.size <= MASK_BITS else None

    def are_independent(self, masks: Masks, /) -> Booleans:
        answers = np.ones(masks.shape, dtype=np.bool_)
        for part, (start, end) in zip(self.parts, pairwise(self.starts), strict=True):
            if end > start:  # the empty set of an empty part is independent
                answers &= part.are_independent(masks >> start & ((1 << (end - start)) - 1))
        return answers


@dataclass(frozen=True)
class SumDynamic:
    """Bases that are kept while weights change."""

    parts: tuple[Dynamic, ...]
    starts: Starts

    @classmethod
    def of(cls, made: "DirectSum", *parts: Dynamic) -> "SumDynamic":
        """Return that of the sum, from those of its parts."""
        return cls(parts, made.starts)

    def track(self, weights: Weights, /) -> "SumTracker":
        """Track each part."""
        weights = as_lane_weights(weights, size=self.starts[-1])
        spans = pairwise(self.starts)
        trackers = [
            part.track(weights[:, start:end].copy())
            for part, (start, end) in zip(self.parts, spans, strict=True)
        ]
        return SumTracker(trackers, self.starts, weights.copy())


@dataclass(frozen=True)
class SumTracker:
    """The trackers of the parts, and the weights, by which their bases are merged."""

    trackers: list[Tracker]
    starts: Starts
    weights: Weights

    @property
    def bases(self) -> Elements:
        """Those of the parts, merged."""
        return _merged([tracker.bases for tracker in self.trackers], self.starts, self.weights)

    def update(self, elements: Elements, weights: Weights, /) -> None:
        """Tell each part what concerns it."""
        elements, weights = as_update(
            elements, weights, lanes=len(self.weights), size=self.starts[-1]
        )
        lanes, places = np.nonzero(elements >= 0)
        self.weights[lanes, elements[lanes, places]] = weights[lanes, places]
        for tracker, (start, end) in zip(self.trackers, pairwise(self.starts), strict=True):
            here = (elements >= start) & (elements < end)
            tracker.update(np.where(here, elements - start, -1), weights)


def side_by_side(first: Matroid, second: Matroid) -> Part | None:
    """Return the part of a direct sum of two matroids, if both have one."""
    ours = _paired_part(first)
    theirs = _paired_part(second)
    if ours is None or theirs is None:
        return None
    slots = {**ours.kernels, second_keep: theirs.kernels[keep], second_pair: theirs.kernels[pair]}
    size = first.size + second.size
    space = work_space(size, (6, size), (size,))
    arrays = SumArrays(ours.arrays, theirs.arrays, first.size, first.rank, second.rank, *space)
    return Part(by_sorting(keep_in_sum.linked(slots), pair_in_sum.linked(slots)), arrays)


def _paired_part(matroid: Matroid) -> Part | None:
    """The part of a matroid, if it has one that pairs bases too."""
    known = offered(matroid, Part)
    return known if known is not None and pair in known.kernels else None
