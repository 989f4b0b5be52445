"""What a family gets for writing `size` and `is_independent`."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import Matroid, MatroidBase, OracleMatroid, exchange_bijection
from matroidlab.types import Elements
from support.matroids import matroids, parts
from support.reference import Reference, elements


@dataclass(frozen=True)
class AtMostOneOf(MatroidBase):
    """Two members, as a researcher writes them: all sets with at most one element below ``limit``."""

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
    """An override is a speed: whoever has one is not asked pair by pair."""
    asked: list[int] = []

    class Fast(AtMostOneOf):
        def swaps(self, independent, incoming, /):  # type: ignore[no-untyped-def]
            asked.append(len(incoming))
            return super().swaps(independent, incoming)

    assert exchange_bijection(Fast(4, 2), [0, 2, 3], [1, 2, 3]).tolist() == [1, 2, 3]
    assert asked == [1]
