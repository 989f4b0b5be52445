"""References for `matroidlab_atlas.structure`, computed from independent sets by definition."""

from collections.abc import Iterator
from itertools import combinations

from hypothesis import strategies as st

from matroidlab import DirectSum, Dual, ExplicitMatroid, Matroid, UniformMatroid
from support.matroids import KINDS, OF_PLUGINS, matroids
from support.reference import Reference, Set, subsets

CORNERS: tuple[Matroid, ...] = (
    UniformMatroid(0, 0),
    UniformMatroid(1, 0),
    UniformMatroid(1, 1),
    UniformMatroid(3, 0),
    UniformMatroid(3, 3),
    UniformMatroid(4, 1),
    DirectSum((UniformMatroid(2, 0), UniformMatroid(3, 1), UniformMatroid(2, 2))),
    Dual(DirectSum((UniformMatroid(2, 0), UniformMatroid(4, 2)))),
)
"""The empty matroid, rank 0, coloops, loops and parallel elements."""

any_matroid: st.SearchStrategy[Matroid] = st.one_of(
    st.sampled_from(CORNERS), st.sampled_from([*KINDS, *OF_PLUGINS]).flatmap(matroids)
).filter(lambda matroid: matroid.size <= 8)


def listed(sets: object) -> list[tuple[int, ...]]:
    """Sets as sorted tuples in lexicographic order."""
    return sorted(tuple(sorted(part)) for part in sets)  # type: ignore[attr-defined]


def ranks(reference: Reference) -> dict[Set, int]:
    """The rank of every subset."""
    return {part: reference.rank_of(part) for part in subsets(reference.ground)}


def flats(reference: Reference) -> set[Set]:
    rank = ranks(reference)
    ground = reference.ground
    return {part for part in rank if all(rank[part | {e}] > rank[part] for e in ground - part)}


def minors(ground: Set, size: int) -> Iterator[tuple[tuple[int, ...], Set]]:
    """All minors of a size: the elements that are left, and those that are contracted."""
    for left in combinations(sorted(ground), size):
        for contracted in subsets(ground - frozenset(left)):
            yield left, contracted


def minor(rank: dict[Set, int], left: tuple[int, ...], contracted: Set) -> ExplicitMatroid:
    """A minor by its definition, its elements numbered in order."""
    top = rank[frozenset(left) | contracted] - rank[contracted]
    chosen = combinations(range(len(left)), top)
    bases = [
        part
        for part in chosen
        if rank[frozenset(left[i] for i in part) | contracted] - rank[contracted] == top
    ]
    return ExplicitMatroid(len(left), bases)
