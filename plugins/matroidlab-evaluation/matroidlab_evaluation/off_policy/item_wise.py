"""The estimator for lists that are interleaved item by item."""

from math import nan

import numpy as np

from matroidlab.types import Elements, Weights
from matroidlab_evaluation.off_policy.estimate import Estimate, estimate
from matroidlab_evaluation.off_policy.reading import as_log
from matroidlab_evaluation.off_policy.slate_log import SlateLog
from matroidlab_evaluation.off_policy.support import place_support
from matroidlab_evaluation.off_policy.target import TargetScores, as_distribution, shown_items


def item_wise(
    log: object, target: object, *, anywhere: bool = False, confidence: float = 0.95
) -> Estimate:
    """Value lists item by item: the reward of each item, averaged over the lists that showed it.

    >>> from matroidlab_evaluation import read_log
    >>> log = read_log({"slate_id": [0, 0, 1, 1], "position": [0, 1, 0, 1],
    ...     "action": ["tea", "rye", "jam", "oat"], "reward": [1, 0, 0, 1],
    ...     "pscore_item_position": [0.5] * 4})
    >>> item_wise(log, ["tea", "oat"]).value  # a list that was never shown
    2.0

    A service that interleaves exchanges one item, or m, and leaves the others: each exchanged item
    is a randomised experiment of its own. So the value of *any* list of items that were tried can
    be estimated, **also that of the baseline, which is never shown as a whole** and for whose value
    `sips` has no support. The averages are weighted by 1 / ``pscore_item_position`` and divided by
    the sum of these weights, so it does not matter that an item was shown in some rounds
    only, as `iips` needs.

    **Assumes** that the expected reward of an item depends on the item and its place alone, not on
    its neighbours, and does not change over time.

    Parameters
    ----------
    log
        What was shown, with the column ``pscore_item_position``: a log, or what `read_log` takes.
    target
        A list, a mapping from lists to probabilities, or an interleaving method.
    anywhere
        Assume in addition that the place does not matter, and use an item's rewards at all places.
    confidence
        The probability of the interval.
    """
    if isinstance(target, TargetScores):
        raise TypeError("item_wise values the items of lists, so it needs the target's lists")
    logged = as_log(log)
    distribution = as_distribution(target, logged)
    own = logged.propensities("pscore_item_position")
    shown = logged.actions >= 0
    places = np.zeros(logged.actions.shape, dtype=np.intp)
    if not anywhere:
        places += np.arange(logged.actions.shape[1])
    chances = distribution.places()[:, :-1]
    wanted = chances.sum(axis=0, keepdims=True) if anywhere else chances
    cells = (places * distribution.size + logged.actions)[shown]
    inverse = (1 / own)[shown]
    weight = np.bincount(cells, weights=inverse, minlength=wanted.size)
    total = np.bincount(cells, weights=inverse * logged.rewards[shown], minlength=wanted.size)
    is_seen = weight > 0
    means = total / np.where(is_seen, weight, 1.0)
    lacks = (wanted.ravel() > 0) & ~is_seen
    support = place_support(logged, target, distribution)
    if anywhere:
        missing = tuple(f"{name!r}" for name in _names(logged, target, np.flatnonzero(lacks)))
        coverage = float((wanted.ravel() * is_seen).sum() / wanted.sum())
    else:
        missing = support.missing
        coverage = support.coverage
    # The influence of one observation: its distance from the item's mean, times the part of all
    # weight of this item that it holds, times the number of lists.
    scale = wanted.ravel() * len(logged) / np.where(is_seen, weight, 1.0)
    influence = np.zeros(logged.actions.shape)
    influence[shown] = scale[cells] * inverse * (logged.rewards[shown] - means[cells])
    squares = np.bincount(cells, weights=inverse**2, minlength=wanted.size)
    sizes = np.square(weight) / np.where(is_seen, squares, 1.0)
    return estimate(
        "item-wise",
        value=nan if lacks.any() else float((wanted.ravel() * means).sum()),
        influence=influence.sum(axis=1),
        sample_size=_smallest(sizes, wanted.ravel()),
        coverage=coverage,
        missing=missing,
        confidence=confidence,
    )


def _smallest(sizes: Weights, wanted: Weights) -> float:
    return float(sizes[wanted > 0].min(initial=np.inf))


def _names(log: SlateLog, target: object, numbers: Elements) -> list[object]:
    names = shown_items(log, target)
    return [names[number] for number in numbers.tolist()]
