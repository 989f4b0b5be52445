"""Families with parameters: counts of the literature, members with a name, and laws."""

from collections.abc import Callable
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import Dual, Matroid, Restriction
from matroidlab.errors import InvalidMatroidError, TooLargeError
from matroidlab.registry import families
from matroidlab.registry.nested_families import build_matroid, describe
from matroidlab.testing import check_matroid, matroids
from matroidlab_atlas import NamedMatroid, bases, characteristic_polynomial, isomorphism
from matroidlab_atlas.parametric import (
    AffineGeometry,
    DowlingGeometry,
    FreeSwirl,
    ProjectiveGeometry,
    Spike,
    Theta,
    VamosLike,
    Wheel,
    Whirl,
    parametric_families,
)
from matroidlab_atlas.structure import equals, representation

LINES = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]

NAMED = [
    (ProjectiveGeometry(2, 2), "fano"),
    (ProjectiveGeometry(2, 3), "pg23"),
    (ProjectiveGeometry(3, 2), "pg32"),
    (ProjectiveGeometry(1, 3), "u24"),
    (ProjectiveGeometry(1, 4), "u25"),
    (AffineGeometry(1, 4), "u24"),
    (AffineGeometry(1, 5), "u25"),
    (AffineGeometry(2, 3), "ag23"),
    (AffineGeometry(3, 2), "ag32"),
    (Wheel(3), "k4"),
    (Wheel(4), "wheel4"),
    (Whirl(2), "u24"),
    (Whirl(3), "whirl3"),
    (Whirl(4), "whirl4"),
    (DowlingGeometry(2, 2), "u24"),
    (DowlingGeometry(2, 3), "u25"),
    (DowlingGeometry(3, 1), "k4"),
    (DowlingGeometry(4, 1), "k5"),
    (DowlingGeometry(3, 2), "dowling3"),
    (Spike.binary(3), "fano"),
    (Spike.binary(4, tip=False), "ag32"),
    (Restriction(Spike.binary(4), range(1, 9)), "s8"),
    (Spike(3, [[], [1, 2], [0, 2]]), "non-fano"),
    (Spike(3, [[2], [0, 1]]), "p7"),
    (Spike(3), "tipped-free-spike3"),
    (Spike(3, tip=False), "u36"),
    (Theta(3), "k4"),
    (FreeSwirl(3), "u36"),
    (VamosLike(4, LINES[:-1]), "vamos"),
    (VamosLike(4, LINES), "non-vamos"),
]


@pytest.mark.parametrize(("matroid", "name"), NAMED, ids=str)
def test_small_members_are_matroids_of_the_catalogue(matroid: Matroid, name: str) -> None:
    assert isomorphism(matroid, NamedMatroid(name)) is not None


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9])
def test_a_plane_has_the_lines_that_counting_gives(order: int) -> None:
    """Three points of a plane are a basis unless they are on one of its q^2 + q + 1 lines."""
    plane = ProjectiveGeometry(2, order)
    count = order**2 + order + 1
    assert (plane.size, plane.rank) == (count, 3)
    on_lines = count * comb(order + 1, 3)
    independent = sum(
        plane.is_independent(np.array([0, *pair])) for pair in combinations(range(1, count), 2)
    )
    assert independent * count == 3 * (comb(count, 3) - on_lines)


