"""Each construction by its definition, on sets: what is independent there, from what is independent
in the parents."""

from functools import reduce
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from matroidlab import Contraction, DirectSum, Dual, Matroid, MatroidUnion, Restriction, Truncation
from support.constructions import parents, renamed
from support.matroids import parts
from support.reference import Reference, Set, elements, subsets


@given(parent=parents())
def test_bases_of_the_dual_are_the_complements_of_bases(parent: Matroid) -> None:
    reference = Reference(parent)
    assert Reference(Dual(parent)).bases == {reference.ground - basis for basis in reference.bases}


@given(data=st.data())
def test_a_restriction_has_the_independent_sets_among_what_is_kept(data: st.DataObject) -> None:
    parent = data.draw(parents())
    kept = data.draw(parts(parent))
    expected = {part for part in Reference(parent).independent if part <= set(kept)}
    assert renamed(Reference(Restriction(parent, kept)).independent, kept) == expected


@given(data=st.data())
def test_a_set_is_independent_in_a_contraction_if_it_is_beside_every_basis_of_what_is_removed(
    data: st.DataObject,
) -> None:
    parent = data.draw(parents())
    removed = data.draw(parts(parent))
    reference = Reference(parent)
    left = sorted(reference.ground - set(removed))
    rank = reference.rank_of(removed)
    inner = [part for part in reference.independent if part <= set(removed) and len(part) == rank]
    expected = {
        part
        for part in subsets(left)
        if all(part | basis in reference.independent for basis in inner)
    }
    assert renamed(Reference(Contraction(parent, removed)).independent, left) == expected


@given(data=st.data())
def test_a_truncation_has_the_independent_sets_that_are_small_enough(data: st.DataObject) -> None:
    parent = data.draw(parents())
    rank = data.draw(st.integers(0, parent.rank))
    expected = {part for part in Reference(parent).independent if len(part) <= rank}
    assert Reference(Truncation(parent, rank)).independent == expected


@given(summands=st.lists(parents(3), max_size=3))
def test_a_set_is_independent_in_a_direct_sum_if_its_parts_are(summands: list[Matroid]) -> None:
    starts = [sum(part.size for part in summands[:i]) for i in range(len(summands))]
    moved = [
        renamed(Reference(part).independent, [element + start for element in range(part.size)])
        for part, start in zip(summands, starts, strict=True)
    ]
    expected = {frozenset[int]().union(*chosen) for chosen in product(*moved)}
    assert Reference(DirectSum(summands)).independent == expected


def united(first: set[Set], second: set[Set]) -> set[Set]:
    return {one | two for one in first for two in second}


@given(data=st.data())
def test_independent_sets_of_a_union_are_the_unions_of_independent_sets(
    data: st.DataObject,
) -> None:
    matroids = data.draw(same_size(data.draw(st.integers(0, 5))))
    expected = reduce(united, (Reference(part).independent for part in matroids))
    assert Reference(MatroidUnion(matroids)).independent == expected


def same_size(size: int) -> st.SearchStrategy[list[Matroid]]:
    large = parents().filter(lambda matroid: matroid.size >= size)
    return st.lists(
        large.map(lambda matroid: Restriction(matroid, range(size))), min_size=1, max_size=3
    )


@given(data=st.data())
def test_rank_of_a_union_is_given_by_the_formula_of_edmonds_and_fulkerson(
    data: st.DataObject,
) -> None:
    matroids = data.draw(same_size(data.draw(st.integers(0, 5))))
    references = [Reference(part) for part in matroids]
    union = MatroidUnion(matroids)
    for part in subsets(range(union.size)):
        least = min(
            len(part - inner) + sum(one.rank_of(inner) for one in references)
            for inner in subsets(part)
        )
        assert len(union.greedy(elements(sorted(part)))) == least
