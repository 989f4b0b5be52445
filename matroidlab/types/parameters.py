"""Parameters that are real numbers or rows of integers."""

from collections.abc import Iterable
from math import inf

from matroidlab.types.arrays import as_integers


def as_number(
    value: float,
    *,
    name: str,
    above: float = -inf,
    least: float = -inf,
    most: float = inf,
    error: type[ValueError] = ValueError,
) -> float:
    """Return ``value`` as a float above ``above`` and in ``least .. most``; NaN is refused.

    >>> as_number(2, name="alpha", above=0, most=1)
    Traceback (most recent call last):
    ValueError: alpha must be a number above 0 and at most 1, got 2

    Parameters
    ----------
    value
        The number.
    name
        The name of the argument in error messages.
    above
        The number must be larger than this.
    least
        The least number allowed.
    most
        The largest number allowed.
    error
        The class of the error to raise.
    """
    try:
        if value > above and least <= value <= most:
            return float(value)
    except (TypeError, OverflowError):
        pass  # an integer of 400 digits is larger than any float
    bounds = {
        f"above {above:g}": above > -inf,
        f"at least {least:g}": least > -inf,
        f"at most {most:g}": most < inf,
    }
    bound = " and ".join(text for text, given in bounds.items() if given)
    raise error(f"{name} must be {f'a number {bound}'.rstrip()}, got {value!r:.80}")


def as_int_tuples(
    rows: Iterable[Iterable[int]], *, name: str, error: type[ValueError] = ValueError
) -> tuple[tuple[int, ...], ...]:
    """Return rows of integers as tuples of ints, or raise ``error`` that names the first wrong one.

    >>> as_int_tuples([[0, 1], [2]], name="blocks")
    ((0, 1), (2,))

    Parameters
    ----------
    rows
        The rows.
    name
        The name of the argument in error messages.
    error
        The class of the error to raise.
    """
    try:
        given = list(rows)
    except TypeError:
        raise error(f"{name} must be rows of integers, got {rows!r}") from None
    return tuple(as_integers(row, name=f"{name}[{i}]", error=error) for i, row in enumerate(given))
