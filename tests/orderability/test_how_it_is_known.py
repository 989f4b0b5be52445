"""A report names its evidence, and certifies neither non-matroids nor unchecked claims."""

from itertools import combinations
from typing import ClassVar, Self

import networkx as nx
import numpy as np
import pytest

from matroidlab import GraphicMatroid, Matroid, MatroidBase, OracleMatroid, UniformMatroid
from matroidlab.algorithms.oracle import OracleAlone
from matroidlab.errors import ConformanceError, InvalidAnswerError, InvalidMatroidError
from matroidlab.orderability import (
    Method,
    SetsTried,
    Verdict,
    base_order_violation,
    orderability_report,
)
from matroidlab.orderability.axioms import can_be_decided, refuse_unless_matroid
from matroidlab.types import Elements, Masks
from support.named import K4_EDGES


def all_but(size: int, *non_bases: tuple[int, ...]) -> OracleMatroid:
    rank = len(non_bases[0])
    return OracleMatroid(
        size, lambda part: len(part) <= rank and tuple(sorted(part.tolist())) not in non_bases
    )


class Claiming(MatroidBase):
    """The graph K4 with a claim about itself that the test chooses."""

    size = 6
    violation: tuple[Elements, Elements] | None = None
    bijection: ClassVar[Elements | None] = None

    def is_independent(self, elements: Elements, /) -> bool:
        return GraphicMatroid(K4_EDGES).is_independent(elements)

    def orderability(self) -> Self:
        return self

    def strong_bijection(self, _source: Elements, _target: Elements, /) -> Elements | None:
        return self.bijection


class UniformWithout(Claiming):
    """A uniform matroid that rightly claims to be strongly base-orderable, without a bijection."""

    def is_independent(self, elements: Elements, /) -> bool:
        return len(elements) <= 3


@pytest.mark.parametrize(
    "impostor",
    [
        all_but(6, (0, 1, 2), (0, 1, 3)),
        all_but(11, (0, 1, 2, 3, 4), (0, 1, 2, 3, 5)),
        all_but(5, (0, 1), (0, 2)),
        all_but(16, (0, 1, 2), (0, 1, 3)),
        OracleMatroid(5, lambda elements: len(elements) != 1),
        OracleMatroid(5, lambda elements: len(elements) > 0),
    ],
)
@pytest.mark.parametrize("distrust", [False, True])
def test_what_is_no_matroid_is_refused_with_the_sets_that_show_it(
    impostor: Matroid, distrust: bool
) -> None:
    message = r"this is not a matroid: .*(independent|dependent)"
    with pytest.raises(InvalidMatroidError, match=message):
        orderability_report(impostor, distrust=distrust)


def test_a_false_table_is_refused_by_its_axioms_and_a_false_rank_too() -> None:
    class WrongRank(MatroidBase):
        size = 6
        rank = 2

        def is_independent(self, elements: Elements, /) -> bool:
            return len(elements) <= 3

    with pytest.raises(
        InvalidMatroidError, match=r"rank is 2, but \[0, 1, 2\] is a largest independent set"
    ):
        orderability_report(WrongRank())
    assert orderability_report(WrongRank(), distrust=True).verdict is Verdict.STRONG


def test_all_sets_of_16_elements_are_tried_and_of_22_where_they_are_tabulated() -> None:
    assert orderability_report(OracleMatroid(16, lambda part: len(part) <= 2)).axioms == SetsTried(
        1 << 16, are_all=True
    )
    assert refuse_unless_matroid(UniformMatroid(20, 10)) == SetsTried(1 << 20, are_all=True)
    assert not can_be_decided(UniformMatroid(23, 10))
    assert not can_be_decided(OracleAlone(UniformMatroid(20, 10)))


def test_beyond_that_the_report_says_how_many_sets_were_tried() -> None:
    report = orderability_report(UniformMatroid(60, 30))
    assert not report.axioms.are_all
    assert report.axioms.count > 40
    assert str(report) == (
        "strongly base-orderable (its own claim, checked on 100 pairs); "
        f"the axioms of a matroid were tried on {report.axioms.count} drawn sets only"
    )


