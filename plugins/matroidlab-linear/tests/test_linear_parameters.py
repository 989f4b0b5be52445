"""The parameters of linear matroids: their plain form, values by value, and what is refused with a
way out."""

import pickle
import tomllib
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.errors import InvalidElementsError, InvalidMatroidError
from matroidlab.registry import families
from matroidlab_linear import LinearMatroid, linear_matroids
from matroidlab_linear.primes import LIMIT, is_prime

LINEAR = families()["linear"]


@given(linear_matroids())
def test_the_repr_is_the_call_that_makes_it(matroid: LinearMatroid) -> None:
    assert eval(repr(matroid)) == matroid == pickle.loads(pickle.dumps(matroid))
    assert hash(eval(repr(matroid))) == hash(matroid)


@given(linear_matroids())
def test_files_can_hold_what_builds_an_equal_matroid(matroid: LinearMatroid) -> None:
    parameters = LINEAR.parameters(matroid)
    # Lists of integers and of plain text are written alike in TOML and in Python, but for the
    # quotes.
    written = "\n".join(f"{name} = {value}" for name, value in parameters.items())
    assert LinearMatroid(**tomllib.loads(written)) == matroid


def test_equal_entries_are_equal_however_they_are_written() -> None:
    assert LinearMatroid([[1, "2/4", "-3"]]) == LinearMatroid(
        ((Fraction(2, 2), Fraction(1, 2), -3),)
    )
    array: Any = np.array([[1, 5], [-1, 2]])
    assert LinearMatroid(array, modulus=int(array[0, 1])) == LinearMatroid(
        [["1", "5/2"], [4, "+2"]], modulus=array[0, 1]
    )
    assert (
        LinearMatroid([[1, 2]])
        != LinearMatroid([[1, 2]], modulus=3)
        != LinearMatroid([[1, 2]], modulus=5)
    )


@given(st.integers(-3, 3), st.integers(1, 6), st.sampled_from([2, 3, 5, 7]))
def test_a_fraction_modulo_a_prime_is_what_times_its_denominator_gives_its_numerator(
    top: int, bottom: int, p: int
) -> None:
    fraction = Fraction(top, bottom)
    if fraction.denominator % p == 0:
        with pytest.raises(
            InvalidMatroidError,
            match=rf"matrix\[0\]\[0\] is {fraction}, which GF\({p}\) does not have",
        ):
            LinearMatroid([[fraction]], p)
        return
    ((entry,),) = LinearMatroid([[fraction]], p).matrix
    assert isinstance(entry, int)
    assert 0 <= entry < p
    assert (entry * fraction.denominator - fraction.numerator) % p == 0


@pytest.mark.parametrize(
    ("matrix", "modulus", "fault"),
    [
        (7, None, "matrix must be rows of numbers, got 7"),
        ("12", None, "matrix must be rows of numbers, got '12'"),
        ([1, 2], None, r"matrix\[0\] must be a row of numbers, got 1"),
        ([[1], "1"], None, r"matrix\[1\] must be a row of numbers, got '1'"),
        (
            [[1, 2], [3]],
            2,
            r"matrix must have rows of one length, but matrix\[0\] has 2 and matrix\[1\] has 1",
        ),
        (
            [[], [3]],
            2,
            r"matrix must have rows of one length, but matrix\[0\] has 0 and matrix\[1\] has 1",
        ),
        (
            [[1, 0.5]],
            None,
            r'matrix\[0\]\[1\] must be an integer or a fraction such as "1/2", got 0.5',
        ),
        (
            [[1, 1.0]],
            2,
            r'matrix\[0\]\[1\] must be an integer or a fraction such as "1/2", got 1.0',
        ),
        (
            [[1], [True]],
            2,
            r'matrix\[1\]\[0\] must be an integer or a fraction such as "1/2", got True',
        ),
        (
            [[None]],
            None,
            r'matrix\[0\]\[0\] must be an integer or a fraction such as "1/2", got None',
        ),
        (
            [["0.5"]],
            None,
            r'matrix\[0\]\[0\] must be an integer or a fraction such as "1/2", got \'0.5\'',
        ),
        (
            [["1e9"]],
            None,
            r'matrix\[0\]\[0\] must be an integer or a fraction such as "1/2", got \'1e9\'',
        ),
        (
            [["1/-2"]],
            None,
            r'matrix\[0\]\[0\] must be an integer or a fraction such as "1/2", got \'1/-2\'',
        ),
        (
            [[""]],
            None,
            r'matrix\[0\]\[0\] must be an integer or a fraction such as "1/2", got \'\'',
        ),
        ([["1/0"]], None, r"matrix\[0\]\[0\] must have a denominator other than 0, got '1/0'"),
        ([["9" * 5000]], None, r"matrix\[0\]\[0\] cannot be read: Exceeds the limit"),
        (
            [[1, "5/6"]],
            3,
            r"matrix\[0\]\[1\] is 5/6, which GF\(3\) does not have: its denominator is 0 modulo 3",
        ),
        (
            [[1]],
            4,
            (
                "modulus must be a prime, or None for the rationals, got 4; "
                "fields such as GF.4. are not offered"
            ),
        ),
        ([[1]], 1, "modulus must be a prime, or None for the rationals, got 1"),
        ([[1]], 0, "modulus must be a prime, or None for the rationals, got 0"),
        ([[1]], -3, "modulus must be a prime, or None for the rationals, got -3"),
        ([[1]], "2", "modulus must be an integer, got '2'"),
        ([[1]], 2.0, "modulus must be an integer, got 2.0"),
        ([[1]], True, "modulus must be an integer, got True"),
        (
            [[1]],
            2**127 - 1,
            f"modulus must be below {LIMIT}, where primes are known for certain, got 17014118",
        ),
    ],
)
def test_wrong_parameters_are_named_with_the_way_out(matrix: Any, modulus: Any, fault: str) -> None:
    with pytest.raises(InvalidMatroidError, match=fault):
        LinearMatroid(matrix, modulus)


@pytest.mark.parametrize("name", ["delete", "contract"])
def test_minors_refuse_what_is_no_element(name: str) -> None:
    with pytest.raises(InvalidElementsError, match=r"elements must lie in 0\.\.1, got 2"):
        getattr(LinearMatroid([[1, 1]]), name)([2])


def test_small_primes_are_those_of_the_sieve() -> None:
    composite = {
        multiple for factor in range(2, 100) for multiple in range(2 * factor, 10_000, factor)
    }
    assert [n for n in range(10_000) if is_prime(n)] == [
        n for n in range(2, 10_000) if n not in composite
    ]


# Carmichael numbers, strong pseudoprimes to the first 4, 9 and 12 primes, and the square of a large
# prime.
@pytest.mark.parametrize(
    "number",
    [
        561,
        41041,
        3215031751,
        3825123056546413051,
        318665857834031151167461,
        (2**31 - 1) ** 2,
        (2**31 - 1) * (2**31 + 11),
    ],
)
def test_numbers_that_look_like_primes_are_none(number: int) -> None:
    assert not is_prime(number)


@pytest.mark.parametrize("number", [2, 41, 43, 2**31 - 1, 2**31 + 11, 2**61 - 1, 2**64 - 59])
def test_primes_are_primes(number: int) -> None:
    assert is_prime(number)


def test_the_limit_is_where_the_test_is_wrong_for_the_first_time() -> None:
    assert LIMIT == 1287836182261 * 2575672364521
    assert is_prime(LIMIT)
