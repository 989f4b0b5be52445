from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain, combinations, islice

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import InvalidMatroidError
from matroidlab.protocol import Matroid
from matroidlab.subsets.independence import Progress, independence_table
from matroidlab.subsets.masks import elements_of
from matroidlab.subsets.ranks import ranks_of
from matroidlab.subsets.tables import halves
from matroidlab.types import Booleans, Masks


class Axiom(Enum):
    """The axioms of a matroid, given by its independent sets and its rank."""

    EMPTY_SET = "the empty set is independent"
    HEREDITY = "a subset of an independent set is independent"
    AUGMENTATION = "of two independent sets the smaller can be extended by an element of the larger"
    RANK = "the rank is the size of the largest independent sets"


SETS_SHOWN = {Axiom.EMPTY_SET: 0, Axiom.HEREDITY: 2, Axiom.AUGMENTATION: 2, Axiom.RANK: 1}
"""The number of sets that show a violation of each axiom."""


@dataclass(frozen=True)
class AxiomViolation:
    """An axiom that an independence oracle breaks, and the sets that show it.

    >>> print(AxiomViolation(Axiom.HEREDITY, ((0, 1), (1,))))
    [0, 1] is independent, but [1] is not

    Attributes
    ----------
    axiom
        The axiom that is broken.
    sets
        Of heredity, an independent set and a part of it that is not; of augmentation, the smaller
        independent set and the larger; of the rank, a largest independent set.
    claimed
        What the matroid says its rank is, where that is wrong.
    """

    axiom: Axiom
    sets: tuple[tuple[int, ...], ...] = ()
    claimed: int | None = None

    def __repr__(self) -> str:
        return f"AxiomViolation({self})"

    def __str__(self) -> str:
        shown = [str(list(chosen)) for chosen in self.sets]
        if self.axiom is Axiom.EMPTY_SET:
            return "the empty set is dependent"
        if self.axiom is Axiom.HEREDITY:
            return f"{shown[0]} is independent, but {shown[1]} is not"
        if self.axiom is Axiom.AUGMENTATION:
            sets = f"{shown[0]} and {shown[1]} are independent"
            return f"{sets}, but no element of the second extends the first"
        return f"rank is {self.claimed}, but {shown[0]} is a largest independent set"

    def verify(self, matroid: Matroid) -> bool:
        """Whether the oracle shows the violation; everything that it rests on is checked.

        Most violations need a few questions. That a rank is too large is shown by the dependence of
        all sets of that many elements, and of all sets larger by one than the set that is shown.
        """
        if len(self.sets) != SETS_SHOWN[self.axiom] or not self._are_sets_of(matroid):
            return False
        if self.axiom is Axiom.EMPTY_SET:
            return not _is_independent(matroid, ())
        if self.axiom is Axiom.HEREDITY:
            return self._part_is_dependent(matroid)
        if self.axiom is Axiom.AUGMENTATION:
            return self._cannot_be_extended(matroid)
        return self._rank_is_wrong(matroid)

    def _are_sets_of(self, matroid: Matroid) -> bool:
        ground = range(matroid.size)
        return all(
            len(set(chosen)) == len(chosen) and all(element in ground for element in chosen)
            for chosen in self.sets
        )

    def _part_is_dependent(self, matroid: Matroid) -> bool:
        whole, part = self.sets
        if not set(part) < set(whole):
            return False
        return _is_independent(matroid, whole) and not _is_independent(matroid, part)

    def _cannot_be_extended(self, matroid: Matroid) -> bool:
        smaller, larger = self.sets
        if not (_is_independent(matroid, smaller) and _is_independent(matroid, larger)):
            return False
        extended = ((*smaller, element) for element in larger if element not in smaller)
        return len(smaller) < len(larger) and not any(
            _is_independent(matroid, row) for row in extended
        )

    def _rank_is_wrong(self, matroid: Matroid) -> bool:
        (largest,) = self.sets
        if (
            self.claimed is None
            or matroid.rank != self.claimed
            or not _is_independent(matroid, largest)
        ):
            return False
        if len(largest) >= self.claimed:
            return len(largest) > self.claimed
        counts = {len(largest) + 1, self.claimed}
        larger = chain.from_iterable(combinations(range(matroid.size), count) for count in counts)
        return not any(_is_independent(matroid, row) for row in larger)


def _is_independent(matroid: Matroid, chosen: tuple[int, ...]) -> bool:
    return bool(matroid.is_independent(np.array(sorted(chosen), dtype=np.intp)))


