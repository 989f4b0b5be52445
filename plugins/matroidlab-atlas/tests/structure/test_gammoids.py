"""Gammoids: evidence for every answer, and the numbers of small ones."""

from collections import Counter

import numpy as np
import pytest

from matroidlab import Contraction, Dual, Restriction, TransversalMatroid
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.structure import (
    GammoidPresentation,
    MinorWitness,
    NotGammoidMinor,
    all_matroids,
    gammoid_evidence,
    is_gammoid,
    is_transversal,
)


@pytest.mark.parametrize("size", [*range(7), pytest.param(7, marks=pytest.mark.slow)])
def test_all_matroids_of_up_to_7_elements_are_decided_and_the_evidence_verifies(size: int) -> None:
    answers: Counter[bool] = Counter()
    for matroid in all_matroids(size):
        found = gammoid_evidence(matroid)
        assert found is not None
        assert found.verify(matroid)
        answers[isinstance(found, GammoidPresentation)] += 1
        assert is_gammoid(Dual(matroid)) == is_gammoid(matroid)
    assert answers[False] == (0, 0, 0, 0, 0, 0, 1, 16)[size]


def test_minors_of_random_transversal_matroids_are_never_excluded() -> None:
    rng = np.random.default_rng(5)
    for _ in range(15):
        sets = [np.flatnonzero(rng.random(10) < 0.4).tolist() for _ in range(5)]
        wide = TransversalMatroid(10, sets)
        minor = Restriction(Contraction(wide, [9]), range(7))
        assert is_gammoid(minor)
        found = gammoid_evidence(minor)
        assert found is not None
        assert found.verify(minor)


def test_a_gammoid_may_be_neither_transversal_nor_the_dual_of_one() -> None:
    eight = next(
        matroid
        for matroid in all_matroids(8, 4)
        if not _is_either(matroid) and len(matroid.bases) == 52 and is_gammoid(matroid)
    )
    found = gammoid_evidence(eight)
    assert isinstance(found, GammoidPresentation)
    assert found.transversal.size == 9
    assert found.verify(eight)


def _is_either(matroid: object) -> bool:
    return is_transversal(matroid) or is_transversal(Dual(matroid))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["k4", "fano", "fano-dual", "p8", "ag32", "vamos", "pappus"])
def test_named_matroids_that_are_not_gammoids(name: str) -> None:
    found = gammoid_evidence(NamedMatroid(name))
    assert found is not None
    assert not isinstance(found, GammoidPresentation)
    assert found.verify(NamedMatroid(name))


@pytest.mark.parametrize("name", ["whirl3", "p6", "q6", "u25"])
def test_named_matroids_that_are_gammoids(name: str) -> None:
    found = gammoid_evidence(NamedMatroid(name))
    assert isinstance(found, GammoidPresentation)
    assert found.verify(NamedMatroid(name))


def test_evidence_against_another_matroid_does_not_verify() -> None:
    whole = MinorWitness((), (), tuple(range(6)))
    assert not NotGammoidMinor(whole, True).verify(NamedMatroid("whirl3"))
    found = gammoid_evidence(NamedMatroid("whirl3"))
    assert isinstance(found, GammoidPresentation)
    assert not found.verify(NamedMatroid("k4"))
