"""Too large a search is refused before it starts; a sample says what it shows and what not."""

from collections.abc import Callable
from functools import partial
from math import comb

import networkx as nx
import numpy as np
import pytest

from matroidlab import (
    ExplicitMatroid,
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    UniformMatroid,
)
from matroidlab.errors import MatroidLabError, TooLargeError
from matroidlab.orderability import (
    Method,
    Verdict,
    base_order_bijection,
    base_order_violation,
    is_strongly_base_orderable,
    k_base_orderable,
    orderability_report,
    strong_bijection,
    strong_order_violation,
    tabulate,
)
from matroidlab.orderability.pairs import expected_seconds, unmatched_pair
from matroidlab.types import Elements
from support.named import NAMED

BY_NAME = {entry.name: entry.matroid for entry in NAMED}


class Untouchable:
    """A matroid that must be refused by its size alone."""

    def __init__(self, size: int, rank: int) -> None:
        self.size = size
        self.rank = rank

    def is_independent(self, elements: Elements, /) -> bool:  # noqa: ARG002
        raise AssertionError("the search has started")

    greedy = swaps = is_independent


@pytest.mark.parametrize(
    ("size", "rank", "message"),
    [
        (
            40,
            20,
            "137846528820 sets of 20 of 40 elements, and memory is reserved for at most 16777216",
        ),
        (64, 3, "at most 63 elements fit in a bit mask, got 64"),
        (30, 10, "30045015 sets of 10 of 30 elements, and memory is reserved for at most"),
    ],
)
def test_matroid_out_of_reach_is_refused_with_its_size_and_a_way_out(
    size: int, rank: int, message: str
) -> None:
    for question in (strong_order_violation, base_order_violation, is_strongly_base_orderable):
        with pytest.raises(TooLargeError, match=message) as caught:
            question(Untouchable(size, rank))  # type: ignore[arg-type]
        assert "sample=" in str(caught.value)
    with pytest.raises(TooLargeError, match=message):
        orderability_report(OracleMatroid(size, lambda elements: len(elements) <= rank))
    assert issubclass(TooLargeError, MatroidLabError)
    assert issubclass(TooLargeError, ValueError)


def test_patience_is_held_against_the_estimate() -> None:
    with pytest.raises(
        TooLargeError, match="would take about 2 seconds, and `patience` is less than a second"
    ):
        tabulate(Untouchable(20, 10), patience=0.5)  # type: ignore[arg-type]
    table_is_quick = OracleMatroid(18, UniformMatroid(18, 9).is_independent)
    with pytest.raises(
        TooLargeError, match=r"all 1181927890 pairs of 48620 bases, of rank 9 on 18 elements, would"
    ):
        strong_order_violation(table_is_quick, patience=1)


def test_all_pairs_are_tried_exactly_where_the_estimate_is_within_patience() -> None:
    table = tabulate(UniformMatroid(size=10, rank=5))
    seconds = expected_seconds(table)
    assert unmatched_pair(table, 5, patience=1.01 * seconds) is None
    with pytest.raises(
        TooLargeError, match="all 31626 pairs of 252 bases, of rank 5 on 10 elements"
    ):
        unmatched_pair(table, 5, patience=0.99 * seconds)


def test_pair_that_differs_in_too_many_elements_is_refused_with_an_estimate() -> None:
    matroid = OracleMatroid(80, lambda elements: len(elements) <= 40)
    with pytest.raises(
        TooLargeError, match=r"differ in 40 elements takes at least 2\*\*40 .* about 127 days"
    ):
        strong_bijection(matroid, range(40), range(40, 80))
    assert strong_bijection(matroid, range(40), range(4, 44)) is not None


def test_graph_that_has_a_k4_minor_refuses_a_pair_that_is_too_far_apart() -> None:
    trees = (
        [(1, 2), (1, 4), (0, 3), (2, 3)],
        [(1, 3), (0, 4), (0, 1), (2, 4)],
    )  # whose single exchanges match up
    copies = [
        [(u + 5 * copy, v + 5 * copy) for copy in range(6) for u, v in tree] for tree in trees
    ]
    graph = GraphicMatroid(copies[0] + copies[1])
    assert base_order_bijection(graph, range(24), range(24, 48)) is not None
    with pytest.raises(
        TooLargeError, match=r"differ in 24 elements takes at least 2\*\*24 independence calls"
    ):
        strong_bijection(graph, range(24), range(24, 48))