def axiom_violation(matroid: Matroid, *, progress: Progress | None = None) -> AxiomViolation | None:
    """Return an axiom that the oracle or the rank breaks, or None if this is certainly a matroid.

    >>> from matroidlab import OracleMatroid
    >>> print(axiom_violation(OracleMatroid(4, lambda part: len(part) <= 2)))
    None
    >>> pairs = OracleMatroid(4, lambda part: len(part) <= 1 or part.tolist() == [2, 3])
    >>> print(axiom_violation(pairs))
    [0] and [2, 3] are independent, but no element of the second extends the first

    Every set is asked about, 2**size of them, at most 22 elements. Given heredity, local conditions
    decide the rest in O(size**2 2**size) simple operations: the size r of the largest independent
    part satisfies r(S + x) + r(S + y) >= r(S + x + y) + r(S) for all S, x and y exactly if it is
    the rank of a matroid (Oxley 2011, 1.3), and the independent sets are then those with ``r(S) =
    |S|``. Of several violations a small one is shown.
    """
    for member in ("size", "is_independent"):
        if not hasattr(matroid, member):
            raise InvalidMatroidError(
                f"expected a matroid, got {matroid!r:.80}, which has no {member}"
            )
    independent = independence_table(matroid, progress=progress)
    if not independent[0]:
        return AxiomViolation(Axiom.EMPTY_SET)
    return (
        _heredity_violation(independent)
        or augmentation_violation(independent)
        or _rank_violation(matroid, independent)
    )


def _heredity_violation(independent: Booleans) -> AxiomViolation | None:
    size = len(independent).bit_length() - 1
    broken = np.zeros(len(independent), dtype=np.bool_)
    for element in range(size):
        for (_, marked), (part, whole) in zip(
            halves(broken, element), halves(independent, element), strict=True
        ):
            np.logical_or(marked, whole & ~part, out=marked)
    found = smallest(np.flatnonzero(broken))
    if found is None:
        return None
    chosen = elements_of(found).tolist()
    parts = (tuple(other for other in chosen if other != element) for element in chosen)
    dependent = next(
        rest for rest in parts if not independent[sum(1 << element for element in rest)]
    )
    return AxiomViolation(Axiom.HEREDITY, (tuple(chosen), dependent))


def augmentation_violation(independent: Booleans) -> AxiomViolation | None:
    """Return a violation of augmentation, or None; heredity is taken for granted."""
    ranks = ranks_of(independent)
    found = min(not_submodular(ranks), key=lambda pair: pair[0].bit_count(), default=None)
    if found is None:
        return None
    smaller, larger = (_largest_part(mask, ranks) for mask in found)
    return AxiomViolation(Axiom.AUGMENTATION, (smaller, larger))


def not_submodular(ranks: NDArray[np.integer]) -> Iterator[tuple[int, int]]:
    """Yield sets S and S + x + y where x raises the rank of S + y but not the rank of S.

    At most one pair for each x.
    """
    size = len(ranks).bit_length() - 1
    for x in range(size):
        pairs = ranks.reshape(-1, 2, 1 << x)
        # Indexed by the sets without x; elements after x are moved down by one.
        raised = (pairs[:, 1] - pairs[:, 0]).ravel()
        wrong = (
            y for y in range(x) if any((more > less).any() for less, more in halves(raised, y))
        )
        yield from (_unfolded(raised, x, y) for y in islice(wrong, 1))


def _unfolded(raised: NDArray[np.integer], x: int, y: int) -> tuple[int, int]:
    places = np.arange(len(raised))
    without = places[(places >> y) & 1 == 0]
    wrong = without[raised[without | (1 << y)] > raised[without]]
    masks = (wrong >> x << (x + 1)) | (wrong & ((1 << x) - 1))
    base = smallest(masks)
    assert base is not None
    return base, base | (1 << x) | (1 << y)


def _largest_part(mask: int, ranks: NDArray[np.uint8]) -> tuple[int, ...]:
    """Return a largest independent subset, by dropping elements that do not lower the rank."""
    for element in reversed(elements_of(mask).tolist()):
        rest = mask & ~(1 << element)
        mask = rest if ranks[rest] == ranks[mask] else mask
    return tuple(elements_of(mask).tolist())


def _rank_violation(matroid: Matroid, independent: Booleans) -> AxiomViolation | None:
    masks = np.flatnonzero(independent)
    largest = int(masks[np.bitwise_count(masks).argmax()])
    if matroid.rank == largest.bit_count():
        return None
    return AxiomViolation(Axiom.RANK, (tuple(elements_of(largest).tolist()),), matroid.rank)


def smallest(masks: Masks) -> int | None:
    """Return the first mask of the fewest elements, or None if there are no masks."""
    return int(masks[np.bitwise_count(masks).argmin()]) if len(masks) else None
