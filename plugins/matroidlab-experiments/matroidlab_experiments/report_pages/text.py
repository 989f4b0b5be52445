"""Numbers and labels as readable text."""

from collections.abc import Iterable
from math import floor, isfinite, log10

from matroidlab_experiments.result_files.results import CellResult


def number(value: float) -> str:
    """Return a number with about three significant digits.

    >>> [number(x) for x in (64028.4, 123.0, 12.34, 1.234, 0.01234, 0)]
    ['64,028', '123', '12.3', '1.23', '0.0123', '0']
    """
    size = abs(value)
    if not isfinite(value):
        return str(value)
    if size >= 100 or value == round(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if size >= 10 else f"{value:.3g}"


def with_error(value: float, error: float) -> tuple[str, str]:
    """Return a number rounded by its standard error, and the error; empty for an error of 0.

    >>> with_error(64028.4, 790.2), with_error(2.9871, 0.0123), with_error(17.0, 0.0)
    (('64,028', '790'), ('2.987', '0.012'), ('17', ''))
    """
    # Averages of equal numbers differ from them by rounding, which is not a standard error.
    if not (isfinite(value) and isfinite(error)) or error <= 1e-12 * abs(value):
        return number(value), ""
    digits = min(6, max(0, 1 - floor(log10(error))))
    return f"{value:,.{digits}f}", f"{error:,.{digits}f}"


def plus_minus(value: float, error: float) -> str:
    """Return a number with its standard error as one text.

    >>> plus_minus(64028.4, 790.2)
    '64,028 ± 790'
    """
    return " ± ".join(part for part in with_error(value, error) if part)


def final(result: CellResult, quantity: str) -> str:
    """Return the final value of a quantity with its standard error."""
    return plus_minus(float(result.mean(quantity)[-1]), float(result.standard_error(quantity)[-1]))


def short(value: float) -> str:
    """Return a number for an axis.

    >>> [short(x) for x in (0, 0.5, 950, 12_500, 330_000, 2_500_000)]
    ['0', '0.5', '950', '12.5k', '330k', '2.5M']
    """
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= unit:
            return f"{value / unit:.4g}{name}"
    return f"{value:.4g}"


def listed(parts: Iterable[str]) -> str:
    """Return parts as a list in a sentence.

    >>> listed(["A", "B", "C"]), listed(["A"])
    ('A, B and C', 'A')
    """
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def in_picture(label: str, width: int = 30) -> str:
    """Return a user's label so that it fits in a picture and matplotlib does not interpret it.

    >>> in_picture("a very long label that would not fit in there"), in_picture("_x")
    ('a very long label that would…', ' _x')
    """
    visible = (
        "".join(letter if letter.isprintable() else " " for letter in label).strip() or "(no name)"
    )
    cut = visible if len(visible) <= width else f"{visible[: width - 1].rstrip()}…"
    # Matplotlib leaves labels that begin with an underscore out of legends.
    return f" {cut}" if cut.startswith("_") else cut
