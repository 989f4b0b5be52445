"""Whether a page that a caller has given is a matroid, and errors that it raises."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from matroidlab.algorithms import is_basis
from matroidlab.errors import (
    InvalidAnswerError,
    MatroidLabError,
    OracleError,
    ServingError,
    described,
)
from matroidlab.protocol import Matroid
from matroidlab.subsets import axiom_violation
from matroidlab.types import Elements

ALL_SUBSETS = 12
"""Up to this many elements all subsets are looked at: 4,096 questions, some 50 ms."""
PAIRS = 60
"""The number of random pairs of lists that are looked at in larger matroids."""


class PageError(ServingError):
    """The matroid of a page raised an error, or returned nonsense."""


def as_page_error(page: object, error: BaseException) -> PageError | None:
    """Return the error that names the page if its matroid has raised this one, or else None."""
    if getattr(page, "can_grow", False):  # `Slots` or `Top`, whose errors are our own
        return None
    if isinstance(error, MatroidLabError) and not isinstance(
        error, InvalidAnswerError | OracleError
    ):
        return error if isinstance(error, PageError) else None
    return PageError(f"the page {getattr(page, 'fixed', page)!r:.120} failed: {described(error)}")


@contextmanager
def page_faults(page: object) -> Iterator[None]:
    """Turn whatever the matroid of a page raises into an error that names the page."""
    try:
        yield
    except (Exception, SystemExit) as error:  # a page that calls sys.exit must not end the service
        found = as_page_error(page, error)
        if found is None or found is error:
            raise
        raise found from error


def is_valid_list(page: object, matroid: Matroid, items: Elements) -> bool:
    """Return whether items are a valid list."""
    with page_faults(page):
        return is_basis(matroid, items)


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
