"""Functions of sets of elements, judged by brute force."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from matroidlab import closure, fundamental_circuit, is_basis, rank_of
from support.matroids import bases, independents, matroids, of_every_kind, parts
from support.reference import Reference


@of_every_kind
@given(data=st.data())
def test_rank_of_a_set_is_that_of_its_largest_independent_subset(
    kind: str, data: st.DataObject
) -> None:
    matroid = data.draw(matroids(kind))
    part = data.draw(parts(matroid))
    assert rank_of(matroid, part) == Reference(matroid).rank_of(part)


@of_every_kind
@given(data=st.data())
def test_closure_is_all_that_does_not_raise_the_rank(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    part = data.draw(parts(matroid))
    closed = closure(matroid, part)
    assert closed.tolist() == sorted(Reference(matroid).closure(frozenset(part)))
    assert closed.dtype == np.intp


@of_every_kind
@given(data=st.data())
def test_fundamental_circuit_is_the_one_circuit(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    reference = Reference(matroid)
    independent = data.draw(independents(reference))
    spanned = sorted(reference.closure(frozenset(independent)) - set(independent))
    assume(spanned)
    element = data.draw(st.sampled_from(spanned))
    circuits = reference.circuits(frozenset([*independent, element]))
    assert circuits == [frozenset(fundamental_circuit(matroid, independent, element).tolist())]
    assert sorted(circuits[0]) == fundamental_circuit(matroid, independent, element).tolist()


@of_every_kind
@given(data=st.data())
def test_bases_are_the_largest_independent_sets(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    reference = Reference(matroid)
    part = data.draw(parts(matroid))
    assert is_basis(matroid, part) is (frozenset(part) in reference.bases)
    assert is_basis(matroid, data.draw(bases(reference))) is True
