"""The arrays of bounds and cautious weights, at the start and as they should be."""

from collections.abc import Mapping

import numpy as np

from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.kernels.bounds import FIXED, KNOWN, LOWER, UPPER, Kept
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

NOWHERE: Weights = np.empty((0, 0))


def nothing_kept(
    shape: tuple[int, int],
    baseline: Elements | None,
    known_means: Mapping[int, float],
    confidence: Confidence,
    *,
    widens: bool,
    excluded: Elements,
) -> Kept:
    """Return the arrays before anything was observed.

    With a baseline there are cautious weights, and if bounds widen with the clock, means and
    widths. Excluded items weigh less than all others, whatever is observed.
    """
    lower = np.zeros(shape)
    upper = np.full(shape, np.inf)
    means = np.full(shape, np.inf) if widens else NOWHERE
    widths = np.ones(shape) if widens else NOWHERE
    if baseline is None:
        no_source = np.empty(0, dtype=np.int8)
        return Kept(NOWHERE if widens else lower, upper, NOWHERE, no_source, means, widths)
    source = np.full(shape[1], LOWER, dtype=np.int8)
    source[baseline] = UPPER
    known = list(known_means)
    values = list(known_means.values())
    source[known] = KNOWN
    cautious = np.where(source == UPPER, np.inf, np.zeros(shape))
    cautious[:, known] = values
    if getattr(confidence, "leaves_out_known", False):  # both bounds of a known item are its mean
        source[known] = FIXED
        lower[:, known] = values
        upper[:, known] = values
    source[excluded] = FIXED
    for weights in (lower, upper, cautious):
        weights[:, excluded] = -np.inf
    return Kept(lower, upper, cautious, source, means, widths)


def cautious_by(kept: Kept, bounds: Bounds) -> Weights:
    """Return the cautious weights that follow from ``bounds``."""
    chosen = np.where(kept.source == UPPER, bounds.upper, bounds.lower)
    return np.where(kept.source >= KNOWN, kept.cautious, chosen)


def check_seen(seen: Seen) -> None:
    """Assert that counts and sums can be those of weights in [0, 1]."""
    assert (seen.counts >= 0).all()
    assert ((seen.sums >= 0) & (seen.sums <= seen.counts)).all()
    assert (seen.spreads >= 0).all()


def check_kept(kept: Kept, bounds: Bounds, expected: Bounds) -> None:
    """Assert that the arrays are those computed from scratch."""
    source = kept.source if len(kept.source) else np.zeros(kept.upper.shape[1], dtype=np.int8)
    for found, right in zip(bounds, expected, strict=True):
        assert np.array_equal(found[:, source < FIXED], right[:, source < FIXED])
    if len(kept.source):
        assert np.array_equal(kept.cautious, cautious_by(kept, expected))
