"""Whether a page that a caller has given is a matroid, as far as that can be checked."""

import numpy as np

from matroidlab.errors import ServingError
from matroidlab.protocol import Matroid
from matroidlab.subsets import axiom_violation
from matroidlab.types import Elements

ALL_SUBSETS = 12
"""Up to this many elements all subsets are looked at: 4,096 questions, some 50 ms."""
PAIRS = 60
"""The number of random pairs of lists that are looked at in larger matroids."""


def check_is_matroid(matroid: Matroid) -> None:
    """Refuse a page that is not a matroid: some lists could not be exchanged for others.

    Up to `ALL_SUBSETS` elements every axiom is checked. Of larger ones, pairs of random lists are:
    both must be of full length, and an item of one must have a counterpart in the other. A page
    that breaks the rules in few places only may pass.
    """
    if matroid.size <= ALL_SUBSETS:
        violation = axiom_violation(matroid)
        if violation is not None:
            raise ServingError(_refusal(str(violation)))
        return
    rng = np.random.default_rng(0)
    for _ in range(PAIRS):
        first, second = (_random_list(matroid, rng) for _ in range(2))
        _check_exchange(matroid, first, second, rng)


def _random_list(matroid: Matroid, rng: np.random.Generator) -> Elements:
    found = matroid.greedy(rng.permutation(matroid.size))
    if len(found) != matroid.rank or not matroid.is_independent(found):
        raise ServingError(
            _refusal(
                f"greedy finds a list of {len(found)} items that cannot be extended, "
                f"and the rank is {matroid.rank}"
            )
        )
    return found


def _check_exchange(
    matroid: Matroid, first: Elements, second: Elements, rng: np.random.Generator
) -> None:
    leaving = np.setdiff1d(first, second)
    if not len(leaving):
        return
    item = rng.choice(leaving)
    rest = first[first != item]
    candidates = np.setdiff1d(second, first)
    if not any(matroid.is_independent(np.append(rest, one)) for one in candidates):
        lists = f"{sorted(first.tolist())} and {sorted(second.tolist())} are lists"
        raise ServingError(
            _refusal(f"{lists}, but no element of the second can replace {item} in the first")
        )


RULES = (
    "limits on groups of items can be combined if any two groups are disjoint or one contains the "
    "other, as brands within a slot; brands that cut across slots cannot"
)


def _refusal(why: str) -> str:
    return f"the page is not a matroid, so lists cannot be improved item by item: {why}; {RULES}"
