"""Small parents for constructions: registered families, named matroids, oracles, bare objects."""

from functools import cache

from hypothesis import strategies as st

from matroidlab import Matroid, OracleMatroid, Restriction
from support.bare import Bare
from support.matroids import matroids, members, named
from support.reference import Reference, Set, elements

PLAIN = ("explicit", "graphic", "partition", "transversal", "uniform")


@cache
def parents(most: int = 7) -> st.SearchStrategy[Matroid]:
    """Matroids of at most ``most`` elements, nested ones, bare ones and oracles among them."""
    drawn: st.SearchStrategy[Matroid] = st.one_of(
        *map(members, PLAIN), matroids("bare"), matroids("oracle"), named()
    )
    return drawn.map(
        lambda matroid: matroid if matroid.size <= most else Restriction(matroid, range(most))
    )


def unknowing(matroid: Matroid) -> OracleMatroid:
    """The matroid with nothing but its oracle: no capability, no shortcut."""
    return OracleMatroid(matroid.size, matroid.is_independent)


def same(first: Matroid, second: Matroid) -> bool:
    """Whether two matroids have the same independent sets, by their oracles."""
    return (
        first.size == second.size and Reference(first).independent == Reference(second).independent
    )


def renamed(sets: set[Set], names: list[int]) -> set[Set]:
    """Sets with each element ``i`` called ``names[i]``."""
    return {frozenset(names[element] for element in part) for part in sets}


__all__ = ["Bare", "Reference", "elements", "parents", "renamed", "same", "unknowing"]
