"""Promises: the time that they cover, a horizon or all times, and how they are worded."""

import warnings
from collections.abc import Callable

import numpy as np

from matroidlab.bandits.confidence.confidence import Confidence, depends_on_clock
from matroidlab.bandits.confidence.time_uniform import TimeUniform
from matroidlab.bandits.confidence.ucb1 import UCB1
from matroidlab.errors import PromiseWarning
from matroidlab.types import Actions, Elements, as_count


def as_confidence(
    confidence: Confidence | None, horizon: int | None, delta: float | None, *, unknown: int
) -> tuple[Confidence, int | None]:
    """Return the confidence, by delta or by horizon unless it is given, and the horizon or None.

    >>> as_confidence(None, None, 0.01, unknown=200)
    (TimeUniform(delta=0.01, items=200, open_ended=False, baseline=()), None)

    ``unknown`` is the number of items whose means are not known, which share delta.
    """
    given = [
        name
        for name, value in (("delta", delta), ("horizon", horizon), ("confidence", confidence))
        if value is not None
    ]
    if (delta is not None and len(given) > 1) or not given:
        names = " and ".join(given) or "none"
        raise ValueError(f"give delta (for all times), a horizon or a confidence, got {names}")
    n = None if horizon is None else _as_horizon(horizon)
    if confidence is None:
        confidence = TimeUniform(delta) if delta is not None else UCB1(n or 1)
    _check_covering(confidence, n)
    covered = confidence.horizon if n is None else n
    return shared_among(confidence, unknown), None if covered is None else _as_horizon(covered)


def shared_among(confidence: Confidence, items: int) -> Confidence:
    """Return the confidence for this number of items, if it depends on that.

    >>> shared_among(TimeUniform(0.01), 200).items
    200
    """
    among: Callable[[int], Confidence] | None = getattr(confidence, "among", None)
    return confidence if among is None else among(items)


def at_all_times(confidence: Confidence) -> Confidence:
    """Return a confidence, checked to hold at all times with a known probability.

    >>> at_all_times(TimeUniform(0.01))
    TimeUniform(delta=0.01, items=None, open_ended=False, baseline=())
    """
    if confidence.horizon is not None or depends_on_clock(confidence):
        raise ValueError(
            f"confidence must hold at all times, without a horizon, got {confidence!r}"
        )
    return confidence


def _as_horizon(horizon: int) -> int:
    n = as_count(horizon, name="horizon", least=1)
    if n == 1:
        raise ValueError(
            "horizon must be at least 2, got 1: "
            "the bounds of one action have no width and promise nothing"
        )
    return n


def _check_covering(confidence: Confidence, horizon: int | None) -> None:
    if depends_on_clock(confidence):
        kind = type(confidence).__name__
        message = f"{kind} is not uniform over time: {confidence.promise}"
        warnings.warn(PromiseWarning(message), stacklevel=4)
    elif horizon is not None and confidence.horizon is not None and confidence.horizon < horizon:
        raise ValueError(
            f"confidence must cover the horizon {horizon}, got one for {confidence.horizon} actions"
        )


def horizon_warning(horizon: int) -> PromiseWarning:
    """Return the warning issued once when a policy is used past its horizon."""
    return PromiseWarning(
        f"the horizon of {horizon} actions has passed: from now on the trusted list is shown, and "
        "nothing new is learnt; for a promise without a horizon, make the policy with delta="
    )


def promise_of_lists(
    swap_size: int, rank: int, horizon: int | None, *, lists: str = "no list ever shown"
) -> str:
    """Return what holds for the lists of a policy, unless its bounds fail.

    Without a horizon, ``lists`` says which lists are meant.

    >>> promise_of_lists(3, 10, 2000)  # doctest: +NORMALIZE_WHITESPACE
    'none of the first 2,000 lists has more than 3 items (of 10) that are worse than their
    counterparts in the baseline'
    """
    which = lists if horizon is None else f"none of the first {horizon:,} lists"
    if swap_size == 1:
        worse = f"1 item (of {rank}) that is worse than its counterpart"
    else:
        worse = f"{swap_size} items (of {rank}) that are worse than their counterparts"
    return f"{which} has more than {worse} in the baseline"


def chance_of_success(failure: float) -> str:
    """Return the probability that bounds hold, in words.

    >>> chance_of_success(0.01), chance_of_success(4e-8)
    ('probability at least 0.99', 'probability at least 1 - 4e-08')
    """
    if failure == 0:
        return "certainty"
    # A small probability of failure would be rounded off.
    least = f"{1 - failure:g}" if failure >= 0.001 else f"1 - {failure:.2g}"
    return f"probability at least {least}"


def until_horizon(actions: Actions, trusted: Elements, left: Elements) -> Actions:
    """Replace all actions of a lane by the trusted list, except the first ``left`` ones."""
    is_past = np.arange(actions.shape[1]) >= left[:, None]
    is_past[:, 1:] &= actions[:, 1:, 0] >= 0  # actions that a lane does not play stay -1
    return np.where(is_past[:, :, None], trusted[:, None, :], actions)
