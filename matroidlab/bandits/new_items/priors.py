from math import log

import numpy as np

from matroidlab.bandits.new_items.kernels.fitted_prior import FIRST_FIT, LIKENESSES
from matroidlab.bandits.new_items.kernels.prior import Prior
from matroidlab.kernels.tally import Seen
from matroidlab.types import Weights

FITTED_BY = 3000
"""The prior is fitted to that many newcomers at most."""


def prior_of_lanes(seen: Seen, scores: Weights | None) -> Prior:
    """Return a prior for each lane, which is fitted to what that lane has seen."""
    return _prior(seen, scores, is_shared=False)


def prior_of_segments(size: int, scores: Weights | None = None) -> Prior:
    """Return one prior for all segments, which is fitted to what all of them have seen."""
    return _prior(nothing_seen(size), scores, is_shared=True)


def prior_of_services(size: int, scores: Weights | None = None) -> Prior:
    """Return a prior of segments that vote on how alike they are, one after the other."""
    return prior_of_segments(size, scores)._replace(votes=np.zeros(LIKENESSES))


def fitting(prior: Prior, size: int, scores: Weights | None) -> Prior:
    """Return a prior with room for further items and with other scores.

    It shares what does not depend on items.
    """
    seen = prior.seen
    more = size - len(prior.numbers)
    wider = ((0, 0), (0, more))
    room = min(FITTED_BY, size) - prior.newcomers.shape[1]
    return prior._replace(
        numbers=np.arange(size),
        scores=np.zeros(size) if scores is None else standardised(scores),
        has_scores=scores is not None,
        seen=seen._replace(
            counts=np.pad(seen.counts, wider),
            sums=np.pad(seen.sums, wider),
            spreads=np.pad(seen.spreads, wider),
        ),
        newcomers=np.pad(prior.newcomers, ((0, 0), (0, room))),
        is_newcomer=np.pad(prior.is_newcomer, wider),
    )


def nothing_seen(size: int) -> Seen:
    """Return the observations of one lane before there are any."""
    counts = np.zeros((1, size), dtype=np.intp)
    one = np.zeros(1, dtype=np.intp)
    return Seen(counts, np.zeros((1, size)), np.zeros((1, size)), one, one.copy())


def _prior(seen: Seen, scores: Weights | None, *, is_shared: bool) -> Prior:
    rows, size = seen.counts.shape
    zeros = np.zeros(rows, dtype=np.intp)
    return Prior(
        level=np.full(rows, log(0.5)),
        slope=np.zeros(rows),
        strength=np.full(rows, 2.0),
        likeness=np.zeros(rows),
        is_fitted=zeros.copy(),
        fits=zeros.copy(),
        next_fit=np.full(rows, FIRST_FIT, dtype=np.intp),
        scores=np.zeros(size) if scores is None else standardised(scores),
        has_scores=scores is not None,
        is_shared=is_shared,
        numbers=np.arange(size),
        seen=seen,
        newcomers=np.zeros((rows, min(FITTED_BY, size)), dtype=np.intp),
        is_newcomer=np.zeros((rows, size), dtype=np.intp),
        arrived=zeros.copy(),
        votes=np.zeros(0),
        at=np.empty(3),
    )


def standardised(scores: Weights) -> Weights:
    """Return scores with mean 0 and variance 1; all 0 if they are equal."""
    deviation = float(scores.std())
    if deviation == 0.0:
        return np.zeros(len(scores))
    found: Weights = (scores - scores.mean()) / deviation
    return found
