"""Which small fields the matroids over GF(4) have a matrix over, and how they hang together."""

from itertools import combinations

import pytest

from atlas_support.catalogue import named
from atlas_support.published_quaternary import EXCLUDED_FOR_FIVE, OVER_FIVE
from matroidlab import Contraction, Dual, Matroid, Restriction
from matroidlab_atlas.catalogue.constructions import delta_wye
from matroidlab_atlas.structure import circuits, isomorphism, representation


def without_each(matroid: Matroid) -> list[Matroid]:
    """The matroid without each of its elements."""
    everything = set(range(matroid.size))
    return [Restriction(matroid, sorted(everything - {e})) for e in range(matroid.size)]


@pytest.mark.parametrize("name", OVER_FIVE)
def test_some_are_over_gf4_and_gf5(name: str) -> None:
    assert representation(named(name), 4) is not None
    assert representation(named(name), 5) is not None


@pytest.mark.parametrize("name", EXCLUDED_FOR_FIVE)
def test_others_are_excluded_minors_of_the_matroids_over_gf5(name: str) -> None:
    """Those of ten elements are in ``slow/test_large_excluded_minors.py``."""
    matroid = named(name)
    assert representation(matroid, 5) is None
    smaller = [*without_each(matroid), *(Contraction(matroid, [e]) for e in range(matroid.size))]
    assert all(representation(minor, 5) is not None for minor in smaller)


@pytest.mark.parametrize("name", ["r9a", "r9b"])
@pytest.mark.parametrize("order", [2, 3, 4, 5, 7])
def test_two_matroids_on_nine_elements_are_over_no_small_field(name: str, order: int) -> None:
    assert representation(named(name), order) is None


@pytest.mark.parametrize(
    ("large", "small"),
    [
        ("tipped-free-spike3", "u36"),
        ("tq9", "tq8"),
        ("tq9-other", "tq8"),
        ("pp9", "p8-relaxed-once"),
        ("kr9", "kp8"),
        ("kq9", "tq8"),
        ("kq9", "kp8"),
        ("p9", "wheel4"),
    ],
)
def test_one_is_an_extension_of_another(large: str, small: str) -> None:
    smaller = named(small)
    assert any(isomorphism(one, smaller) is not None for one in without_each(named(large)))


def test_a_delta_wye_exchange_is_undone_by_one_of_the_dual() -> None:
    for name, triangle in (("a9", (0, 2, 4)), ("mac-lane", (0, 1, 2)), ("k5", (0, 1, 4))):
        there = delta_wye(named(name), triangle)
        back = Dual(delta_wye(Dual(there), triangle))
        assert isomorphism(back, named(name)) is not None


@pytest.mark.parametrize(("name", "strength", "times"), [("block94", 2, 3), ("block105", 3, 3)])
def test_circuits_of_a_design_hold_sets_equally_often(name: str, strength: int, times: int) -> None:
    matroid = named(name)
    blocks = [set(c) for c in circuits(matroid) if len(c) == matroid.rank]
    counts = {
        sum(block.issuperset(part) for block in blocks)
        for part in combinations(range(matroid.size), strength)
    }
    assert counts == {times}
