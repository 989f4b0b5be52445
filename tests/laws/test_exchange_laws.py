"""Bijective exchange by a walk that needs no matching, and of a basis with itself; Brualdi's
theorem is in the kit."""

from hypothesis import given
from hypothesis import strategies as st

from matroidlab import Matroid, exchange_bijection, is_basis
from support.matroids import bases, matroids, of_every_kind
from support.reference import Reference


def swapped(basis: list[int], old: int, new: int) -> list[int]:
    return [new if element == old else element for element in basis]


def exchange_by_walking(matroid: Matroid, source: list[int], target: list[int]) -> list[int]:
    """A second way: walk over source - target, keeping a basis that starts as target and ends as
    source."""
    current = list(target)
    partner = {element: element for element in source}
    for old in [element for element in source if element not in target]:
        new = next(
            new
            for new in current
            if new not in source
            and is_basis(matroid, swapped(source, old, new))
            and is_basis(matroid, swapped(current, new, old))
        )
        current = swapped(current, new, old)
        partner[old] = new
    return [partner[element] for element in source]


@of_every_kind
@given(data=st.data())
def test_walking_finds_an_exchange_bijection_too(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    reference = Reference(matroid)
    source = data.draw(bases(reference))
    target = data.draw(bases(reference))
    result = exchange_by_walking(matroid, source, target)
    assert sorted(result) == sorted(target)
    assert reference.is_exchange(source, result)


@of_every_kind
@given(data=st.data())
def test_exchange_of_a_basis_with_itself_is_the_identity(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    basis = data.draw(bases(Reference(matroid)))
    assert exchange_bijection(matroid, basis, sorted(basis)).tolist() == basis
