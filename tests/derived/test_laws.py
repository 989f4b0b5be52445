"""How the constructions work together; the judge is the set of independent sets."""

from hypothesis import given
from hypothesis import strategies as st

from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    Matroid,
    MatroidUnion,
    Restriction,
    Truncation,
    UniformMatroid,
)
from support.constructions import parents, same
from support.matroids import parts


def deletion(matroid: Matroid, removed: list[int]) -> Restriction:
    return Restriction(
        matroid, [element for element in range(matroid.size) if element not in removed]
    )


def two_disjoint(matroid: Matroid, data: st.DataObject) -> tuple[list[int], list[int]]:
    chosen = data.draw(parts(matroid))
    count = data.draw(st.integers(0, len(chosen)))
    return chosen[:count], chosen[count:]


def without(elements: list[int], removed: list[int]) -> list[int]:
    """The numbers of elements once others are removed and all are renumbered."""
    return [element - sum(gone < element for gone in removed) for element in elements]


@given(matroid=parents())
def test_dual_of_dual_is_itself(matroid: Matroid) -> None:
    assert same(Dual(Dual(matroid)), matroid)


@given(matroid=parents())
def test_ranks_of_a_matroid_and_its_dual_make_its_size(matroid: Matroid) -> None:
    assert matroid.rank + Dual(matroid).rank == matroid.size


@given(data=st.data())
def test_contraction_and_deletion_commute(data: st.DataObject) -> None:
    matroid = data.draw(parents())
    contracted, deleted = two_disjoint(matroid, data)
    first = deletion(Contraction(matroid, contracted), without(deleted, contracted))
    second = Contraction(deletion(matroid, deleted), without(contracted, deleted))
    assert same(first, second)


@given(data=st.data())
def test_the_dual_exchanges_contraction_and_deletion(data: st.DataObject) -> None:
    matroid = data.draw(parents())
    removed = data.draw(parts(matroid))
    assert same(Dual(Contraction(matroid, removed)), deletion(Dual(matroid), removed))
    assert same(Dual(deletion(matroid, removed)), Contraction(Dual(matroid), removed))


@given(data=st.data())
def test_contractions_one_after_the_other_are_one(data: st.DataObject) -> None:
    matroid = data.draw(parents())
    first, second = two_disjoint(matroid, data)
    assert same(
        Contraction(Contraction(matroid, first), without(second, first)),
        Contraction(matroid, first + second),
    )


@given(data=st.data())
def test_restrictions_one_after_the_other_are_one(data: st.DataObject) -> None:
    matroid = data.draw(parents())
    first = data.draw(parts(matroid))
    inner = Restriction(matroid, first)
    second = data.draw(parts(inner))
    assert same(
        Restriction(inner, second), Restriction(matroid, [first[element] for element in second])
    )


@given(data=st.data())
def test_dual_of_a_direct_sum_is_the_direct_sum_of_duals(data: st.DataObject) -> None:
    summands = data.draw(st.lists(parents(3), max_size=3))
    assert same(Dual(DirectSum(summands)), DirectSum([Dual(part) for part in summands]))


@given(data=st.data())
def test_truncation_of_a_direct_sum_does_not_care_how_far_its_parts_are_truncated(
    data: st.DataObject,
) -> None:
    first = data.draw(parents(4))
    second = data.draw(parents(4))
    rank = data.draw(st.integers(0, first.rank + second.rank))
    cut = [Truncation(part, min(rank, part.rank)) for part in (first, second)]
    whole = Truncation(DirectSum([first, second]), rank)
    assert same(whole, Truncation(DirectSum(cut), rank))
    assert same(Restriction(whole, range(first.size)), cut[0])


@given(data=st.data())
def test_truncations_one_after_the_other_are_the_last(data: st.DataObject) -> None:
    matroid = data.draw(parents())
    first = data.draw(st.integers(0, matroid.rank))
    second = data.draw(st.integers(0, first))
    assert same(Truncation(Truncation(matroid, first), second), Truncation(matroid, second))


@given(matroid=parents(5))
def test_union_with_a_matroid_of_loops_is_itself(matroid: Matroid) -> None:
    assert same(MatroidUnion([matroid, UniformMatroid(matroid.size, 0)]), matroid)


@given(data=st.data())
def test_union_does_not_care_about_order_or_brackets(data: st.DataObject) -> None:
    first = data.draw(parents(5))
    large = parents().filter(lambda matroid: matroid.size >= first.size)
    second, third = (Restriction(data.draw(large), range(first.size)) for _ in range(2))
    flat = MatroidUnion([first, second, third])
    assert same(flat, MatroidUnion([third, first, second]))
    assert same(flat, MatroidUnion([MatroidUnion([first, second]), third]))
    assert same(
        flat,
        MatroidUnion(
            [first, Truncation(MatroidUnion([second, third]), MatroidUnion([second, third]).rank)]
        ),
    )
