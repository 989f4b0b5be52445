"""Orderability by its definitions, on frozensets; and the small constructions that its laws speak of."""

from collections.abc import Iterator, Sequence
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
    """The definition: between any two bases a bijection that serves all exchanges of up to ``most``, both ways."""
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
    """Without the element; what was above it moves down by one. A coloop is contracted, which is the same."""
    kept = [basis for basis in matroid.bases if element not in basis]
    rows = kept or [[e for e in basis if e != element] for basis in matroid.bases]
    return ExplicitMatroid(matroid.size - 1, [[e - (e > element) for e in row] for row in rows])


def contracted(matroid: ExplicitMatroid, element: int) -> ExplicitMatroid:
    return dual(deleted(dual(matroid), element))


def orderables() -> st.SearchStrategy[ExplicitMatroid]:
    """Explicit matroids for which orderability is a question: of rank and corank 3 on 6 and 7 elements, and named."""
    census = [
        one.matroid for size, rank in ((6, 3), (7, 3), (7, 4)) for one in matroids_of(size, rank)
    ]
    return st.one_of(st.sampled_from(census), named())
