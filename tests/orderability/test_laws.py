"""Laws of orderability that hold in all matroids."""

from hypothesis import given
from hypothesis import strategies as st

from matroidlab import ExplicitMatroid
from matroidlab.orderability import (
    base_order_bijection,
    is_base_orderable,
    is_strongly_base_orderable,
    k_base_orderable,
    k_order_violation,
    strong_bijection,
    strong_bijection_failure,
    strong_order_violation,
    tabulate,
)
from support.orderability import contracted, deleted, dual, is_orderable, orderables, relabelled


def answers(matroid: ExplicitMatroid) -> tuple[bool, bool]:
    return is_strongly_base_orderable(matroid), is_base_orderable(matroid)


@given(orderables(), st.data())
def test_relabelling_changes_no_answer(matroid: ExplicitMatroid, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(matroid.size)))
    assert answers(relabelled(matroid, order)) == answers(matroid)


@given(orderables())
def test_dual_has_the_same_answers(matroid: ExplicitMatroid) -> None:
    assert answers(dual(matroid)) == answers(matroid)


@given(orderables())
def test_yes_passes_to_minors(matroid: ExplicitMatroid) -> None:
    for element in range(matroid.size):
        for minor in (deleted(matroid, element), contracted(matroid, element)):
            assert all(
                there or not here
                for here, there in zip(answers(matroid), answers(minor), strict=True)
            )


@given(orderables())
def test_strongly_base_orderable_is_base_orderable(matroid: ExplicitMatroid) -> None:
    strongly, base = answers(matroid)
    assert base or not strongly


@given(orderables())
def test_k_base_orderability_runs_from_base_to_strong(matroid: ExplicitMatroid) -> None:
    by_k = [k_base_orderable(matroid, k) for k in range(1, matroid.rank + 1)]
    assert by_k == sorted(by_k, reverse=True)
    assert (by_k[matroid.rank // 2 - 1], by_k[0]) == answers(matroid)  # half the rank is enough


@given(orderables(), st.integers(1, 4))
def test_k_base_orderability_is_as_defined(matroid: ExplicitMatroid, k: int) -> None:
    violation = k_order_violation(matroid, k)
    assert violation is None or violation.verify(matroid)
    if matroid.size <= 7:
        assert (violation is None) == is_orderable(matroid, k)


@given(orderables(), st.data())
def test_each_pair_has_a_strong_bijection_that_serves_all_subsets_or_none_in_either_direction(
    matroid: ExplicitMatroid, data: st.DataObject
) -> None:
    bases = st.sampled_from(matroid.bases).flatmap(st.permutations)
    source = data.draw(bases)
    target = data.draw(bases)
    found = strong_bijection(matroid, source, target)
    back = strong_bijection(matroid, target, source)
    tabled = tabulate(matroid).strong_bijection(source, target)
    assert (found is None) == (back is None) == (tabled is None)
    for bijection in (found, tabled):
        if bijection is not None:
            assert sorted(bijection.tolist()) == sorted(target)
            assert strong_bijection_failure(matroid, source, bijection) is None


@given(orderables(), st.data())
def test_base_order_bijection_serves_each_single_exchange_both_ways(
    matroid: ExplicitMatroid, data: st.DataObject
) -> None:
    bases = st.sampled_from(matroid.bases).flatmap(st.permutations)
    source = data.draw(bases)
    target = data.draw(bases)
    bijection = base_order_bijection(matroid, source, target)
    if bijection is not None:
        assert sorted(bijection.tolist()) == sorted(target)
        assert strong_bijection_failure(matroid, source, bijection, most=1) is None


@given(orderables())
def test_failing_pair_is_one_that_no_search_solves(matroid: ExplicitMatroid) -> None:
    violation = strong_order_violation(matroid)
    if violation is not None:
        assert strong_bijection(matroid, violation.source, violation.target) is None
        assert tabulate(matroid).strong_bijection(violation.target, violation.source) is None
