"""What a promise covers: a horizon, or all times."""

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
    """Return where bounds come from, and the horizon or None: by delta, by horizon, or as it is given.

    >>> as_confidence(None, None, 0.01, unknown=200)
    (TimeUniform(delta=0.01, items=200, open_ended=False), None)

    ``unknown`` is the number of items whose means are not known: those that share delta.
    """
    given = [
        name
        for name, value in (("delta", delta), ("horizon", horizon), ("confidence", confidence))
        if value is not None
    ]
    if (delta is not None and len(given) > 1) or not given:
        raise ValueError(f"give delta (for all times), a horizon or a confidence, got {' and '.join(given) or 'none'}")
    n = None if horizon is None else _as_horizon(horizon)
    if confidence is None:
        confidence = TimeUniform(delta) if delta is not None else UCB1(n or 1)
    _check_covering(confidence, n)
    covered = confidence.horizon if n is None else n
    return shared_among(confidence, unknown), None if covered is None else _as_horizon(covered)


def shared_among(confidence: Confidence, items: int) -> Confidence:
    """Tell a confidence how many items it is for, if it wants to know.

    >>> shared_among(TimeUniform(0.01), 200).items
    200
    """
    among: Callable[[int], Confidence] | None = getattr(confidence, "among", None)
    return confidence if among is None else among(items)


def _as_horizon(horizon: int) -> int:
    n = as_count(horizon, name="horizon", least=1)
    if n == 1:
        raise ValueError(
            "horizon must be at least 2, got 1: the bounds of one action have no width, and promise nothing"
        )
    return n


def _check_covering(confidence: Confidence, horizon: int | None) -> None:
    if depends_on_clock(confidence):
        kind = type(confidence).__name__
        warnings.warn(PromiseWarning(f"{kind} is not uniform over time: {confidence.promise}"), stacklevel=4)
    elif horizon is not None and confidence.horizon is not None and confidence.horizon < horizon:
        raise ValueError(f"confidence must cover the horizon {horizon}, got one for {confidence.horizon} actions")


def horizon_warning(horizon: int) -> PromiseWarning:
    """What is said once to whoever plays on."""
    return PromiseWarning(
        f"the horizon of {horizon} actions is behind: from now on the trusted list is shown, and nothing new is "
        "learnt; for a promise without a horizon, make the policy with delta="
    )


def until_horizon(actions: Actions, trusted: Elements, left: Elements) -> Actions:
    """Put the trusted list in the place of all actions of a lane but the first that are left to it."""
    behind = np.arange(actions.shape[1]) >= left[:, None]
    behind[:, 1:] &= actions[:, 1:, 0] >= 0  # what a lane does not play stays so
    return np.where(behind[:, :, None], trusted[:, None, :], actions)
