from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np

from matroidlab.algorithms.oracle import only_own_places
from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.families.basis_checks import (
    check_augmentation,
    check_exchange,
    check_sets,
    member_rows,
)
from matroidlab.hookspecs import Family, hookimpl
from matroidlab.subsets.cryptomorphisms import (
    bases_of_circuits,
    bases_of_flats,
    bases_of_hyperplanes,
    masks_of,
)
from matroidlab.subsets.integers import FEW
from matroidlab.subsets.masks import elements_of, mask_of
from matroidlab.subsets.ranks import parts_of, rank_table
from matroidlab.subsets.tables import LIMIT, refuse_if_too_large, set_sizes
from matroidlab.types import MASK_BITS, Booleans, Elements, Masks, as_count, as_int_tuples

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

BasesOf: TypeAlias = Callable[[Masks, int], Masks]
"""From the masks of other sets, and the size, to those of the bases."""

MANY = 2000
"""From this many bases on, a table of all subsets is compared, if it fits, instead of pairs."""


@dataclass(frozen=True)
class ExplicitMatroid(MatroidBase):
    """The matroid with exactly the given bases.

    >>> ExplicitMatroid(size=4, bases=[[0, 1], [0, 2], [1, 2]]).greedy(np.array([3, 2, 1, 0]))
    array([2, 1])

    Checked: for bases A, B and an element x of A there must be an element y of B such that A - x +
    y is a basis.

    >>> ExplicitMatroid(size=4, bases=[[0, 1], [2, 3]])
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: not a matroid: 0 of [0, 1] cannot be exchanged ...
    """

    size: int = field()
    bases: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        size = as_count(self.size, name="size", error=InvalidMatroidError)
        rows = as_int_tuples(self.bases, name="bases", error=InvalidMatroidError)
        bases = tuple(sorted({tuple(sorted(row)) for row in rows}))
        check_sets(bases, size)
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "bases", bases)
        if size <= MASK_BITS:
            _ = self.basis_masks  # cached now, while the bases are at hand
        if len(bases) > MANY and size <= LIMIT:
            check_augmentation(self._parts)
        else:
            check_exchange(bases, self._members)

    @classmethod
    def known(cls, size: int, masks: Masks) -> Self:
        """Return the matroid whose bases have these masks, ascending, without checking them.

        >>> ExplicitMatroid.known(3, np.array([0b011, 0b101]))
        ExplicitMatroid(size=3, bases=((0, 1), (0, 2)))
        """
        matroid = cls.__new__(cls)
        rank = int(masks[0]).bit_count()
        matroid.__dict__.update(size=size, rank=rank, basis_masks=masks.copy())
        return matroid

    def __getattr__(self, name: str) -> Any:
        """List the bases of a `known` matroid when they are asked for; most never are."""
        if name != "bases" or "basis_masks" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        masks = self.basis_masks
        members = (masks[:, None] >> np.arange(self.size)) & 1
        rows = np.nonzero(members)[1].reshape(len(masks), self.rank).tolist()
        bases = tuple(sorted(map(tuple, rows)))
        self.__dict__["bases"] = bases
        return bases

    @classmethod
    def from_nonbases(cls, size: int, rank: int, nonbases: Sequence[Sequence[int]]) -> Self:
        """Return the matroid whose bases are all sets of ``rank`` elements but these.

        >>> len(ExplicitMatroid.from_nonbases(6, 3, [[0, 1, 2], [3, 4, 5]]).bases)
        18
        """
        count = as_count(size, name="size", error=InvalidMatroidError)
        width = as_count(rank, name="rank", most=count, error=InvalidMatroidError)
        rows = as_int_tuples(nonbases, name="nonbases", error=InvalidMatroidError)
        for row in rows:
            if len(row) != width:
                raise InvalidMatroidError(
                    f"nonbases must have {width} elements, the rank, got {list(row)}"
                )
        refuse_if_too_large(count)
        are_bases = set_sizes(count) == width
        are_bases[masks_of(rows, count, name="nonbases")] = False
        return cls._of_masks(count, np.flatnonzero(are_bases))

    @classmethod
    def from_circuits(cls, size: int, circuits: Sequence[Sequence[int]]) -> Self:
        """Return the matroid with exactly these circuits, of at most 22 elements; checked.

        >>> ExplicitMatroid.from_circuits(4, [[0, 1, 2], [3]]).bases
        ((0, 1), (0, 2), (1, 2))
        >>> ExplicitMatroid.from_circuits(4, [[0, 1], [1, 2]])
        Traceback (most recent call last):
        matroidlab.errors.InvalidMatroidError: ...: the circuits [0, 1] and [1, 2] share 1, ...
        """
        return cls._given(size, circuits, "circuits", bases_of_circuits)

    @classmethod
    def from_hyperplanes(cls, size: int, hyperplanes: Sequence[Sequence[int]]) -> Self:
        """Return the matroid with exactly these hyperplanes, of at most 22 elements; checked.

        No hyperplanes make rank 0.

        >>> ExplicitMatroid.from_hyperplanes(3, [[0], [1, 2]]).bases
        ((0, 1), (0, 2))
        """
        return cls._given(size, hyperplanes, "hyperplanes", bases_of_hyperplanes)

    @classmethod
    def from_flats(cls, size: int, flats: Sequence[Sequence[int]]) -> Self:
        """Return the matroid with exactly these flats, of at most 22 elements; checked.

        >>> ExplicitMatroid.from_flats(3, [[], [0], [1, 2], [0, 1, 2]]).bases
        ((0, 1), (0, 2))
        """
        return cls._given(size, flats, "flats", bases_of_flats)

    @classmethod
    def _given(cls, size: int, sets: Sequence[Sequence[int]], name: str, bases_of: BasesOf) -> Self:
        count = as_count(size, name="size", error=InvalidMatroidError)
        rows = as_int_tuples(sets, name=name, error=InvalidMatroidError)
        return cls._of_masks(count, bases_of(masks_of(rows, count, name=name), count))

    @classmethod
    def _of_masks(cls, size: int, masks: Masks) -> Self:
        return cls(size, [elements_of(mask).tolist() for mask in masks.tolist()])

    @cached_property
    def rank(self) -> int:
        """The number of elements of every basis."""
        return len(self.bases[0])

    @cached_property
    def _members(self) -> Booleans:
        return member_rows(self.bases, self.size)

    @cached_property
    def rank_lookup(self) -> bytes | None:
        """The rank of every set, by mask, of a matroid of at most 12 elements, else None."""
        return rank_table(self).lookup if self.size <= FEW else None

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether some basis holds all elements; O(bases x elements) in numpy."""
        if self.rank_lookup is None:
            return bool(self._members[:, elements].all(axis=1).any())
        return self.rank_lookup[mask_of(elements)] == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The elements that raise the rank of those before."""
        ranks = self.rank_lookup
        if ranks is None:
            return super().greedy(order)
        kept: list[int] = []
        mask = 0
        for element in order.tolist():
            more = mask | 1 << element
            if ranks[more] > len(kept):
                kept.append(element)
                mask = more
        return np.array(kept, dtype=np.intp)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """All swaps at once by looking up ranks; of many elements, by asking about each."""
        if self.rank_lookup is None:
            return super().swaps(independent, incoming)
        bits = 1 << independent
        masks = (bits.sum() ^ bits) | (1 << incoming)[:, None]
        allowed = rank_table(self).ranks[masks] == len(independent)
        return only_own_places(allowed, independent, incoming)

    def tabulated(self) -> Self | None:
        """Sets as bit masks, where one word holds them."""
        return self if self.size <= MASK_BITS else None

    def are_independent(self, masks: Masks, /) -> Booleans:
        """Whether some basis holds each set, by a table if it fits, else O(bases) a set."""
        if self.size <= LIMIT:
            return self._parts[masks]
        return np.array(
            [bool((mask & ~self.basis_masks == 0).any()) for mask in masks], dtype=np.bool_
        )

    @cached_property
    def _parts(self) -> Booleans:
        return parts_of(self.basis_masks, self.size)

    def listed(self) -> Self | None:
        """All bases as bit masks, where one word holds them."""
        return self if self.size <= MASK_BITS else None

    @cached_property
    def basis_masks(self) -> Masks:
        """A mask for each basis, ascending."""
        masks: Masks = self._members @ (1 << np.arange(self.size))
        return np.sort(masks)


def strategy() -> "SearchStrategy[ExplicitMatroid]":
    """Explicit matroids of up to 7 elements: sums of columns over GF(2), whose bases are listed."""
    from matroidlab.families.binary_columns import listed_bases  # noqa: PLC0415 - for tests alone

    return listed_bases().map(lambda drawn: ExplicitMatroid(*drawn))


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``explicit``."""
    examples = ({"size": 4, "bases": [[0, 1], [0, 2], [1, 2]]}, {"size": 2, "bases": [[]]})
    return [Family("explicit", ExplicitMatroid, examples=examples, strategy=strategy)]
