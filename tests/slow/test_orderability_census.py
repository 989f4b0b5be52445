"""All 940 matroids of rank 4 on 8 elements."""

import pytest
from support.enumeration import matroids_of
from support.orderability import is_orderable

from matroidlab.orderability import Verdict, orderability_report


@pytest.mark.slow
def test_33_of_the_940_matroids_of_rank_4_on_8_elements_are_base_orderable_but_not_strongly() -> None:
    matroids = [one.matroid for one in matroids_of(8, 4)]
    assert len(matroids) == 940
    reports = [orderability_report(matroid) for matroid in matroids]
    assert sum(report.verdict is Verdict.BASE for report in reports) == 33
    for matroid, report in zip(matroids, reports, strict=True):
        assert report.violation is None or report.violation.verify(matroid)
    for matroid, report in list(zip(matroids, reports, strict=True))[::20]:
        expected = (report.verdict is Verdict.STRONG, report.verdict is not Verdict.NOT_BASE)
        assert (is_orderable(matroid, most=4), is_orderable(matroid, most=1)) == expected
