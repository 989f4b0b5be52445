"""Base-orderability: every pair of bases has a bijection by which elements can be exchanged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from matroidlab.hookspecs import Witness
from matroidlab.orderability import (
    Violation,
    base_order_violation,
    k_order_violation,
    strong_order_violation,
)
from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks, elements_of, mask_of
from matroidlab.types import as_count
from matroidlab_atlas.census.questions.witness_sets import elements_in, set_of
from matroidlab_atlas.structure.set_list import named


@dataclass(frozen=True)
class StronglyBaseOrderable:
    """Whether all pairs of bases have a bijection for exchanges of any number of elements."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return two bases without a strong bijection."""
        return shown(strong_order_violation(matroid))

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether the two bases have none, by trying all bijections."""
        return are_unserved(matroid, witness, matroid.rank)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether all pairs have one, by trying all bijections."""
        return is_orderable(matroid, matroid.rank)

    def describe(self, witness: Witness, /) -> str:
        """Name the two bases."""
        return pair_in_words(witness, "strong bijection")


@dataclass(frozen=True)
class BaseOrderable:
    """Whether all pairs of bases have a bijection for exchanges of single elements, both ways."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return two bases without such a bijection."""
        return shown(base_order_violation(matroid))

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether the two bases have none, by trying all bijections."""
        return are_unserved(matroid, witness, 1)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether all pairs have one, by trying all bijections."""
        return is_orderable(matroid, 1)

    def describe(self, witness: Witness, /) -> str:
        """Name the two bases."""
        return pair_in_words(witness, "bijection of symmetric exchanges")


@dataclass(frozen=True)
class KBaseOrderable:
    """Whether all pairs of bases have a bijection for exchanges of up to k elements, both ways."""

    k: int

    def __post_init__(self) -> None:
        as_count(self.k, name="k", least=1)

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return two bases without such a bijection."""
        return shown(k_order_violation(matroid, self.k))

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether the two bases have none, by trying all bijections."""
        return are_unserved(matroid, witness, self.k)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether all pairs have one, by trying all bijections."""
        return is_orderable(matroid, self.k)

    def describe(self, witness: Witness, /) -> str:
        """Name the two bases."""
        return pair_in_words(witness, f"bijection for exchanges of up to {self.k}")


def shown(violation: Violation | None) -> Witness | None:
    """Return the two bases of a violation as plain data."""
    if violation is None:
        return None
    return {"source": violation.source.tolist(), "target": violation.target.tolist()}


def pair_in_words(witness: Witness, missing: str) -> str:
    """Return two bases without a certain bijection as a sentence."""
    source = set_in_words(witness, "source")
    target = set_in_words(witness, "target")
    return f"the bases {source} and {target} have no {missing}"


def set_in_words(witness: Witness, name: str) -> str:
    """Return a set of a witness as it is printed."""
    return named(set_of(witness[name]), ())


def are_unserved(matroid: Matroid, witness: Witness, most: int) -> bool:
    """Whether two sets are bases without a bijection for exchanges of up to ``most`` elements.

    Only the definition is used.
    """
    first, second = (
        int(mask_of(np.array(elements_in(matroid, witness[name]), dtype=np.intp)))
        for name in ("source", "target")
    )
    bases = set(basis_masks(matroid).tolist())
    return first in bases and second in bases and not _is_served(first, second, most, bases)


def is_orderable(matroid: Matroid, most: int) -> bool:
    """Whether every pair of bases has a bijection for exchanges of up to ``most`` elements.

    Only the definition is used.
    """
    found = basis_masks(matroid).tolist()
    return all(
        _is_served(first, second, most, set(found)) for first, second in combinations(found, 2)
    )


def _is_served(first: int, second: int, most: int, bases: set[int]) -> bool:
    leaving, entering = (
        [1 << e for e in elements_of(part).tolist()] for part in (first & ~second, second & ~first)
    )
    places = list(_places(len(leaving), most))
    return any(
        _serves(leaving, order, places, first, second, bases) for order in permutations(entering)
    )


def _places(count: int, most: int) -> Iterator[tuple[int, ...]]:
    for chosen in range(1, min(count, most) + 1):
        yield from combinations(range(count), chosen)


def _serves(
    leaving: Sequence[int],
    entering: Sequence[int],
    places: Sequence[tuple[int, ...]],
    first: int,
    second: int,
    bases: set[int],
) -> bool:
    for chosen in places:
        exchanged = sum(leaving[i] | entering[i] for i in chosen)
        if first ^ exchanged not in bases or second ^ exchanged not in bases:
            return False
    return True