def test_rank_and_corank_of_at_most_2_need_no_search() -> None:
    for rank in (0, 1, 2, 98, 99, 100):
        assert strong_order_violation(Untouchable(100, rank)) is None  # type: ignore[arg-type]
    assert (
        str(orderability_report(UniformMatroid(9, 2)))
        == "strongly base-orderable (rank or corank is at most 2)"
    )


def test_sample_finds_a_violation_in_a_matroid_out_of_reach() -> None:
    graph = GraphicMatroid.from_networkx(nx.complete_graph(9))
    matroid = OracleMatroid(graph.size, graph.is_independent)
    violation = strong_order_violation(matroid, sample=200)
    assert violation is not None
    assert violation.verify(graph)
    report = orderability_report(matroid, sample=200)
    assert (report.verdict, report.method) == (Verdict.NOT_BASE, Method.SAMPLE)
    assert report.violation is not None
    assert report.violation.verify(graph)


def test_sample_without_a_violation_says_that_it_proves_nothing() -> None:
    matroid = OracleMatroid(40, UniformMatroid(40, 20).is_independent)
    report = orderability_report(matroid, sample=20)
    assert (report.verdict, report.pairs) == (Verdict.OPEN, 20)
    assert str(report).startswith(
        "not decided: no violation among 20 pairs of bases drawn at random, which proves no"
    )


def test_sample_that_shows_a_matroid_not_strong_leaves_open_whether_it_is_base_orderable() -> None:
    p8 = BY_NAME["P8"]
    report = orderability_report(p8, sample=500)
    assert report.verdict is Verdict.NOT_STRONG
    assert str(report).startswith("not strongly base-orderable (whether base-orderable is open): ")


@pytest.mark.parametrize("sample", [0, -1, 2.5])
def test_sample_must_be_a_positive_integer(sample: int) -> None:
    with pytest.raises(ValueError, match="sample must be"):
        strong_order_violation(BY_NAME["Vamos"], sample=sample)


@pytest.mark.parametrize("k", [0, -3, 1.0])
def test_k_must_be_a_positive_integer(k: int) -> None:
    with pytest.raises(ValueError, match="k must be"):
        k_base_orderable(BY_NAME["Vamos"], k)


def test_progress_runs_up_to_all_pairs() -> None:
    calls: list[tuple[int, int]] = []
    vamos = BY_NAME["Vamos"]
    assert strong_order_violation(vamos, progress=lambda *call: calls.append(call)) is None
    assert calls[-1] == (comb(65, 2), comb(65, 2))
    assert calls == sorted(calls)


def test_progress_is_reported_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matroidlab.orderability.pairs.SECONDS_A_BLOCK", 0.0)
    monkeypatch.setattr("matroidlab.orderability.pairs.PAIRS_AT_FIRST", 500)
    for name in ("Vamos", "P8"):
        calls: list[tuple[int, int]] = []
        found = strong_order_violation(
            BY_NAME[name], progress=lambda *call, calls=calls: calls.append(call)
        )
        assert (found is None) == (name == "Vamos")
        assert [done for done, _ in calls] == sorted({done for done, _ in calls})
    calls = []
    strong_order_violation(BY_NAME["Vamos"], progress=lambda *call: calls.append(call))
    assert len(calls) > 3
    assert calls[-1][0] == calls[-1][1]


def test_sampling_reports_progress_too() -> None:
    calls: list[tuple[int, int]] = []
    strong_order_violation(BY_NAME["Vamos"], sample=5, progress=lambda *call: calls.append(call))
    assert calls == [(done, 5) for done in range(1, 6)]


def test_known_pair_that_violates_only_strongly_decides_only_that() -> None:
    class Knowing(ExplicitMatroid):
        def orderability(self) -> object:
            return self

        violation = np.arange(4), np.arange(4, 8)

        def strong_bijection(self, source: object, target: object) -> None:
            """It cannot say."""

    p8 = Knowing(8, BY_NAME["P8"].bases)
    questions: list[Callable[[Matroid], object]] = [
        partial(k_base_orderable, k=1),
        base_order_violation,
    ]
    assert [question(p8) for question in questions] == [True, None]
    assert strong_order_violation(p8) is not None
    report = orderability_report(p8)
    assert (report.verdict, report.method) == (Verdict.BASE, Method.EXHAUSTION)
