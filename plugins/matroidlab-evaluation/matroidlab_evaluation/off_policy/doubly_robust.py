"""Cascade doubly robust estimation: a model of rewards, corrected where the log disagrees."""

from math import nan

import numpy as np

from matroidlab.types import Elements, Weights
from matroidlab_evaluation.off_policy.estimate import Estimate, effective_sample_size, estimate
from matroidlab_evaluation.off_policy.reading import as_log
from matroidlab_evaluation.off_policy.slate_log import SlateLog
from matroidlab_evaluation.off_policy.support import prefix_support
from matroidlab_evaluation.off_policy.target import Distribution, TargetScores, as_distribution

FOLDS = 2


def cascade_dr(log: object, target: object, *, confidence: float = 0.95) -> Estimate:
    """Cascade doubly robust: `rips`, with the predictions of a model as control variates.

    **Assumes** what `rips` does. The model, the average reward of each item at each place,
    need not be right: a bad model costs variance, not bias (Kiyohara et al. 2022,
    doi:10.1145/3488560.3498380). Each half of the log is predicted by the model of the other half,
    so that no list predicts itself.

    A list contributes the sum over k of

        w_k reward_k  +  w_(k-1) E[Q_k]  -  w_k Q_k

    with the weight w_k of its first k items, the prediction Q_k for places k and later given these
    items, and the expectation of Q_k under the target before item k is chosen.

    Parameters
    ----------
    log
        What was shown, with the column ``pscore_cascade``: a log, or what `read_log` takes.
    target
        A list, a mapping from lists to probabilities, or an interleaving method.
    confidence
        The probability of the interval.
    """
    if isinstance(target, TargetScores):
        raise TypeError(
            "cascade_dr predicts what the target shows at every place, so it needs the target's "
            "lists and not TargetScores; RIPS takes these"
        )
    logged = as_log(log)
    distribution = as_distribution(target, logged)
    own = logged.propensities("pscore_cascade")
    weights = distribution.cascade(logged.actions) / own
    numbers = distribution.prefixes(logged.actions)
    each = np.zeros(len(logged))
    fold_of = np.arange(len(logged)) % FOLDS
    for fold in range(FOLDS):
        test = fold_of == fold
        train = ~test if len(logged) > 1 else test
        model = _averages(logged, train, distribution.size)
        each[test] = _corrected(
            distribution,
            model,
            logged.actions[test],
            logged.rewards[test],
            weights[test],
            numbers[test],
        )
    support = prefix_support(logged, target, distribution)
    has_support = bool((weights > 0).any())
    return estimate(
        "cascade DR",
        value=float(each.mean()) if has_support else nan,
        influence=each - each.mean(),
        sample_size=effective_sample_size(weights),
        coverage=support.coverage,
        missing=support.missing,
        confidence=confidence,
    )


def _averages(log: SlateLog, train: Elements, size: int) -> Weights:
    """``[place, item]``: the average reward; of the place, where the item was never there."""
    found = np.zeros((log.actions.shape[1], size))
    for place in range(len(found)):
        actions = log.actions[train, place]
        rewards = log.rewards[train, place]
        shown = actions >= 0
        counts = np.bincount(actions[shown], minlength=size)
        sums = np.bincount(actions[shown], weights=rewards[shown], minlength=size)
        average = sums.sum() / max(counts.sum(), 1)
        found[place] = np.where(counts > 0, sums / np.maximum(counts, 1), average)
    return found


def _corrected(
    distribution: Distribution,
    model: Weights,
    actions: Elements,
    rewards: Weights,
    weights: Weights,
    numbers: Elements,
) -> Weights:
    """Return the sum over places of what each list contributes."""
    chances = distribution.places()[:, :-1]
    later = np.append(np.cumsum((chances * model).sum(axis=1)[::-1])[::-1][1:], 0.0)
    found = np.zeros(len(actions))
    before = np.ones(len(actions))
    parent_of_root = np.ones(1)
    for place, level in enumerate(distribution.levels):
        parents = distribution.levels[place - 1].probabilities if place else parent_of_root
        predicted = model[place][level.items] + later[place]
        sums = np.bincount(
            level.parents, weights=level.probabilities * predicted, minlength=len(parents)
        )
        expected = sums / parents
        inside = numbers[:, place - 1] if place else np.zeros(len(actions), dtype=np.intp)
        baseline = np.where(inside >= 0, expected[inside], 0.0)
        own = model[place][actions[:, place]] + later[place]
        weight = weights[:, place]
        found += weight * (rewards[:, place] - own) + before * baseline
        before = weight
    return found
