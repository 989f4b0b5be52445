"""Matroids for laws: of each registered family, named ones, oracles and bare objects."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from matroidlab import Family, Matroid, OracleMatroid
from matroidlab.registry import built_in_families, families
from support.bare import Bare
from support.named import NAMED
from support.reference import Reference, Set

Law = Callable[..., None]

FAMILIES: Mapping[str, Family] = built_in_families()
OF_PLUGINS: Mapping[str, Family] = {
    name: family for name, family in families().items() if name not in FAMILIES
}
"""The families of plugins that are installed. Their own tests hold each of them to the laws of the
kit; here they are one kind together."""

KINDS = (*sorted(FAMILIES), "named", "oracle", "bare", *(["plugin"] if OF_PLUGINS else []))
EXAMPLES_OF_A_KIND = 10
"""All kinds together are 150 examples a law."""


def of_every_kind(law: Law) -> Law:
    """Hold a law, a test of hypothesis with the argument ``kind``, for matroids of each kind."""
    few = settings(max_examples=EXAMPLES_OF_A_KIND, deadline=None)
    held: Law = pytest.mark.parametrize("kind", KINDS)(few(law))
    return held


def of_every_family(law: Law) -> Law:
    """Hold a law with the argument ``family`` for members of each built-in family."""
    few = settings(max_examples=EXAMPLES_OF_A_KIND, deadline=None)
    held: Law = pytest.mark.parametrize("family", sorted(FAMILIES))(few(law))
    return held


@cache
def members(family: str) -> st.SearchStrategy[Any]:
    """Members of a registered family, by its own strategy."""
    strategy = {**OF_PLUGINS, **FAMILIES}[family].strategy
    assert strategy is not None, f"the family {family!r} offers no strategy"
    return strategy()


@cache
def matroids(kind: str) -> st.SearchStrategy[Matroid]:
    """Matroids of one of `KINDS`, small enough for brute force."""
    plain: st.SearchStrategy[Matroid] = st.one_of(*map(members, sorted(FAMILIES)), named())
    if kind == "oracle":
        return plain.map(lambda matroid: OracleMatroid(matroid.size, matroid.is_independent))
    if kind == "bare":
        return plain.map(Bare)
    if kind == "plugin":
        return st.sampled_from(sorted(OF_PLUGINS)).flatmap(members)
    return named() if kind == "named" else members(kind)


@cache
def named() -> st.SearchStrategy[Matroid]:
    """The named matroids."""
    return st.sampled_from([entry.matroid for entry in NAMED])


def parts(matroid: Matroid) -> st.SearchStrategy[list[int]]:
    """Subsets of the ground set, in any order."""
    everything = st.permutations(range(matroid.size))
    return st.builds(lambda order, count: order[:count], everything, st.integers(0, matroid.size))


def independents(reference: Reference) -> st.SearchStrategy[list[int]]:
    """Independent sets, in any order, that need not be bases."""
    return _ordered(reference.independent)


def bases(reference: Reference) -> st.SearchStrategy[list[int]]:
    """Bases, in any order."""
    return _ordered(reference.bases)


def _ordered(sets: set[Set]) -> st.SearchStrategy[list[int]]:
    return st.sampled_from(sorted(sorted(part) for part in sets)).flatmap(st.permutations)
