"""Answers about all pairs of bases: by a claim, by a theorem, by trying all pairs or some."""

from dataclasses import dataclass
from enum import Enum
from math import comb

import numpy as np

from matroidlab.errors import TooLargeError
from matroidlab.orderability.effort import Effort
from matroidlab.orderability.pairs import sampled_pairs, unmatched_pair
from matroidlab.orderability.search import bijection_by_oracle
from matroidlab.orderability.table import tabulate
from matroidlab.orderability.violation import Violation
from matroidlab.protocol import Matroid, Orderability, offered
from matroidlab.subsets.masks import elements_of


class Method(Enum):
    """The source of an answer."""

    KNOWN = "its own claim"
    THEOREM = "rank or corank is at most 2"
    EXHAUSTION = "all pairs of bases"
    SAMPLE = "pairs of bases drawn at random"


@dataclass(frozen=True)
class Finding:
    """A violation or None, how it was searched for, and among how many pairs of bases."""

    violation: Violation | None
    method: Method
    pairs: int = 0

    @property
    def is_proof(self) -> bool:
        """Whether the answer is certain: it is not if only drawn pairs show no violation."""
        return self.violation is not None or self.method is not Method.SAMPLE


def find_violation(matroid: Matroid, most: int | None, effort: Effort) -> Finding:
    """Look for two bases without a bijection for exchanges of up to ``most`` (None: all)."""
    matroid = effort.asked(matroid)
    if min(matroid.rank, matroid.size - matroid.rank) <= 2:
        return Finding(None, Method.THEOREM)
    known = offered(matroid, Orderability)
    answer = _known(matroid, known, most) if known is not None else None
    if answer is not None:
        return answer
    if effort.sample is not None:
        return _sampled(matroid, most, effort.sample, effort)
    table = tabulate(matroid, patience=effort.patience)
    limit = table.most_exchanged if most is None else most
    pair = unmatched_pair(table, limit, patience=effort.patience, progress=effort.progress)
    violation = (
        Violation(matroid, elements_of(pair[0]), elements_of(pair[1]), most) if pair else None
    )
    return Finding(violation, Method.EXHAUSTION, comb(len(table.bases), 2))


def _known(matroid: Matroid, known: Orderability, most: int | None) -> Finding | None:
    """Return the matroid's own answer; None if its pair violates only for larger exchanges."""
    pair = known.violation
    if pair is None:
        return Finding(None, Method.KNOWN)
    if most is not None:
        try:
            if bijection_by_oracle(matroid, *pair, most) is not None:
                return None
        except TooLargeError:
            return None
    return Finding(Violation(matroid, *pair, most), Method.KNOWN, 1)


def _sampled(matroid: Matroid, most: int | None, sample: int, effort: Effort) -> Finding:
    rng = np.random.default_rng(np.random.SeedSequence(effort.seed))
    limit = matroid.rank if most is None else most
    tried = 0
    for done, (source, target) in enumerate(sampled_pairs(matroid, sample, rng), start=1):
        tried += len(np.setdiff1d(source, target)) > 2
        if bijection_by_oracle(matroid, source, target, limit) is None:
            return Finding(Violation(matroid, source, target, most), Method.SAMPLE, tried)
        if effort.progress is not None:
            effort.progress(done, sample)
    return Finding(None, Method.SAMPLE, tried)
