"""Conjectures on many bases at once; see `matroidlab_atlas.exchange` for their literature."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations

from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks, independence_table
from matroidlab_atlas.census.questions.witness_sets import set_of, sets_of
from matroidlab_atlas.exchange import (
    CyclicOrderViolation,
    EquitabilityViolation,
    RotaViolation,
    cyclic_order_violation,
    equitability_violation,
    rota_violation,
)
from matroidlab_atlas.exchange.pair_classes import as_set
from matroidlab_atlas.exchange.rota import has_square


@dataclass(frozen=True)
class CyclicallyOrderable:
    """Whether a cyclic order of the elements has a basis in every interval of its length."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return a set with too many elements for its rank; None in its place: all orders fail."""
        found = cyclic_order_violation(matroid)
        if found is None:
            return None
        return {"dense": None if found.dense is None else list(found.dense)}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether the set has too many elements, or all orders fail."""
        return self._violation(witness).verify(matroid)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether some order will do, by trying all that begin with the first element."""
        if matroid.size == 0:
            return True
        bases = set(basis_masks(matroid).tolist())
        rank = matroid.rank
        for order in permutations([1 << element for element in range(1, matroid.size)]):
            twice = (1, *order, 1, *order)
            if all(sum(twice[i : i + rank]) in bases for i in range(matroid.size)):
                return True
        return False

    def describe(self, witness: Witness, /) -> str:
        """Name the set."""
        return str(self._violation(witness))

    def _violation(self, witness: Witness) -> CyclicOrderViolation:
        dense = witness["dense"]
        return CyclicOrderViolation(None if dense is None else set_of(dense))


@dataclass(frozen=True)
class Equitable:
    """Whether some partition into bases, if there is any, shares each set of elements equally."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return a set that none shares equally."""
        found = equitability_violation(matroid)
        return None if found is None else {"elements": list(found.elements)}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether none does, by trying all partitions."""
        return EquitabilityViolation(set_of(witness["elements"])).verify(matroid)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether for each set some partition into independent blocks of that size will do."""
        ground = range(matroid.size)
        if matroid.rank == 0 or matroid.size % matroid.rank:
            return True
        bases = set(basis_masks(matroid).tolist())
        partitions = [
            blocks
            for blocks in _blocks(tuple(ground), matroid.rank)
            if all(sum(1 << element for element in block) in bases for block in blocks)
        ]
        masks = [[sum(1 << element for element in block) for block in one] for one in partitions]
        return not partitions or all(
            any(_is_shared(chosen, blocks) for blocks in masks)
            for chosen in range(1 << matroid.size)
        )

    def describe(self, witness: Witness, /) -> str:
        """Name the set."""
        return str(EquitabilityViolation(set_of(witness["elements"])))


@dataclass(frozen=True)
class Rota:
    """Whether any r bases, r the rank, are the rows of a square whose columns are bases."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return bases without such a square."""
        found = rota_violation(matroid)
        return None if found is None else {"bases": list(map(list, found.bases))}

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether they have none, by trying all squares."""
        return RotaViolation(sets_of(witness["bases"])).verify(matroid)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether all families of bases have one, by trying all squares."""
        independent = independence_table(matroid).tolist()
        rows = [as_set(mask) for mask in basis_masks(matroid).tolist()]
        families = combinations_with_replacement(rows, matroid.rank)
        return all(has_square(family, independent.__getitem__) for family in families)

    def describe(self, witness: Witness, /) -> str:
        """Name the bases."""
        return str(RotaViolation(sets_of(witness["bases"])))


def _blocks(ground: tuple[int, ...], count: int) -> Iterator[list[tuple[int, ...]]]:
    """All partitions of a set into blocks of the same number of elements."""
    if not ground:
        yield []
        return
    for others in combinations(ground[1:], count - 1):
        rest = tuple(element for element in ground[1:] if element not in others)
        yield from ([(ground[0], *others), *blocks] for blocks in _blocks(rest, count))


def _is_shared(chosen: int, blocks: Sequence[int]) -> bool:
    counts = [(chosen & block).bit_count() for block in blocks]
    return max(counts) - min(counts) <= 1
