"""Polynomials as values: evaluation, iteration, coefficients and arithmetic."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from matroidlab import DirectSum, UniformMatroid
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.structure import Polynomial, characteristic_polynomial, tutte_polynomial


def test_a_polynomial_evaluates_compares_and_shows_itself() -> None:
    line = Polynomial(("x",), {(1,): -2, (0,): 1, (3,): 0})
    assert str(line) == "-2x + 1"
    assert line._repr_latex_() == "$-2x + 1$"
    assert (line(Fraction(1, 4)), line[1], line[7]) == (Fraction(1, 2), -2, 0)
    assert line(np.array([1, 2])).tolist() == [-1, -3]
    assert line == Polynomial(("x",), {(0,): 1, (1,): -2})
    assert hash(line) == hash(Polynomial(("x",), {(0,): 1, (1,): -2}))
    assert line != Polynomial(("t",), {(0,): 1, (1,): -2})
    assert Polynomial(("x", "y"), {(10, 1): 1}).latex == "x^{10}y"
    with pytest.raises(TypeError, match="x must each have a value, got 2 values"):
        line(1, 2)


def test_iterating_gives_the_coefficients_from_the_constant_term_up() -> None:
    chromatic = characteristic_polynomial(catalogue["k4"].matroid)
    assert list(chromatic) == [-6, 11, -6, 1]
    assert sum(chromatic) == chromatic(1) == 0
    assert 11 in chromatic
    assert 7 not in chromatic
    assert list(Polynomial(("t",), {(2,): 3})) == [0, 0, 3]
    assert list(Polynomial(("t",), {})) == []


def test_a_polynomial_in_two_variables_has_no_list_of_coefficients() -> None:
    with pytest.raises(TypeError, match="a polynomial in x, y has no list of coefficients"):
        list(tutte_polynomial(UniformMatroid(4, 2)))


def test_the_coefficients_of_a_polynomial_are_what_numpy_takes() -> None:
    chromatic = characteristic_polynomial(catalogue["k4"].matroid)
    assert sorted(np.roots(list(chromatic)[::-1]).real.round(6)) == [1, 2, 3]


@pytest.mark.parametrize("exponents", [0, (1,), (1, 2, 3), -1])
def test_a_coefficient_needs_an_exponent_for_each_variable(
    exponents: int | tuple[int, ...],
) -> None:
    with pytest.raises(TypeError, match="exponents must be given for x, y"):
        tutte_polynomial(UniformMatroid(4, 2))[exponents]


def test_a_coefficient_has_exponents_from_0_on() -> None:
    with pytest.raises(ValueError, match="exponents must be at least 0, got -1"):
        characteristic_polynomial(UniformMatroid(4, 2))[-1]


@pytest.mark.parametrize("exponents", [(1,), (1, 2, 3), (-1, 0), (0.5, 1), 3])
def test_a_polynomial_is_made_of_exponents_for_each_variable(exponents: object) -> None:
    with pytest.raises(ValueError, match="exponents must be 2 integers from 0 on"):
        Polynomial(("x", "y"), {exponents: 1})


@pytest.mark.parametrize(("name", "degree"), [("k4", 3), ("fano", 3), ("vamos", 4)])
def test_the_degree_of_the_characteristic_polynomial_is_the_rank(name: str, degree: int) -> None:
    assert characteristic_polynomial(catalogue[name].matroid).degree == degree


def test_the_degree_of_zero_is_minus_one() -> None:
    assert characteristic_polynomial(UniformMatroid(3, 0)).degree == -1


def test_arithmetic_is_that_of_the_values() -> None:
    first = tutte_polynomial(UniformMatroid(4, 2))
    second = tutte_polynomial(catalogue["k4"].matroid)
    for x, y in [(2, 3), (-1, 4), (0, 0)]:
        assert (first + second)(x, y) == first(x, y) + second(x, y)
        assert (first - second)(x, y) == first(x, y) - second(x, y)
        assert (first * second)(x, y) == first(x, y) * second(x, y)
        assert (first**3)(x, y) == first(x, y) ** 3
        assert (2 * first - 1)(x, y) == 2 * first(x, y) - 1
        assert (1 - -first)(x, y) == 1 + first(x, y)
    assert first - first == 0 * first == Polynomial(("x", "y"), {})


def test_the_tutte_polynomial_of_a_sum_is_the_product() -> None:
    parts = [UniformMatroid(4, 2), catalogue["k4"].matroid]
    product = tutte_polynomial(parts[0]) * tutte_polynomial(parts[1])
    assert tutte_polynomial(DirectSum(parts)) == product


def test_polynomials_in_other_variables_do_not_mix() -> None:
    tutte = tutte_polynomial(UniformMatroid(4, 2))
    chromatic = characteristic_polynomial(UniformMatroid(4, 2))
    with pytest.raises(ValueError, match="a polynomial in x, y and one in t"):
        tutte + chromatic
    with pytest.raises(TypeError):
        tutte + "x"  # type: ignore[operator]
    with pytest.raises(TypeError):
        tutte**-1


def test_coefficients_are_asked_for_by_whole_exponents() -> None:
    line = Polynomial(("t",), {(1,): 2, (0,): 5})
    exponent: Any = np.int64(1)
    assert line[exponent] == 2
    for exponent in (1.5, "a", slice(0, 2), None, (0.0,)):
        with pytest.raises(TypeError, match="exponents must be integers, got "):
            line[exponent]


def test_numbers_of_numpy_are_numbers_and_arrays_are_refused_with_the_way_out() -> None:
    line = Polynomial(("t",), {(1,): 2, (0,): 5})
    three: Any = np.int64(3)
    assert line * three == three * line == 3 * line
    assert line + three == three + line == line + 3
    assert three - line == 3 - line
    function: Any
    for function in (np.roots, np.array, np.asarray):
        with pytest.raises(TypeError, match=r"is not an array: numpy's functions take list\(p\)"):
            function(line)
    assert np.roots(list(line)[::-1]).tolist() == [-2.5]
