"""Estimators that weight what was shown by how much likelier the target would have shown it."""

from collections.abc import Callable
from math import nan

import numpy as np

from matroidlab.types import Weights
from matroidlab_evaluation.off_policy.estimate import Estimate, effective_sample_size, estimate
from matroidlab_evaluation.off_policy.reading import as_log
from matroidlab_evaluation.off_policy.slate_log import SlateLog
from matroidlab_evaluation.off_policy.support import (
    Support,
    list_support,
    place_support,
    prefix_support,
)
from matroidlab_evaluation.off_policy.target import Distribution, TargetScores, as_distribution


def sips(
    log: object, target: object, *, self_normalised: bool = False, confidence: float = 0.95
) -> Estimate:
    """Standard inverse propensity: whole lists are weighted by P(list) / pscore.

    >>> from matroidlab_evaluation import read_log
    >>> log = read_log({"slate_id": [0, 0, 1, 1], "position": [0, 1, 0, 1],
    ...     "action": [3, 4, 4, 3], "reward": [1, 1, 0, 1], "pscore": [0.5] * 4})
    >>> print(sips(log, [3, 4]))
    SIPS: 2, 95% interval -1.92 to 5.92, effective sample size 1 of 2 lists
    >>> print(sips(log, [3, 5]))
    SIPS: no support: the log never shows the list [3, 5]

    **Assumes** that the pscore is right, that every list of the target had a positive probability,
    and nothing about rewards: any item may influence any other. The price is variance, and
    often there is no support at all: a service that always tries something never shows the
    baseline as a whole. Then use `item_wise`.

    Parameters
    ----------
    log
        What was shown, with the column ``pscore``: a log, or what `read_log` takes.
    target
        A list, a mapping from lists to probabilities, an interleaving method or `TargetScores`.
    self_normalised
        Divide by the average weight instead of 1: a small bias, often much less variance.
    confidence
        The probability of the interval.
    """
    logged = as_log(log)
    own = logged.propensities("pscore")
    distribution, scores = _scores(
        logged, target, "pscore", lambda found: found.cascade(logged.actions)[:, -1]
    )
    weights = (scores / own)[:, None]
    support = None if distribution is None else list_support(logged, target, distribution)
    totals = logged.rewards.sum(axis=1, keepdims=True)
    return _weighted(
        "SIPS", weights, totals, support, self_normalised=self_normalised, confidence=confidence
    )


def iips(
    log: object, target: object, *, self_normalised: bool = False, confidence: float = 0.95
) -> Estimate:
    """Independent inverse propensity: items are weighted by P(item at place) over its pscore.

    **Assumes** that the ``pscore_item_position`` is right, that every item of the target had a
    positive probability at its place in every list, and that the expected reward of an item
    depends on the item and its place alone, not on its neighbours (Li et al. 2018,
    doi:10.1145/3219819.3220028).

    Parameters
    ----------
    log
        What was shown, with the column ``pscore_item_position``: a log, or what `read_log` takes.
    target
        A list, a mapping from lists to probabilities, an interleaving method or `TargetScores`.
    self_normalised
        Divide by the average weight of each place instead of 1.
    confidence
        The probability of the interval.
    """
    logged = as_log(log)
    own = logged.propensities("pscore_item_position")

    def at_places(found: Distribution) -> Weights:
        return found.places()[np.arange(logged.actions.shape[1]), logged.actions]

    distribution, scores = _scores(logged, target, "pscore_item_position", at_places)
    support = None if distribution is None else place_support(logged, target, distribution)
    return _weighted(
        "IIPS",
        scores / own,
        logged.rewards,
        support,
        self_normalised=self_normalised,
        confidence=confidence,
    )


def rips(
    log: object, target: object, *, self_normalised: bool = False, confidence: float = 0.95
) -> Estimate:
    """Reward-interaction inverse propensity: the weight of an item is that of the list down to it.

    **Assumes** that the ``pscore_cascade`` is right, that every prefix of the target's lists had a
    positive probability, and that the reward of an item depends on itself and the items
    above it, not on those below, as for visitors who read from the top (McInerney et al.
    2020, doi:10.1145/3394486.3403229).

    Parameters
    ----------
    log
        What was shown, with the column ``pscore_cascade``: a log, or what `read_log` takes.
    target
        A list, a mapping from lists to probabilities, an interleaving method or `TargetScores`.
    self_normalised
        Divide by the average weight of each place instead of 1.
    confidence
        The probability of the interval.
    """
    logged = as_log(log)
    own = logged.propensities("pscore_cascade")
    distribution, scores = _scores(
        logged, target, "pscore_cascade", lambda found: found.cascade(logged.actions)
    )
    support = None if distribution is None else prefix_support(logged, target, distribution)
    return _weighted(
        "RIPS",
        scores / own,
        logged.rewards,
        support,
        self_normalised=self_normalised,
        confidence=confidence,
    )


def _scores(
    log: SlateLog,
    target: object,
    column: str,
    computed: Callable[[Distribution], Weights],
) -> tuple[Distribution | None, Weights]:
    """Return the target's probabilities of what the log shows, given or computed."""
    if not isinstance(target, TargetScores):
        distribution = as_distribution(target, log)
        return distribution, computed(distribution)
    given = getattr(target, column)
    if given is None:
        raise ValueError(f"this estimator needs {column} of the TargetScores, which is None")
    scores = np.asarray(given, dtype=np.float64)
    shape = log.propensities(column).shape
    if scores.shape != shape or not ((scores >= 0) & (scores <= 1)).all():
        raise ValueError(
            f"{column} of the TargetScores must be probabilities of shape {shape}, "
            f"got shape {scores.shape}"
        )
    return None, scores


def _weighted(
    name: str,
    weights: Weights,
    rewards: Weights,
    support: Support | None,
    *,
    self_normalised: bool,
    confidence: float,
) -> Estimate:
    """Return the estimate for weights and rewards of ``(lists, parts)``."""
    averages = weights.mean(axis=0)
    has_support = bool((averages > 0).all()) if self_normalised else bool((averages > 0).any())
    if self_normalised:
        scale = np.where(averages > 0, averages, 1.0)
        parts = (weights * rewards).mean(axis=0) / scale
        influence = (weights * (rewards - parts) / scale).sum(axis=1)
        value = float(parts.sum())
    else:
        each = (weights * rewards).sum(axis=1)
        value = float(each.mean())
        influence = each - value
    return estimate(
        f"SN{name}" if self_normalised else name,
        value=value if has_support else nan,
        influence=influence,
        sample_size=effective_sample_size(weights),
        coverage=None if support is None else support.coverage,
        missing=() if support is None else support.missing,
        confidence=confidence,
    )
