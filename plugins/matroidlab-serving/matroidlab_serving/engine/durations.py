"""Durations as callers give them: seconds, or text such as "30 days"."""

from math import isfinite
from typing import cast

from matroidlab.errors import ServingError
from matroidlab.types import as_number

SECONDS_OF = {
    "second": 1.0,
    "minute": 60.0,
    "hour": 3_600.0,
    "day": 86_400.0,
    "week": 604_800.0,
}


def as_seconds(value: float, name: str, *, above: float = -1.0) -> float:
    """Return a finite number of seconds."""
    number = as_number(value, name=name, above=above, error=ServingError)
    if not isfinite(number):
        raise ServingError(f"{name} must be a finite number of seconds, got {value!r}")
    return number


def as_duration(given: object, name: str) -> float:
    """Return a duration in seconds.

    >>> as_duration("30 days", "retain")
    2592000.0
    >>> as_duration(90, "retain")
    90.0
    """
    if not isinstance(given, str):
        return as_seconds(cast("float", given), name, above=0)
    count, _, unit = given.strip().partition(" ")
    unit = unit.strip().removesuffix("s")
    try:
        number = float(count)
    except ValueError:
        unit = ""
        number = 0.0
    if unit not in SECONDS_OF:
        raise ServingError(
            f"{name} must be a number of seconds, or text such as '30 days' or '12 hours', got "
            f"{given!r:.80}"
        )
    return as_seconds(number * SECONDS_OF[unit], name, above=0)


def as_retention(given: object, window: float | None) -> float | None:
    """Return how long lists are kept, in seconds; None if nothing is ever removed."""
    if given is None or given == "forever":
        return None
    seconds = as_duration(given, "retain")
    if window is not None and seconds < window:
        raise ServingError(
            f"retain must be at least the window of {window:g} s, got {given!r:.80}: lists are "
            "learnt when their window closes"
        )
    return seconds
