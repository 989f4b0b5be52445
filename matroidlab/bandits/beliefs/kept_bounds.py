"""What is kept of what was seen: bounds, and the weights that a basis is trusted by."""

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
    """What is kept before anything was seen: bounds; with a baseline, cautious weights; of some, means and widths.

    Items that are excluded weigh less than any other, whatever is seen of them.
    """
    lower, upper = np.zeros(shape), np.full(shape, np.inf)
    means, widths = (np.full(shape, np.inf), np.ones(shape)) if widens else (NOWHERE, NOWHERE)
    if baseline is None:
        return Kept(NOWHERE if widens else lower, upper, NOWHERE, np.empty(0, dtype=np.int8), means, widths)
    source = np.full(shape[1], LOWER, dtype=np.int8)
    source[baseline] = UPPER
    known, values = list(known_means), list(known_means.values())
    source[known] = KNOWN
    cautious = np.where(source == UPPER, np.inf, np.zeros(shape))
    cautious[:, known] = values
    if getattr(confidence, "leaves_out_known", False):  # the mean of a known item is its bounds
        source[known] = FIXED
        lower[:, known] = upper[:, known] = values
    source[excluded] = FIXED
    lower[:, excluded] = upper[:, excluded] = cautious[:, excluded] = -np.inf
    return Kept(lower, upper, cautious, source, means, widths)


def cautious_by(kept: Kept, bounds: Bounds) -> Weights:
    """The cautious weights by some bounds."""
    chosen = np.where(kept.source == UPPER, bounds.upper, bounds.lower)
    return np.where(kept.source >= KNOWN, kept.cautious, chosen)


def check_seen(seen: Seen) -> None:
    """Assert that counts and sums may be those of weights in [0, 1]."""
    assert (seen.counts >= 0).all()
    assert ((seen.sums >= 0) & (seen.sums <= seen.counts)).all()
    assert (seen.spreads >= 0).all()


def check_kept(kept: Kept, bounds: Bounds, expected: Bounds) -> None:
    """Assert that what is kept is what it should be."""
    source = kept.source if len(kept.source) else np.zeros(kept.upper.shape[1], dtype=np.int8)
    for found, right in zip(bounds, expected, strict=True):
        assert np.array_equal(found[:, source < FIXED], right[:, source < FIXED])
    if len(kept.source):
        assert np.array_equal(kept.cautious, cautious_by(kept, expected))
