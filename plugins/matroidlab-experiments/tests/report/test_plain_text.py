"""Numbers as words, and Student's t."""

from math import gamma, pi, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab_experiments.report_pages.text import number, with_error
from matroidlab_experiments.result_files.run_statistics import half_width, student


@pytest.mark.parametrize("degrees", [1, 2, 3, 5, 10, 19, 30, 31, 40, 100])
def test_student_leaves_a_fortieth_above(degrees: int) -> None:
    scale = gamma((degrees + 1) / 2) / (sqrt(degrees * pi) * gamma(degrees / 2))
    points = np.linspace(0, student(degrees), 200_001)
    density = scale * (1 + points**2 / degrees) ** (-(degrees + 1) / 2)
    assert 0.5 + np.trapezoid(density, points) == pytest.approx(0.975, abs=2e-5)


def test_of_a_single_run_nothing_can_be_said() -> None:
    assert half_width(0.0, 1) == 0
    assert half_width(2.0, 20) == pytest.approx(2 * 2.093)


@given(st.floats(-1e8, 1e8), st.floats(1e-3, 1e6))
def test_a_number_is_shown_to_within_a_twentieth_of_its_error(value: float, error: float) -> None:
    shown, spread = (float(part.replace(",", "")) for part in with_error(value, error))
    assert abs(shown - value) <= max(0.051 * error, 0.51)
    assert abs(spread - error) <= max(0.051 * error, 0.51)


def test_numbers_that_are_none_are_shown_as_such() -> None:
    assert [number(value) for value in (float("inf"), float("nan"))] == ["inf", "nan"]
    assert with_error(float("nan"), 1.0) == ("nan", "")
