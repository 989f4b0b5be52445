"""Which matroids of ten elements and more are over GF(5), and which are excluded minors."""

import pytest

from atlas_support.catalogue import named
from atlas_support.published_quaternary import (
    LARGE_EXCLUDED_FOR_FIVE,
    LARGE_NOT_OVER_FIVE,
    LARGE_OVER_FIVE,
)
from matroidlab import Contraction, Restriction
from matroidlab_atlas.structure import representation


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE_OVER_FIVE)
def test_some_are_over_gf5(name: str) -> None:
    assert representation(named(name), 5) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE_NOT_OVER_FIVE)
def test_others_are_not(name: str) -> None:
    assert representation(named(name), 5) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE_EXCLUDED_FOR_FIVE)
def test_others_are_excluded_minors_of_the_matroids_over_gf5(name: str) -> None:
    matroid = named(name)
    assert representation(matroid, 5) is None
    for element in range(matroid.size):
        rest = [other for other in range(matroid.size) if other != element]
        assert representation(Restriction(matroid, rest), 5) is not None
        assert representation(Contraction(matroid, [element]), 5) is not None
