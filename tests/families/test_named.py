"""Golden facts of named matroids, as they stand in Oxley's appendix."""

from itertools import combinations, permutations

import numpy as np
import pytest

from matroidlab import ExplicitMatroid, GraphicMatroid, closure, is_basis, rank_of
from support.named import FANO_LINES, K4_EDGES, NAMED, P8_COLUMNS, VAMOS_PLANES, Named
from support.reference import Reference, satisfies_exchange

BY_NAME = {entry.name: entry for entry in NAMED}
each = pytest.mark.parametrize("named", NAMED, ids=BY_NAME)


@each
def test_size_rank_and_number_of_bases_are_the_published_ones(named: Named) -> None:
    matroid = named.matroid
    assert (matroid.size, matroid.rank, len(matroid.bases)) == (
        named.size,
        named.rank,
        named.base_count,
    )
    bases = [
        basis for basis in combinations(range(named.size), named.rank) if is_basis(matroid, basis)
    ]
    assert len(bases) == named.base_count


@each
def test_bases_satisfy_the_axiom(named: Named) -> None:
    assert satisfies_exchange(set(map(frozenset, named.bases)))


@each
def test_dependent_sets_are_circuits_and_hyperplanes(named: Named) -> None:
    matroid = named.matroid
    for row in named.dependent:
        assert rank_of(matroid, row) == named.rank - 1
        assert closure(matroid, row).tolist() == list(row)
        assert all(rank_of(matroid, set(row) - {element}) == named.rank - 1 for element in row)


def test_k4_is_the_graph_of_its_name() -> None:
    matroid = GraphicMatroid(K4_EDGES)
    assert Reference(matroid).bases == set(map(frozenset, BY_NAME["M(K4)"].bases))


def test_fano_is_the_binary_plane() -> None:
    """Its points are the nonzero vectors of GF(2)^3; three are on a line if they sum to zero."""
    lines = [
        row for row in combinations(range(7), 3) if (row[0] + 1) ^ (row[1] + 1) ^ (row[2] + 1) == 0
    ]
    assert tuple(lines) == FANO_LINES


def test_fano_has_168_symmetries() -> None:
    lines = set(map(frozenset, FANO_LINES))
    symmetries = [
        p
        for p in permutations(range(7))
        if all(frozenset(p[e] for e in line) in lines for line in lines)
    ]
    assert len(symmetries) == 168


def test_fano_less_a_point_is_k4() -> None:
    """The Fano plane without any one of its points is M(K4)."""
    triangles = [row for row in FANO_LINES if 6 not in row]
    bases = [row for row in combinations(range(6), 3) if row not in triangles]
    assert len(ExplicitMatroid(6, bases).bases) == 16


def test_affine_cube_is_its_own_dual() -> None:
    bases = set(map(frozenset, BY_NAME["AG(3,2)"].bases))
    assert {frozenset(range(8)) - basis for basis in bases} == bases


def test_p8_is_represented_over_gf3() -> None:
    columns = np.array(P8_COLUMNS)
    bases = [
        row for row in combinations(range(8), 4) if round(np.linalg.det(columns[list(row)])) % 3
    ]
    assert tuple(bases) == BY_NAME["P8"].bases


def test_vamos_is_not_representable_for_it_violates_ingletons_inequality() -> None:
    matroid = BY_NAME["Vamos"].matroid
    a = {2, 3}
    b = {4, 5}
    c = {0, 1}
    d = {6, 7}
    assert tuple(sorted(c | d)) not in VAMOS_PLANES
    left = sum(rank_of(matroid, part) for part in (a, b, a | b | c, a | b | d, c | d))
    right = sum(rank_of(matroid, part) for part in (a | b, a | c, a | d, b | c, b | d))
    assert (left, right) == (16, 15)
