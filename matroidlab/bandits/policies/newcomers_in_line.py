"""Whether the newcomers of a policy wait in a line, and what is known of them at first."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.bandits.confidence.time_uniform import TimeUniform
from matroidlab.bandits.new_items.priors import prior_of_lanes, prior_of_segments
from matroidlab.bandits.new_items.waiting_line import LINE_FROM, WaitingLine
from matroidlab.bandits.policies.safe_policy import SafePolicy
from matroidlab.bandits.validation import as_scores


def line_of(
    policy: SafePolicy,
    scores: Mapping[int, float] | ArrayLike | None,
    line: bool | None,
    *,
    segments: bool,
) -> WaitingLine | None:
    """Return the line of newcomers of a policy, or None if all items are tried at once.

    Parameters
    ----------
    policy
        The policy, which has seen nothing yet.
    scores
        The scores of a ranker for all items, if there are any.
    line
        Whether there is a line; None for a line if it is useful.
    segments
        Whether lanes are segments, which share a prior.
    """
    given = None if scores is None else as_scores(scores, size=policy.matroid.size)
    uses_line = given is not None or segments
    _check_possible(policy, line, uses_line=uses_line)
    if not (_is_useful(policy, uses_line=uses_line) if line is None else line):
        return None
    blocks = policy.safe_lists.blocks
    assert blocks is not None
    if segments:
        prior = prior_of_segments(policy.matroid.size, given)
    else:
        prior = prior_of_lanes(policy.estimates.seen, given)
    return WaitingLine(blocks, policy.estimates, policy.known_means, prior, policy.rng)


def half_for_baseline(policy: SafePolicy, delta: float) -> TimeUniform:
    """Return bounds that give one half of delta to the unknown items of the baseline.

    Every certificate needs one of these few, so the others are certified by fewer views.
    """
    unknown = np.setdiff1d(policy.baseline, list(policy.known_means)).tolist()
    items = policy.matroid.size - len(policy.known_means)
    return TimeUniform(delta, items=items, baseline=tuple(unknown))


def _check_possible(policy: SafePolicy, line: bool | None, *, uses_line: bool) -> None:
    if line is False and uses_line:
        raise ValueError(
            "scores and segments are used by a line of newcomers: leave out line=False"
        )
    if not (line or uses_line):
        return
    if policy.safe_lists.blocks is None:
        raise ValueError(
            "newcomers can wait in a line, scores be used, and segments learn from one another on "
            f"direct sums of uniform matroids only, not on {policy.matroid!r}: leave out line, "
            "scores and segments"
        )
    if policy.pairs is not None:
        raise ValueError(
            f"a line of newcomers needs certificates='intervals', got {policy.certificates!r}: "
            "leave out line, scores and segments"
        )


def _is_useful(policy: SafePolicy, *, uses_line: bool) -> bool:
    given = policy.safe_lists.blocks
    if given is None or policy.pairs is not None:
        return False
    largest = int(np.diff(given.blocks.ends, prepend=0).max(initial=0))
    return uses_line or largest > LINE_FROM
