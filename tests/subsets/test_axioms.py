"""`axiom_violation` decides: held to the definition on all kinds of set systems."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from matroidlab import Matroid, OracleMatroid, UniformMatroid
from matroidlab.errors import InvalidMatroidError
from matroidlab.subsets import Axiom, AxiomViolation, axiom_violation
from matroidlab.types import Elements
from support.bare import Bare
from support.matroids import KINDS, matroids
from support.reference import Reference, Set

Masks = frozenset[int]


def oracle(size: int, masks: Masks) -> OracleMatroid:
    return OracleMatroid(size, lambda part: sum(1 << element for element in part.tolist()) in masks)


def keeps_the_axioms(independent: set[Set]) -> bool:
    """The definition, by brute force."""
    hereditary = all(part - {element} in independent for part in independent for element in part)
    return (
        frozenset() in independent
        and hereditary
        and all(
            any(small | {element} in independent for element in large - small)
            for first, second in combinations(independent, 2)
            for small, large in [sorted((first, second), key=len)]
            if len(small) < len(large)
        )
    )


set_systems = st.integers(0, 4).flatmap(
    lambda size: st.tuples(
        st.just(size), st.frozensets(st.integers(0, (1 << size) - 1), max_size=16)
    )
)


@st.composite
def nearly_matroids(draw: st.DrawFn) -> tuple[int, Masks]:
    """The independent sets of a matroid, but for one or two sets."""
    matroid = draw(
        st.sampled_from(KINDS).flatmap(matroids).filter(lambda matroid: 0 < matroid.size <= 6)
    )
    masks = frozenset(
        sum(1 << element for element in part) for part in Reference(matroid).independent
    )
    other = draw(st.frozensets(st.integers(0, (1 << matroid.size) - 1), max_size=2))
    return matroid.size, masks ^ other


@st.composite
def complexes(draw: st.DrawFn) -> tuple[int, Masks]:
    """All parts of a few sets."""
    size = draw(st.integers(1, 5))
    tops = draw(st.lists(st.integers(0, (1 << size) - 1), min_size=1, max_size=8))
    return size, frozenset(
        mask for mask in range(1 << size) if any(mask & ~top == 0 for top in tops)
    )


@given(st.one_of(set_systems, nearly_matroids(), complexes()))
@example((0, frozenset()))
@example((0, frozenset({0})))
@example((2, frozenset({0, 3})))
def test_a_violation_is_found_exactly_where_the_definition_fails(system: tuple[int, Masks]) -> None:
    matroid = oracle(*system)
    violation = axiom_violation(matroid)
    assert (violation is None) == keeps_the_axioms(Reference(matroid).independent)
    assert violation is None or violation.verify(matroid)


@given(st.sampled_from(KINDS).flatmap(matroids))
def test_every_matroid_keeps_the_axioms(matroid: Matroid) -> None:
    assert axiom_violation(matroid) is None
    assert axiom_violation(Bare(matroid)) is None


class WrongRank(Bare):
    """A matroid that boasts."""

    @property
    def rank(self) -> int:
        return super().rank + 1


def test_a_wrong_rank_is_seen() -> None:
    violation = axiom_violation(WrongRank(UniformMatroid(4, 2)))
    assert violation is not None
    assert violation.axiom is Axiom.RANK
    assert str(violation) == "rank is 3, but [0, 1] is a largest independent set"
    assert violation.verify(WrongRank(UniformMatroid(4, 2)))
    assert not violation.verify(UniformMatroid(4, 2))


@pytest.mark.parametrize(
    ("masks", "sentence"),
    [
        ({1, 3}, "the empty set is dependent"),
        ({0, 1, 3}, "[0, 1] is independent, but [1] is not"),
        (
            {0, 1, 2, 4, 6},
            "[0] and [1, 2] are independent, but no element of the second extends the first",
        ),
    ],
)
def test_the_broken_axiom_is_told_in_a_sentence(masks: set[int], sentence: str) -> None:
    assert str(axiom_violation(oracle(3, frozenset(masks)))) == sentence


class WithRank:
    """The sets of at most ``true_rank`` of ``size`` elements, with another rank claimed."""

    def __init__(self, size: int, true_rank: int, claimed: int) -> None:
        self.size = size
        self.true_rank = true_rank
        self.rank = claimed

    def is_independent(self, elements: Elements, /) -> bool:
        return len(elements) <= self.true_rank

    greedy = swaps = is_independent


@pytest.mark.parametrize(
    ("violation", "matroid"),
    [
        (AxiomViolation(Axiom.RANK, ((),), 1), UniformMatroid(3, 1)),
        (AxiomViolation(Axiom.RANK, ((0,),), 2), UniformMatroid(3, 2)),
        (AxiomViolation(Axiom.RANK, ((0,),), 3), WithRank(4, true_rank=2, claimed=3)),
        (AxiomViolation(Axiom.RANK, ((0, 0, 1),), 2), WithRank(3, true_rank=3, claimed=2)),
        (AxiomViolation(Axiom.RANK, ((0, 1, 7),), 2), WithRank(3, true_rank=3, claimed=2)),
        (AxiomViolation(Axiom.RANK, ((0, 1, -1),), 2), WithRank(3, true_rank=3, claimed=2)),
        (AxiomViolation(Axiom.RANK, (), 2), WithRank(3, true_rank=3, claimed=2)),
        (AxiomViolation(Axiom.HEREDITY, ((0, 1),)), UniformMatroid(3, 1)),
        (
            AxiomViolation(Axiom.HEREDITY, ((0, 1), (5,))),
            OracleMatroid(3, lambda part: 5 not in part),
        ),
        (AxiomViolation(Axiom.AUGMENTATION, ((0,), (1, 1))), UniformMatroid(3, 1)),
        (
            AxiomViolation(Axiom.AUGMENTATION, ((0,), (1, 9))),
            OracleMatroid(3, lambda part: sorted(part) != [0, 1]),
        ),
        (AxiomViolation(Axiom.EMPTY_SET, ((0,),)), OracleMatroid(3, lambda part: len(part) > 0)),
    ],
)
def test_a_false_proof_is_not_verified(violation: AxiomViolation, matroid: Matroid) -> None:
    assert not violation.verify(matroid)


@pytest.mark.parametrize(("true_rank", "claimed"), [(3, 2), (2, 3), (0, 4), (1, 9)])
def test_a_wrong_rank_is_refuted(true_rank: int, claimed: int) -> None:
    matroid = WithRank(4, true_rank, claimed)
    violation = axiom_violation(matroid)  # type: ignore[arg-type]
    assert violation == AxiomViolation(Axiom.RANK, (tuple(range(true_rank)),), claimed)
    assert violation.verify(matroid)  # type: ignore[arg-type]


@pytest.mark.parametrize("thing", ["x", None, 5, [[0, 1]], {1, 2}, np.eye(2), dict, object()])
def test_what_is_not_a_matroid_is_named(thing: Any) -> None:
    with pytest.raises(InvalidMatroidError, match=r"(?s)expected a matroid, got .* which has no"):
        axiom_violation(thing)
