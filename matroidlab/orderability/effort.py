"""How long a search will take, said before it starts."""

from collections.abc import Callable
from typing import TypeAlias

from matroidlab.errors import TooLargeError

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with what is done and what there is to do."""

PATIENCE = 600.0
"""Seconds that a search may take by its estimate, unless the caller has more patience or less."""

WAYS_OUT = "search at random with `sample=`, or give the matroid a method `orderability()`"


def too_long(work: str, seconds: float, patience: float) -> TooLargeError:
    """Return the error that names the work, its estimate, the bound and the ways out."""
    estimate = f"{work} would take about {duration(seconds)}, and `patience` is {duration(patience)}"
    return TooLargeError(f"{estimate}: have more of it, {WAYS_OUT}")


def duration(seconds: float) -> str:
    """Return a length of time in words.

    >>> duration(0.2), duration(90), duration(7e9)
    ('less than a second', '90 seconds', '221.8 years')
    """
    if seconds < 1.5:
        return "less than a second" if seconds < 1 else "a second"
    for unit, length, enough in (("seconds", 1.0, 120), ("minutes", 60.0, 120), ("hours", 3600.0, 48)):
        if seconds < length * enough:
            return f"{seconds / length:.0f} {unit}"
    days = seconds / 86400
    return f"{days:.0f} days" if days < 730 else f"{days / 365.25:.4g} years"
