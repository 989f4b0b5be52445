from collections.abc import Mapping

import numpy as np

from matroidlab.bandits.confidence import Confidence, leaves_out_known
from matroidlab.kernels.learning import FIXED, KNOWN, LOWER, UPPER, Kept
from matroidlab.types import Elements, Weights

NOWHERE: Weights = np.empty((0, 0))
NOBODY: Elements = np.empty(0, dtype=np.intp)


def nothing_kept(
    shape: tuple[int, int],
    baseline: Elements | None,
    known_means: Mapping[int, float],
    confidence: Confidence | None,
    *,
    widens: bool,
    excluded: Elements = NOBODY,
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
    if confidence is not None and leaves_out_known(confidence):
        source[known] = FIXED
        lower[:, known] = upper[:, known] = values
    source[excluded] = FIXED
    lower[:, excluded] = upper[:, excluded] = cautious[:, excluded] = -np.inf
    return Kept(lower, upper, cautious, source, means, widths)
