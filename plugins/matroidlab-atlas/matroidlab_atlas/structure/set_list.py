from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Labels, Matroid, element_names_of
from matroidlab.types import as_elements

Set = tuple[int, ...]

SHOWN = 12
"""The number of sets that are printed; the others are counted."""

SHOWN_BRIEFLY = 3
"""The number of sets in the repr."""

LISTED_AT_ONCE = 1 << 12


@dataclass(frozen=True, eq=False)
class SetList(Sequence[Set]):
    """A sequence of sets of elements, each a sorted tuple, in lexicographic order.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab_atlas.structure import bases
    >>> few = bases(UniformMatroid(size=3, rank=2))
    >>> list(few), len(few), few[-1], (1, 2) in few
    ([(0, 1), (0, 2), (1, 2)], 3, (1, 2), True)

    Sets are stored as bit masks: counting them makes no tuples, and iterating makes a few thousand
    at a time. A list prints with the names of the matroid's elements.

    Attributes
    ----------
    size
        The number of elements of the matroid.
    masks
        A bit mask for each set, bit e for element e.
    names
        The names of the elements, for printing.
    is_ordered
        Whether the masks are in lexicographic order of their sets already.
    is_named
        Whether sets are tuples of names instead of numbers.
    """

    size: int
    masks: NDArray[np.int64] = field(repr=False)
    names: Sequence[str] = field(repr=False, default=())
    is_ordered: bool = field(repr=False, default=False)
    is_named: bool = field(repr=False, default=False)

    @classmethod
    def of(cls, matroid: Matroid, masks: NDArray[np.int64]) -> "SetList":
        """Return sets of elements of a matroid, with the names of its elements."""
        return cls(matroid.size, masks, element_names_of(matroid))

    def __len__(self) -> int:
        return len(self.masks)

    def __iter__(self) -> Iterator[Set]:
        for start in range(0, len(self), LISTED_AT_ONCE):
            yield from self._tuples(self._ordered[start : start + LISTED_AT_ONCE])

    @overload
    def __getitem__(self, place: int) -> Set: ...
    @overload
    def __getitem__(self, place: slice) -> "SetList": ...
    def __getitem__(self, place: int | slice) -> "Set | SetList":
        if isinstance(place, slice):
            return replace(self, masks=self._ordered[place], is_ordered=True)
        return self._tuples(self._ordered[[place]])[0]

    def by_name(self, labels: Labels) -> "SetList":
        """Return the same sets as tuples of names."""
        return replace(self, names=labels, is_named=True)

    def _tuples(self, masks: NDArray[np.int64]) -> list[Set]:
        sets = as_tuples(masks, self.size)
        if self.is_named:
            names: Any = self.names
            return [tuple([names[element] for element in chosen]) for chosen in sets]
        return sets

    def __contains__(self, chosen: object) -> bool:
        try:
            given: Any = Labels(self.names).numbers(chosen) if self.is_named else chosen  # type: ignore[arg-type]
            elements = as_elements(given, size=self.size)
        except (ValueError, TypeError):
            return False
        return bool((self.masks == sum(1 << element for element in elements.tolist())).any())

    def __eq__(self, other: object) -> bool:
        # Never equal to a tuple, which would need the same hash.
        return list(self) == list(other) if isinstance(other, SetList | list) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._ordered.tobytes())

    def __repr__(self) -> str:
        shown = replace(self, is_named=False)[:SHOWN_BRIEFLY]
        first = [named(chosen, self.names) for chosen in shown]
        more = ["..."] if len(self) > SHOWN_BRIEFLY else []
        return f"<{len(self)} sets: {', '.join([*first, *more])}>" if len(self) else "<no sets>"

    def __str__(self) -> str:
        shown = [named(chosen, self.names) for chosen in replace(self, is_named=False)[:SHOWN]]
        more = [f"and {len(self) - SHOWN} more"] if len(self) > SHOWN else []
        return ", ".join([*shown, *more])

    @cached_property
    def _ordered(self) -> NDArray[np.int64]:
        if self.is_ordered:
            return self.masks
        return self.masks[np.argsort(lexicographic_places(self.masks, self.size))]


def lexicographic_places(masks: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Return the place of each set among all subsets in lexicographic order.

    >>> lexicographic_places(np.array([0b000, 0b001, 0b011, 0b111, 0b101, 0b010]), 3)
    array([0, 1, 2, 3, 4, 5])

    The sets before a set are its initial segments, one for each element, and for each element j
    that it skips the 2**(size - 1 - j) sets that continue with j instead.
    """
    places = np.bitwise_count(masks).astype(np.int64)
    for element in range(size):
        skipped = (masks >> element) & 1 == 0
        places += np.where(skipped & (masks >> element != 0), 1 << (size - 1 - element), 0)
    return places


def as_tuples(masks: NDArray[np.int64], size: int) -> list[Set]:
    """Return the elements of each mask."""
    held = (masks[:, None] >> np.arange(size)) & 1
    elements = np.nonzero(held)[1].tolist()
    ends = np.cumsum(held.sum(axis=1)).tolist()
    return [tuple(elements[start:end]) for start, end in zip([0, *ends], ends, strict=False)]


def named(chosen: Sequence[int], names: Sequence[str]) -> str:
    """Return a set as text, with the names of its elements.

    >>> named((0, 2), ["a", "b", "c"])
    '{a, c}'
    """
    return f"{{{', '.join(names[element] if names else str(element) for element in chosen)}}}"