@pytest.mark.parametrize(("dimension", "order"), [(1, 7), (2, 3), (3, 2), (2, 4), (0, 5)])
def test_a_geometry_has_as_many_bases_as_a_space_divided_by_the_units(
    dimension: int, order: int
) -> None:
    rank = dimension + 1
    projective = ProjectiveGeometry(dimension, order)
    ordered = prod((order**rank - order**i) // (order - 1) for i in range(rank))
    assert len(bases(projective)) * prod(range(1, rank + 1)) == ordered
    affine = AffineGeometry(dimension, order)
    spaces = order**dimension * prod(order**dimension - order**i for i in range(dimension))
    assert len(bases(affine)) * prod(range(1, rank + 1)) == spaces


@pytest.mark.parametrize("spokes", range(2, 8))
def test_wheels_have_lucas_numbers_of_bases_and_whirls_one_more(spokes: int) -> None:
    lucas = [2, 1]
    while len(lucas) <= 2 * spokes:
        lucas.append(lucas[-1] + lucas[-2])
    assert len(bases(Wheel(spokes))) == lucas[2 * spokes] - 2
    assert len(bases(Whirl(spokes))) == lucas[2 * spokes] - 1
    assert set(bases(Whirl(spokes))) - set(bases(Wheel(spokes))) == {
        tuple(range(spokes, 2 * spokes))
    }


@pytest.mark.parametrize(("rank", "order"), [(1, 3), (2, 5), (3, 3), (3, 5), (4, 2)])
def test_a_dowling_geometry_has_the_characteristic_polynomial_of_dowling(
    rank: int, order: int
) -> None:
    """The zeros are 1, 1 + m, 1 + 2m and so on."""
    wanted = np.polynomial.polynomial.polyfromroots([1 + order * i for i in range(rank)])
    found = characteristic_polynomial(DowlingGeometry(rank, order))
    assert [found[power] for power in range(rank + 1)] == wanted.tolist()


@pytest.mark.parametrize("order", [3, 4, 5])
def test_the_units_of_a_field_give_a_geometry_over_it(order: int) -> None:
    geometry = DowlingGeometry(3, order - 1)
    assert representation(geometry, order) is not None


def test_a_dowling_geometry_needs_the_roots_of_unity_of_its_field() -> None:
    assert representation(DowlingGeometry(3, 3), 5) is None
    assert representation(DowlingGeometry(3, 3), 7) is not None


@pytest.mark.parametrize("legs", [3, 4, 5])
def test_spikes_have_as_many_bases_as_their_circuits_leave(legs: int) -> None:
    tipless = 2**legs + comb(legs, 2) * 2 ** (legs - 1)
    with_tip = legs * 2 ** (legs - 1)
    assert len(bases(Spike(legs, tip=False))) == tipless
    assert len(bases(Spike(legs))) == tipless + with_tip
    assert len(bases(Spike.binary(legs))) == tipless + with_tip - 2 ** (legs - 1)
    assert representation(Spike.binary(legs), 2) is not None


def test_tipless_free_spikes_and_free_swirls_are_their_own_duals() -> None:
    for matroid in (Spike(4, tip=False), Spike(5, tip=False), FreeSwirl(4), FreeSwirl(5)):
        assert equals(Dual(matroid), matroid)


@pytest.mark.parametrize("rank", range(2, 6))
def test_theta_has_its_bases_and_is_self_dual(rank: int) -> None:
    theta = Theta(rank)
    assert len(bases(theta)) == 1 + rank * (rank - 1) + comb(rank, 2) ** 2
    assert isomorphism(Dual(theta), theta) is not None


@pytest.mark.parametrize("rank", range(3, 8))
def test_a_free_swirl_has_as_many_bases_as_rings_of_twos_and_noughts(rank: int) -> None:
    assert len(bases(FreeSwirl(rank))) == 3**rank + 1 - 2**rank


def test_a_vamos_like_matroid_loses_a_basis_for_each_plane() -> None:
    planes = [[i, i + 1] for i in range(4)]
    assert len(bases(VamosLike(5, planes))) == comb(10, 4) - len(planes)


@pytest.mark.parametrize("family", [family.name for family in parametric_families()])
def test_every_example_keeps_the_laws_and_is_its_plain_data(family: str) -> None:
    known = families()
    for example in known[family].examples:
        matroid = known[family].build(**example)
        check_matroid(matroid, family=known[family])
        assert build_matroid(describe(matroid, known), known) == matroid


@pytest.mark.parametrize("family", [family.name for family in parametric_families()])
@given(data=st.data())
@settings(max_examples=6)
def test_drawn_members_keep_the_laws(family: str, data: st.DataObject) -> None:
    check_matroid(data.draw(matroids(families=[family])), family=families()[family])


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        (lambda: ProjectiveGeometry(2, 6), InvalidMatroidError, "order must be 2, 3, 4"),
        (lambda: ProjectiveGeometry(40, 2), TooLargeError, "more than 65536 points"),
        (lambda: AffineGeometry(10**9, 9), TooLargeError, "take a smaller dimension"),
        (lambda: Wheel(1), InvalidMatroidError, "spokes must be at least 2, got 1"),
        (lambda: DowlingGeometry(2, 0), InvalidMatroidError, "order must be at least 1, got 0"),
        (lambda: Spike(3, [[], [0]]), InvalidMatroidError, "differ in at least 2 legs"),
        (lambda: Spike(3, [[3]]), InvalidMatroidError, "must lie in 0..2, got 3"),
        (lambda: VamosLike(4, [[0, 0]]), InvalidMatroidError, "distinct numbers"),
        (lambda: VamosLike(4, [[0]]), InvalidMatroidError, "two pairs in each row"),
    ],
)
def test_what_is_not_defined_is_refused(
    build: Callable[[], Matroid], error: type[ValueError], message: str
) -> None:
    with pytest.raises(error, match=message):
        build()
