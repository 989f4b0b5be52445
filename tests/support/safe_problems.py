"""Small problems about safe lists, and brute force for them."""

from itertools import permutations
from typing import Any

import numpy as np

from matroidlab import Matroid
from support.reference import Reference


def problem(matroid: Matroid, rng: np.random.Generator) -> tuple[Any, Any, Any, Any]:
    """All bases, a baseline, integer cautious weights with ties and infinities, and m."""
    reference = Reference(matroid)
    bases = sorted(sorted(basis) for basis in reference.bases)
    baseline = np.array(bases[rng.integers(len(bases))], dtype=np.intp)
    cautious = rng.integers(4, size=matroid.size).astype(float)
    cautious[baseline] = np.where(rng.random(len(baseline)) < 0.1, np.inf, cautious[baseline])
    swap_size = int(rng.integers(0, reference.rank + 2))
    return [np.array(basis, dtype=np.intp) for basis in bases], baseline, cautious, swap_size


def fewest_doubtful(items: Any, baseline: Any, cautious: Any, component: Any) -> int:
    """By all bijections: how few items have no partner, in their component and no better."""
    return min(
        (
            sum(
                component[item] != component[other] or cautious[item] < cautious[other]
                for item, other in zip(items, order, strict=True)
                if item != other
            )
            for order in permutations(baseline)
        ),
        default=0,
    )


def heaviest_weight(lists: Any, weights: Any) -> float:
    return max(float(weights[items].sum()) for items in lists)
