from collections.abc import Callable, Iterable
from functools import partial
from random import Random

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample, Unsatisfiable
from hypothesis.strategies import SearchStrategy

from matroidlab.errors import ConformanceError
from matroidlab.families import OracleMatroid
from matroidlab.hookspecs import Family
from matroidlab.orderability import is_strongly_base_orderable
from matroidlab.orderability.claims import checked_claim
from matroidlab.orderability.effort import Effort
from matroidlab.orderability.finding import find_violation
from matroidlab.parameters import examples_fault
from matroidlab.protocol import Matroid, Orderability, offered
from matroidlab.testing.coverage import LEAST, Coverage
from matroidlab.testing.excluded_minors import excluded_minor
from matroidlab.types import as_count

JUDGED = 12
"""Up to this many elements all pairs of bases are tried, whatever the matroid claims."""

CHECKED = 20
"""The number of drawn pairs of bases on which the claim of a larger matroid is checked."""

CHUNK = 50
"""The number of matroids drawn with one seed; with more examples, the first ones stay the same."""


def assert_strongly_base_orderable(
    matroids: SearchStrategy[Matroid] | Family, *, examples: int = 1000
) -> Coverage:
    """Assert that all matroids are strongly base-orderable; show an excluded minor if not.

    >>> from matroidlab.registry import families
    >>> print(assert_strongly_base_orderable(families()["uniform"], examples=50))
    46 matroids of 0 to 8 elements and rank 0 to 8; 6 of rank and corank at least 3, ...
    >>> assert_strongly_base_orderable(families()["graphic"])
    Traceback (most recent call last):
    matroidlab.errors.ConformanceError: not strongly base-orderable: GraphicMatroid(edges=...
      bases: [0, ...], that is 0-1, ...
        and: [1, ...], that is ...
        why: ...

    The examples of a record are tried first, then drawn matroids: 50 with each of several seeds,
    until there are ``examples`` of them. They are the same ones in every run, and with more
    examples the same ones and more. Those of up to 12 elements are judged by all pairs of their
    bases, whatever they know of themselves; the claim of a larger one is checked on 20 drawn pairs.
    What is found is reduced by deletion and contraction as far as it goes.

    Returns what was covered. If no matroid had rank and corank of at least 3, none could have been
    a counterexample, and that is a failure too.
    """
    as_count(examples, name="examples", least=1)
    covered = Coverage()
    found = _first_violating(_examples(matroids), covered) if isinstance(matroids, Family) else None
    if found is None:
        found = _among_drawn(_strategy(matroids), examples, covered)
    if found is not None:
        raise ConformanceError(f"{_message(found)}\n  Covered: {covered}.")
    if not covered.in_question:
        raise ConformanceError(
            f"nothing drawn could have been a counterexample: {covered}; draw larger matroids"
        )
    return covered


def _message(matroid: Matroid) -> str:
    minor = excluded_minor(matroid)
    if minor is None:
        minor = excluded_minor(_without_claims(matroid))
        assert minor is not None
        relation = "has that minor" if minor.is_proper else "is that matroid"
        claim = f"But {matroid!r}, which {relation}, claims to be."
        return f"not strongly base-orderable: {minor}\n  {claim}"
    origin = f"\n  It is a minor of {matroid!r}." if minor.is_proper else ""
    return f"not strongly base-orderable: {minor}{origin}"


def _strategy(matroids: SearchStrategy[Matroid] | Family) -> SearchStrategy[Matroid]:
    if not isinstance(matroids, Family):
        return matroids
    if matroids.strategy is None:
        raise ValueError(
            f"family {matroids.name!r} has no strategy to draw from: "
            "give its record one, or pass a strategy"
        )
    return matroids.strategy()


def _examples(family: Family) -> Iterable[Matroid]:
    fault = examples_fault(family.name, family.examples)
    if fault is not None:
        raise ConformanceError(fault)
    return (family.build(**example) for example in family.examples)


def _first_violating(matroids: Iterable[Matroid], covered: Coverage) -> Matroid | None:
    return next((matroid for matroid in matroids if _is_violating(matroid, covered)), None)


def _is_violating(matroid: Matroid, covered: Coverage) -> bool:
    # The claim of a matroid is part of what is tested, so a small matroid is judged without it.
    asked = matroid if matroid.size > JUDGED else _without_claims(matroid)
    covered.count(asked)
    if min(asked.rank, asked.size - asked.rank) < LEAST:
        return False
    if offered(asked, Orderability) is None:
        covered.searched += 1
        return not is_strongly_base_orderable(asked)
    covered.claimed += 1
    effort = Effort(sample=CHECKED)
    return checked_claim(asked, find_violation(asked, None, effort), effort).violation is not None


def _without_claims(matroid: Matroid) -> Matroid:
    return OracleMatroid(matroid.size, matroid.is_independent)


def _among_drawn(
    strategy: SearchStrategy[Matroid], examples: int, covered: Coverage
) -> Matroid | None:
    chunks = (
        _found(strategy, partial(_is_violating, covered=covered), seed)
        for seed in range(-(-examples // CHUNK))
    )
    return next((found for found in chunks if found is not None), None)


def _found(
    strategy: SearchStrategy[Matroid], condition: Callable[[Matroid], bool], seed: int
) -> Matroid | None:
    try:
        # No shrinking: taking minors is a better way to small matroids.
        rng = Random(seed)  # noqa: S311 - not a secret
        return find(strategy, condition, settings=_settings(), random=rng)
    except (NoSuchExample, Unsatisfiable):  # the second if a filter has let nothing through
        return None


def _settings() -> settings:
    return settings(
        max_examples=CHUNK,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
