"""All estimators that a log allows, side by side."""

from matroidlab_evaluation.off_policy.doubly_robust import cascade_dr
from matroidlab_evaluation.off_policy.estimate import Estimate
from matroidlab_evaluation.off_policy.inverse_propensity import iips, rips, sips
from matroidlab_evaluation.off_policy.item_wise import item_wise
from matroidlab_evaluation.off_policy.reading import as_log
from matroidlab_evaluation.off_policy.target import TargetScores


def evaluate(log: object, target: object, *, confidence: float = 0.95) -> list[Estimate]:
    """Return the estimates of all estimators for which the log has the probabilities.

    >>> from matroidlab import Bernoulli
    >>> from matroidlab_evaluation import simulated_log
    >>> log = simulated_log({(0, 2): 0.5, (1, 2): 0.5}, Bernoulli([0.5, 0.2, 0.4]), count=4_000)
    >>> for found in evaluate(log, [0, 2]):
    ...     print(found.estimator, round(found.value, 2))
    SIPS 0.91
    SNSIPS 0.9
    IIPS 0.89
    SNIIPS 0.89
    item-wise 0.89
    RIPS 0.91
    SNRIPS 0.9
    cascade DR 0.9

    They differ by what they assume: see each of them. If they disagree by more than their
    intervals, an assumption is broken.

    Parameters
    ----------
    log
        What was shown: a log, or what `read_log` takes.
    target
        A list, a mapping from lists to probabilities, an interleaving method or `TargetScores`.
    confidence
        The probability of the intervals.
    """
    logged = as_log(log)
    has_lists = not isinstance(target, TargetScores)
    found: list[Estimate] = []

    def is_known(column: str) -> bool:
        given = has_lists or getattr(target, column) is not None
        return given and getattr(logged, column) is not None

    if is_known("pscore"):
        found.append(sips(logged, target, confidence=confidence))
        found.append(sips(logged, target, self_normalised=True, confidence=confidence))
    if is_known("pscore_item_position"):
        found.append(iips(logged, target, confidence=confidence))
        found.append(iips(logged, target, self_normalised=True, confidence=confidence))
        if has_lists:
            found.append(item_wise(logged, target, confidence=confidence))
    if is_known("pscore_cascade"):
        found.append(rips(logged, target, confidence=confidence))
        found.append(rips(logged, target, self_normalised=True, confidence=confidence))
        if has_lists:
            found.append(cascade_dr(logged, target, confidence=confidence))
    return found
