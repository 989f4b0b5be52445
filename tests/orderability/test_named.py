"""Known facts about named matroids."""

from itertools import combinations

import networkx as nx
import pytest

from matroidlab import ExplicitMatroid, GraphicMatroid, OracleMatroid
from matroidlab.orderability import (
    Verdict,
    base_order_bijection,
    is_base_orderable,
    is_strongly_base_orderable,
    k_base_orderable,
    orderability_report,
    strong_order_violation,
    tabulate,
)
from matroidlab.subsets.masks import elements_of
from support.named import NAMED
from support.orderability import dual

BY_NAME = {entry.name: entry.matroid for entry in NAMED}
VERDICTS = {
    "M(K4)": Verdict.NOT_BASE,
    "Fano": Verdict.NOT_BASE,
    "AG(3,2)": Verdict.NOT_BASE,
    "Vamos": Verdict.STRONG,
    "P8": Verdict.BASE,
}


@pytest.mark.parametrize("name", VERDICTS)
def test_named_matroid_has_its_verdict_and_so_has_its_dual(name: str) -> None:
    for matroid in (BY_NAME[name], dual(BY_NAME[name])):
        report = orderability_report(matroid)
        assert report.verdict is VERDICTS[name]
        assert report.violation is None or report.violation.verify(matroid)


def _single_symmetric_exchanges_match(matroid: ExplicitMatroid) -> bool:
    """An impostor that is satisfied when single exchanges match up for all pairs of bases."""
    bases = [elements_of(mask) for mask in tabulate(matroid).bases.tolist()]
    return all(base_order_bijection(matroid, *pair) is not None for pair in combinations(bases, 2))


def test_p8_fools_a_test_of_single_exchanges_only() -> None:
    assert _single_symmetric_exchanges_match(BY_NAME["P8"])
    assert not is_strongly_base_orderable(BY_NAME["P8"])


def test_p8_is_1_base_orderable_but_not_2_base_orderable() -> None:
    assert k_base_orderable(BY_NAME["P8"], 1)
    assert not k_base_orderable(BY_NAME["P8"], 2)


def test_violation_of_p8_says_what_becomes_of_a_bijection_that_looks_right() -> None:
    assert str(strong_order_violation(BY_NAME["P8"])) == (
        "{0, 1, 2, 3} and {4, 5, 6, 7} have no strong bijection, because every bijection whose "
        "single exchanges all succeed fails for a larger exchange; 0 for 5, 1 for 4, 2 for 7, "
        "3 for 6, for one, fails for 0 and 3 together"
    )


@pytest.mark.parametrize("rim", [3, 4, 5])
def test_wheels_are_not_base_orderable_whether_they_know_it_or_not(rim: int) -> None:
    wheel = GraphicMatroid.from_networkx(nx.wheel_graph(rim + 1))
    assert not is_base_orderable(wheel)
    assert not is_base_orderable(OracleMatroid(wheel.size, wheel.is_independent))
