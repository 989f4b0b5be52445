"""Answers to lists, in numbers."""

from collections.abc import Sequence
from typing import NamedTuple

Values = Sequence[float | None]
"""A weight in [0, 1] for each item of a list; None where no weight was reported."""


class ListAnswer(NamedTuple):
    """The answer to a list: its number, a weight for each item, and that of missing ones."""

    number: int
    values: Values
    missing: float | None
    watched: Values | None = None
    """The weights, in [0, 1], that guardrails watch; None if none was reported."""


class LoggedList(NamedTuple):
    """A list that was shown elsewhere: its segment, items, and their weights in [0, 1]."""

    segment: int
    items: Sequence[int]
    values: Sequence[float]
    features: tuple[float, ...] | None = None
    """The features of the visitor, if visitors have any."""
