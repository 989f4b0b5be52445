"""Answers to lists, in numbers."""

from collections.abc import Sequence
from typing import NamedTuple

from matroidlab.types import Elements
from matroidlab_serving.operation.visitors import UNKNOWN, Visit

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


class FinishedList(NamedTuple):
    """A list whose answer is complete.

    ``values`` are learnt, of which ``reported`` came from the answers.
    """

    number: int
    segment: int
    items: Elements
    reported: Values
    values: Values
    visit: Visit = UNKNOWN
    watched: Values | None = None
    features: tuple[float, ...] | None = None
    cost: int | None = None
    pooled: list[bool] | None = None


class AnswerOutcome(NamedTuple):
    """Whether an answer was accepted and was the first to its list, and the finished lists."""

    is_accepted: bool
    is_first: bool
    finished: list[FinishedList]


REFUSED = AnswerOutcome(is_accepted=False, is_first=False, finished=[])
