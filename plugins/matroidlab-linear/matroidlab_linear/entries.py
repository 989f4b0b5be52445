"""The parameters of a linear matroid, checked and brought to their plain form."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from matroidlab.errors import InvalidMatroidError
from matroidlab.types import as_integer
from matroidlab_linear.primes import LIMIT, is_prime

Entry: TypeAlias = int | str | Fraction
"""An integer, or a fraction: as text, ``"1/2"``, or as Python's ``Fraction(1, 2)``."""

PlainRows: TypeAlias = tuple[tuple[int | str, ...], ...]
"""Rows of integers, and of fractions in lowest terms as text."""

_FRACTION = re.compile(r"[+-]?\d+(/\d+)?", re.ASCII)


def as_modulus(modulus: int | None) -> int | None:
    """Return the modulus, a prime or None, or raise an error."""
    if modulus is None:
        return None
    number = as_integer(modulus, name="modulus", error=InvalidMatroidError)
    if number >= LIMIT:
        raise InvalidMatroidError(
            f"modulus must be below {LIMIT}, where primes are known for certain, got {number}"
        )
    if not is_prime(number):
        raise InvalidMatroidError(
            f"modulus must be a prime, or None for the rationals, got {number}; "
            "fields such as GF(4) are not offered"
        )
    return number


def as_matrix(matrix: Sequence[Sequence[Entry]], modulus: int | None) -> PlainRows:
    """Return rows of one length in plain form, or raise an error.

    >>> as_matrix([[1, "2/4"], [-1, Fraction(4, 2)]], None)
    ((1, '1/2'), (-1, 2))
    >>> as_matrix([[1, "2/4"], [-1, Fraction(4, 2)]], 3)
    ((1, 2), (2, 2))
    """
    given = [
        _listed(row, f"matrix[{i}]", "a row of numbers") for i, row in enumerate(_rows(matrix))
    ]
    for i, row in enumerate(given):
        if len(row) != len(given[0]):
            raise InvalidMatroidError(
                f"matrix must have rows of one length, but matrix[0] has {len(given[0])} "
                f"and matrix[{i}] has {len(row)}"
            )
    return tuple(
        tuple(_plain(entry, modulus, f"matrix[{i}][{j}]") for j, entry in enumerate(row))
        for i, row in enumerate(given)
    )


def integer_rows(matrix: Sequence[Sequence[Entry]]) -> list[list[int]]:
    """Return each row times the least number that makes all of it integers.

    The same columns are independent.

    >>> integer_rows([[1, "1/2"], ["2/3", "-1/2"]])
    [[2, 1], [4, -3]]
    """
    rows = [
        [Fraction(entry) if isinstance(entry, str) else entry for entry in row] for row in matrix
    ]
    scales = [lcm(*(entry.denominator for entry in row)) for row in rows]
    return [[int(entry * scale) for entry in row] for row, scale in zip(rows, scales, strict=True)]


def _rows(matrix: Any) -> list[Any]:
    return _listed(matrix, "matrix", "rows of numbers")


def _listed(values: Any, name: str, what: str) -> list[Any]:
    try:
        if not isinstance(values, str | bytes):
            return list(values)
    except TypeError:
        pass
    raise InvalidMatroidError(f"{name} must be {what}, got {values!r}")


def _plain(entry: Any, modulus: int | None, name: str) -> int | str:
    number = _number(entry, name)
    if modulus is None:
        return number.numerator if number.denominator == 1 else str(number)
    if number.denominator % modulus == 0:
        raise InvalidMatroidError(
            f"{name} is {number}, which GF({modulus}) does not have: "
            f"its denominator is 0 modulo {modulus}"
        )
    return number.numerator * pow(number.denominator, -1, modulus) % modulus


def _number(entry: Any, name: str) -> int | Fraction:
    """The entry as an exact number; floats are refused, for they are seldom what was meant."""
    if isinstance(entry, Fraction):
        return entry
    if not isinstance(entry, str):
        return _integer(entry, name)
    if not _FRACTION.fullmatch(entry):
        raise _inexact(entry, name)
    try:
        return Fraction(entry)
    except ZeroDivisionError:
        raise InvalidMatroidError(
            f"{name} must have a denominator other than 0, got {entry!r}"
        ) from None
    except ValueError as error:  # Python reads no text of thousands of digits
        raise InvalidMatroidError(f"{name} cannot be read: {error}") from None


def _integer(entry: Any, name: str) -> int:
    try:
        return as_integer(entry, name=name)
    except ValueError:
        raise _inexact(entry, name) from None


def _inexact(entry: Any, name: str) -> InvalidMatroidError:
    return InvalidMatroidError(
        f'{name} must be an integer or a fraction such as "1/2", got {entry!r}'
    )
