"""The strategies draw what they say, all of it, and nothing else."""

import numpy as np
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from matroidlab import Family, GraphicMatroid, Matroid, UniformMatroid, is_basis
from matroidlab.errors import UnknownNameError
from matroidlab.registry import families
from matroidlab.testing import bases, basis_pairs, matroids, weights
from support.reference import Reference

FEW = UniformMatroid(size=4, rank=2)
EVERY = matroids()


@given(matroid=matroids(min_size=2, max_size=6, min_rank=1, max_rank=3))
def test_matroids_keep_to_their_bounds(matroid: Matroid) -> None:
    assert 2 <= matroid.size <= 6
    assert 1 <= matroid.rank <= 3


def test_matroids_of_every_registered_family_are_drawn() -> None:
    kinds = {type(record.build(**record.examples[0])) for record in families().values()}
    drawn = set()

    def is_the_last(matroid: Matroid) -> bool:
        drawn.add(type(matroid))
        return kinds <= drawn

    unshrunk = settings(max_examples=1000, phases=[Phase.generate], database=None)
    find(EVERY, is_the_last, settings=unshrunk)


@given(matroid=matroids(families=["graphic"]))
def test_families_are_taken_by_name(matroid: Matroid) -> None:
    assert isinstance(matroid, GraphicMatroid)


def test_a_family_without_a_strategy_draws_its_examples() -> None:
    bare = Family("bare", UniformMatroid, examples=({"size": 3, "rank": 1},))
    assert find(matroids(families=[bare]), lambda _: True) == UniformMatroid(3, 1)


@given(data=st.data())
def test_bases_are_bases(data: st.DataObject) -> None:
    matroid = data.draw(EVERY)
    source, target = data.draw(basis_pairs(matroid))
    assert is_basis(matroid, source)
    assert is_basis(matroid, target)


@pytest.mark.parametrize("wanted", sorted(map(sorted, Reference(FEW).bases)))
def test_every_basis_can_be_drawn(wanted: list[int]) -> None:
    assert sorted(find(bases(FEW), lambda basis: sorted(basis) == wanted)) == wanted


@given(data=st.data())
def test_weights_are_small_integers_one_for_each_element(data: st.DataObject) -> None:
    matroid = data.draw(EVERY)
    drawn = data.draw(weights(matroid, least=-1, most=2))
    assert drawn.shape == (matroid.size,)
    assert drawn.dtype == np.float64
    assert set(drawn.tolist()) <= {-1.0, 0.0, 1.0, 2.0}


def test_weights_have_ties() -> None:
    assert find(weights(FEW), lambda drawn: len(set(drawn)) == 2 and drawn.max() == 3).max() == 3


def test_wrong_options_are_named_with_their_value() -> None:
    with pytest.raises(ValueError, match="max_size must be at least 3, got 2"):
        matroids(min_size=3, max_size=2)
    with pytest.raises(ValueError, match="min_rank must be at least 0, got -1"):
        matroids(min_rank=-1)
    with pytest.raises(
        UnknownNameError, match="there is no family 'graphix'; did you mean 'graphic'"
    ):
        matroids(families=["graphix"])
    with pytest.raises(
        TypeError,
        match="families must be names or records, several of them, got the string 'uniform'",
    ):
        matroids(families="uniform")
    with pytest.raises(ValueError, match="families must name at least one family"):
        matroids(families=[])
    with pytest.raises(ValueError, match="has neither a strategy nor examples"):
        matroids(families=[Family("bare", UniformMatroid)])
    with pytest.raises(ValueError, match="most must be at least least, 2, got 1"):
        weights(FEW, least=2, most=1)
