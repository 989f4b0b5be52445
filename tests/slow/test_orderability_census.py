"""All 940 matroids of rank 4 on 8 elements."""

import numpy as np
import pytest

from matroidlab.orderability import Verdict, k_base_orderable, orderability_report
from support.enumeration import matroids_of
from support.orderability import is_orderable, relabelled


@pytest.mark.slow
def test_33_of_the_940_matroids_of_rank_4_on_8_elements_are_base_orderable_but_not_strongly() -> (
    None
):
    matroids = [one.matroid for one in matroids_of(8, 4)]
    assert len(matroids) == 940
    reports = [orderability_report(matroid) for matroid in matroids]
    assert sum(report.verdict is Verdict.BASE for report in reports) == 33
    for matroid, report in zip(matroids, reports, strict=True):
        assert report.violation is None or report.violation.verify(matroid)
    for matroid, report in list(zip(matroids, reports, strict=True))[::20]:
        expected = (report.verdict is Verdict.STRONG, report.verdict is not Verdict.NOT_BASE)
        assert (is_orderable(matroid, most=4), is_orderable(matroid, most=1)) == expected


@pytest.mark.slow
def test_of_the_33_none_is_2_base_orderable_whatever_its_labels() -> None:
    rng = np.random.default_rng(0)
    matroids = [one.matroid for one in matroids_of(8, 4)]
    between = [
        matroid for matroid in matroids if orderability_report(matroid).verdict is Verdict.BASE
    ]
    assert len(between) == 33
    for matroid in between:
        for _ in range(20):
            other = relabelled(matroid, rng.permutation(8).tolist())
            assert [k_base_orderable(other, k) for k in (1, 2, 3, 4)] == [True, False, False, False]