@pytest.mark.parametrize(
    "impostor",
    [
        OracleMatroid(40, lambda part: len(part) != 2),
        OracleMatroid(40, lambda part: len(part) <= 10 and (part < 20).sum() != 3),
        OracleMatroid(40, lambda part: bool((part < 20).all() or (part >= 20).all())),
        OracleMatroid(40, lambda part: len(part) > 0),
    ],
)
def test_a_large_set_system_far_from_a_matroid_is_refused(impostor: Matroid) -> None:
    with pytest.raises(InvalidMatroidError, match="this is not a matroid: "):
        refuse_unless_matroid(impostor)


def test_a_claim_is_checked_on_drawn_pairs_and_its_number_is_told() -> None:
    report = orderability_report(UniformMatroid(8, 4))
    assert (report.method, report.pairs) == (Method.KNOWN, 100)
    assert report.known_by == "its own claim, checked on 100 pairs"
    assert orderability_report(UniformMatroid(8, 4), sample=7).pairs == 7


def test_distrust_searches_whatever_is_claimed() -> None:
    report = orderability_report(UniformMatroid(8, 4), distrust=True)
    assert (report.method, report.pairs) == (Method.EXHAUSTION, 70 * 69 // 2)
    found = orderability_report(Claiming(), distrust=True)
    assert (found.verdict, found.method) == (Verdict.NOT_BASE, Method.EXHAUSTION)
    assert base_order_violation(Claiming()) is None  # it is asked, and claims
    assert base_order_violation(Claiming(), distrust=True) is not None


def test_distrust_believes_no_fast_way() -> None:
    class FalseTable(Claiming):
        def tabulated(self) -> Self:
            return self

        def are_independent(
            self, masks: Masks, /
        ) -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
            return np.bitwise_count(masks) <= 3

        def orderability(self) -> None:  # type: ignore[override]
            return None

    assert orderability_report(FalseTable()).verdict is Verdict.STRONG
    assert orderability_report(FalseTable(), distrust=True).verdict is Verdict.NOT_BASE


def test_a_false_claim_is_refuted_by_a_pair_that_has_no_bijection() -> None:
    report = orderability_report(Claiming())
    assert (report.verdict, report.method) == (Verdict.NOT_BASE, Method.SAMPLE)
    assert report.violation is not None
    assert report.violation.verify(GraphicMatroid(K4_EDGES))


@pytest.mark.parametrize(
    ("bijection", "fault"),
    [
        (None, "is None"),
        (np.array([0, 1, 1]), r"is \[0, 1, 1\], which does not rearrange the second basis"),
    ],
)
def test_a_claim_without_a_bijection_is_an_error_though_there_is_one(
    bijection: Elements | None, fault: str
) -> None:
    matroid = UniformWithout()
    matroid.bijection = bijection  # type: ignore[misc]
    with pytest.raises(
        ConformanceError, match=rf"claims to be strongly .*, but strong_bijection.* {fault}"
    ):
        orderability_report(matroid)
    assert orderability_report(matroid, distrust=True).verdict is Verdict.STRONG


def test_a_claimed_violation_that_is_none_is_an_error() -> None:
    matroid = UniformWithout()
    matroid.violation = np.array([0, 1, 2]), np.array([3, 4, 5])
    with pytest.raises(
        ConformanceError,
        match=r"the matroid claims that .* have no strong bijection, but .* is one",
    ):
        orderability_report(matroid)
    matroid.violation = np.array([0, 1, 2]), np.array([3, 4])
    with pytest.raises(
        InvalidAnswerError, match=r"violation must return integers of shape \(2, 3\)"
    ):
        orderability_report(matroid)


def test_a_true_claim_of_a_violation_is_checked_on_its_pair() -> None:
    graph = GraphicMatroid.from_networkx(nx.complete_graph(9))
    report = orderability_report(graph)
    assert (report.verdict, report.method, report.pairs) == (Verdict.NOT_BASE, Method.KNOWN, 1)


def test_rank_two_is_certified_by_a_theorem_once_it_is_a_matroid() -> None:
    for size, rank in combinations(range(7, -1, -1), 2):
        report = orderability_report(UniformMatroid(size, rank))
        assert (report.method is Method.THEOREM) == (min(rank, size - rank) <= 2)
