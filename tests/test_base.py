"""The members that a family gets for writing `size` and `is_independent`."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import (
    GraphicMatroid,
    Matroid,
    MatroidBase,
    OracleMatroid,
    TransversalMatroid,
    UniformMatroid,
    exchange_bijection,
    is_independent,
)
from matroidlab.errors import InvalidAnswerError
from matroidlab.protocol import Batched, Part, offered
from matroidlab.types import Elements
from support.matroids import matroids, parts
from support.reference import Reference, elements


@dataclass(frozen=True)
class AtMostOneOf(MatroidBase):
    """Two members, as a researcher writes them: all sets with at most one element below
    ``limit``."""

    size: int = field()
    limit: int

    def is_independent(self, elements: Elements, /) -> bool:
        return int((elements < self.limit).sum()) <= 1


@given(data=st.data(), size=st.integers(0, 6), limit=st.integers(0, 6))
def test_two_members_make_a_matroid(data: st.DataObject, size: int, limit: int) -> None:
    matroid: Matroid = AtMostOneOf(size, limit)
    reference = Reference(matroid)
    order = data.draw(parts(matroid))
    kept = matroid.greedy(elements(order)).tolist()
    assert matroid.rank == reference.rank
    assert kept == reference.greedy(order)
    assert matroid.swaps(elements(kept), elements(order)).tolist() == reference.swaps(kept, order)


@given(matroid=st.sampled_from(["oracle", "bare"]).flatmap(matroids), data=st.data())
def test_generic_ways_agree_with_every_familys_own(matroid: Matroid, data: st.DataObject) -> None:
    generic = OracleMatroid(matroid.size, matroid.is_independent)
    order = elements(data.draw(st.permutations(range(matroid.size))))
    kept = matroid.greedy(order)
    assert generic.rank == matroid.rank
    assert generic.greedy(order).tolist() == kept.tolist()
    assert generic.swaps(kept, order).tolist() == matroid.swaps(kept, order).tolist()


def test_a_family_without_an_oracle_cannot_be_made() -> None:
    class Nothing(MatroidBase):
        size = 3

    with pytest.raises(TypeError, match="is_independent"):
        Nothing()  # type: ignore[abstract]


def test_the_exchange_uses_an_override_of_swaps() -> None:
    """A family that overrides swaps is not asked pair by pair."""
    asked: list[int] = []

    class Fast(AtMostOneOf):
        def swaps(self, independent, incoming, /):  # type: ignore[no-untyped-def]
            asked.append(len(incoming))
            return super().swaps(independent, incoming)

    assert exchange_bijection(Fast(4, 2), [0, 2, 3], [1, 2, 3]).tolist() == [1, 2, 3]
    assert asked == [1]


class SaysThatItWantsThePart(UniformMatroid):
    """A subclass whose game is that of its parent."""

    part = UniformMatroid.part


class SaysNothing(UniformMatroid):
    """A subclass that may have overridden anything."""


def test_a_part_is_not_inherited_unless_the_subclass_says_so() -> None:
    assert offered(SaysThatItWantsThePart(4, 2), Part) is not None
    assert offered(SaysNothing(4, 2), Part) is None
    assert offered(SaysNothing(4, 2), Batched) is not None


class Outside(UniformMatroid):
    """A subclass whose bases leave the ground set."""

    def batched(self) -> Any:
        return self

    exchanges_are_strong = True

    def max_weight_bases(self, weights: Any, /, guess: Any = None) -> Any:  # noqa: ARG002
        return np.full((len(weights), self.rank), self.size)

    def exchanges(self, source: Any, target: Any, /) -> Any:  # noqa: ARG002
        return target - self.size


def test_answers_of_a_subclass_of_ours_are_checked() -> None:
    offer = offered(Outside(4, 2), Batched)
    assert offer is not None
    with pytest.raises(
        InvalidAnswerError,
        match=r"^elements that max_weight_bases returns must lie in 0\.\.3, got 4$",
    ):
        offer.max_weight_bases(np.zeros((1, 4)))
    with pytest.raises(
        InvalidAnswerError, match=r"^elements that exchanges returns must lie in 0\.\.3, got -4$"
    ):
        offer.exchanges(np.array([[0, 1]]), np.array([[0, 1]]))


@dataclass(frozen=True)
class WithFieldsForBoth(MatroidBase):
    """A family as one writes a dataclass: the fields ``size`` and ``rank``, and a further one."""

    size: int
    rank: int
    name: str

    def is_independent(self, elements: Elements, /) -> bool:
        return len(elements) <= self.rank


def test_a_family_may_have_plain_fields_for_size_and_rank() -> None:
    matroid = WithFieldsForBoth(4, 2, "pairs")
    assert matroid.rank == 2
    assert repr(matroid) == "WithFieldsForBoth(size=4, rank=2, name='pairs')"
    assert matroid.greedy(np.array([3, 1, 0])).tolist() == [3, 1]
    with pytest.raises(
        TypeError, match="missing 2 required positional arguments: 'rank' and 'name'"
    ):
        WithFieldsForBoth(4)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "matroid", [GraphicMatroid([(0, 1), (1, 2)]), TransversalMatroid(2, [[0, 1]])]
)
def test_a_set_that_is_not_an_array_is_answered_with_the_functions_that_take_it(
    matroid: Any,
) -> None:
    with pytest.raises(
        TypeError, match=r"^elements must be a numpy array, got \{0, 1\}; the functions"
    ):
        matroid.is_independent({0, 1})
    with pytest.raises(
        TypeError, match=r"^elements must be a numpy array, got \[1, 0\]; the functions"
    ):
        matroid.greedy([1, 0])
    assert is_independent(matroid, {0})
    assert is_independent(matroid, {0, 1}) == isinstance(matroid, GraphicMatroid)
