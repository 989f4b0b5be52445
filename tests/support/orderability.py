"""Orderability by its definitions, on frozensets, and the constructions in its laws."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

from hypothesis import strategies as st

from matroidlab import ExplicitMatroid
from support.enumeration import matroids_of
from support.matroids import named

Set = frozenset[int]


def parts(members: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    for count in range(min(most, len(members)) + 1):
        yield from combinations(members, count)


def is_orderable(matroid: ExplicitMatroid, most: int) -> bool:
    """Whether any two bases have a bijection for exchanges of up to ``most``, both ways."""
    bases = {frozenset(basis) for basis in matroid.bases}
    return all(
        has_bijection(bases, source, target, most) for source, target in combinations(bases, 2)
    )


def has_bijection(bases: set[Set], source: Set, target: Set, most: int) -> bool:
    leaving = sorted(source - target)
    return any(
        all(
            source - set(part) | {partner[e] for e in part} in bases
            and target - {partner[e] for e in part} | set(part) in bases
            for part in parts(leaving, most)
        )
        for order in permutations(target - source)
        for partner in [dict(zip(leaving, order, strict=True))]
    )


def relabelled(matroid: ExplicitMatroid, order: Sequence[int]) -> ExplicitMatroid:
    return ExplicitMatroid(matroid.size, [[order[e] for e in basis] for basis in matroid.bases])


def dual(matroid: ExplicitMatroid) -> ExplicitMatroid:
    ground = set(range(matroid.size))
    return ExplicitMatroid(matroid.size, [sorted(ground - set(basis)) for basis in matroid.bases])


def deleted(matroid: ExplicitMatroid, element: int) -> ExplicitMatroid:
    """Delete the element; those above it move down by one. A coloop is contracted instead."""
    kept = [basis for basis in matroid.bases if element not in basis]
    rows = kept or [[e for e in basis if e != element] for basis in matroid.bases]
    return ExplicitMatroid(matroid.size - 1, [[e - (e > element) for e in row] for row in rows])


def contracted(matroid: ExplicitMatroid, element: int) -> ExplicitMatroid:
    return dual(deleted(dual(matroid), element))


@cache
def orderables() -> st.SearchStrategy[ExplicitMatroid]:
    """Explicit matroids of 6 and 7 elements with rank and corank at least 3, and named ones."""
    census = [
        one.matroid for size, rank in ((6, 3), (7, 3), (7, 4)) for one in matroids_of(size, rank)
    ]
    return st.one_of(st.sampled_from(census), named())
