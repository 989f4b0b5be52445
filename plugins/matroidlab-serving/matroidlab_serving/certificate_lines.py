"""The lines of a certificate: items, their counterparts, and the numbers behind each reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from matroidlab_serving.linear_certificates import LinearBound

Reason = Literal["same", "better", "known", "preferred", "tried", "uncovered"]
NOTHING = (False, False, False)
EVIDENCE: dict[str, tuple[bool, bool, bool]] = {
    "same": NOTHING,
    "better": (True, True, False),
    "known": (True, False, True),
    "preferred": NOTHING,
    "tried": NOTHING,
    "uncovered": NOTHING,
}
"""Whether a reason rests on a lower bound, an upper bound, a known mean."""


@dataclass(frozen=True)
class ItemBound:
    """The observations of an item, and one end of its confidence interval, in [0, 1].

    Attributes
    ----------
    number
        The number of the item, in the order of addition: the share of delta of the j-th addition
        falls with j.
    count
        How often it was observed.
    total
        The sum of its weights, scaled to [0, 1].
    spread
        The sum of w (1 - w) over these weights w.
    value
        The end of the interval.
    """

    number: int
    count: int
    total: float
    spread: float
    value: float


@dataclass(frozen=True)
class Preference:
    """The answers of visitors who were shown two items, which prove that one is no worse.

    Attributes
    ----------
    item
        The key of the item that is no worse.
    over
        The key of the baseline item.
    better
        The sum of the positive differences of their weights, scaled to [0, 1].
    worse
        That of the negative ones, as a positive number.
    epoch
        The epoch in which the certificate was earned, counted from 0.
    """

    item: str
    over: str
    better: float
    worse: float
    epoch: int


@dataclass(frozen=True)
class Line:
    """One item of a list, its counterpart in the baseline, and the reason why it may be shown.

    "same": it is that item. "better": its lower bound is at least the upper bound of its
    counterpart. "known": its lower bound is at least the known mean of its counterpart. "tried": it
    is one of the few new items. "uncovered": it has no counterpart, because that baseline item is
    not available.

    Attributes
    ----------
    place
        The name of the place.
    item
        The key of the item.
    baseline
        The key of its counterpart, or None.
    reason
        One of the six words above.
    lower
        The lower bound of the item, if the reason rests on it.
    upper
        The upper bound of its counterpart, if the reason rests on it.
    known_mean
        The known mean of its counterpart, if the reason rests on it.
    preferred
        If visitors preferred it: the pairs that lead from the item to its counterpart.
    """

    place: str
    item: str
    baseline: str | None
    reason: Reason
    lower: ItemBound | LinearBound | None = None
    upper: ItemBound | LinearBound | None = None
    known_mean: float | None = None
    preferred: tuple[Preference, ...] = ()


def line_of(plain: Mapping[str, Any]) -> Line:
    """Return the line that plain data describes."""
    given = dict(plain)
    given["preferred"] = tuple(Preference(**one) for one in given.get("preferred", ()))
    for name in ("lower", "upper"):
        if given.get(name) is not None:
            given[name] = _bound_of(given[name])
    return Line(**given)


def _bound_of(plain: Mapping[str, Any]) -> ItemBound | LinearBound:
    if "gram" not in plain:
        return ItemBound(**plain)
    gram = tuple(tuple(row) for row in plain["gram"])
    return LinearBound(**{**plain, "gram": gram, "moments": tuple(plain["moments"])})
