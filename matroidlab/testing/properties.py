from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import SearchStrategy

from matroidlab.errors import ConformanceError
from matroidlab.families import OracleMatroid
from matroidlab.hookspecs import Family
from matroidlab.orderability import is_strongly_base_orderable
from matroidlab.protocol import Matroid
from matroidlab.testing.excluded_minors import excluded_minor
from matroidlab.types import as_count

JUDGED = 12
"""Up to so many elements all pairs of bases are tried, whatever the matroid knows."""


def assert_strongly_base_orderable(matroids: SearchStrategy[Matroid] | Family, *, examples: int = 1000) -> None:
    """Assert that the matroids of a family or a strategy are strongly base-orderable; show an excluded minor if not.

    >>> from matroidlab.registry import families
    >>> assert_strongly_base_orderable(families()["uniform"], examples=50)
    >>> assert_strongly_base_orderable(families()["graphic"])
    Traceback (most recent call last):
    matroidlab.errors.ConformanceError: not strongly base-orderable: GraphicMatroid(edges=((0, 1), ...
      bases: [0, ...], that is 0-1, ...
        and: [1, ...], that is ...
        why: ...

    The examples of a record are tried first, then ``examples`` drawn matroids, or as many as there are; the same ones
    in every run. Small ones are judged by all pairs of their bases, whatever they know of themselves. What is found is
    reduced by deletion and contraction as far as it goes.
    """
    as_count(examples, name="examples", least=1)
    found = _among_examples(matroids) if isinstance(matroids, Family) else None
    if found is None:
        found = _among_drawn(_strategy(matroids), examples)
    if found is not None:
        raise ConformanceError(_message(found))


def _message(matroid: Matroid) -> str:
    minor = excluded_minor(matroid)
    if minor is None:
        minor = excluded_minor(_without_claims(matroid))
        return f"not strongly base-orderable: {minor}\n  But {matroid!r}, which has that minor, claims to be."
    origin = "" if minor.matroid == matroid else f"\n  It is a minor of {matroid!r}."
    return f"not strongly base-orderable: {minor}{origin}"


def _strategy(matroids: SearchStrategy[Matroid] | Family) -> SearchStrategy[Matroid]:
    if not isinstance(matroids, Family):
        return matroids
    if matroids.strategy is None:
        raise ValueError(
            f"family {matroids.name!r} has no strategy to draw from: give its record one, or pass a strategy"
        )
    return matroids.strategy()


def _is_violating(matroid: Matroid) -> bool:
    # What a matroid says of itself is part of what is tested, as far as it can be found out without asking.
    judged = matroid if matroid.size > JUDGED else _without_claims(matroid)
    return not is_strongly_base_orderable(judged)


def _without_claims(matroid: Matroid) -> Matroid:
    return OracleMatroid(matroid.size, matroid.is_independent)


def _among_examples(family: Family) -> Matroid | None:
    return next(filter(_is_violating, (family.build(**example) for example in family.examples)), None)


def _among_drawn(strategy: SearchStrategy[Matroid], examples: int) -> Matroid | None:
    try:
        # No shrinking: minors are a better way to smaller matroids, for they know what to keep.
        return find(strategy, _is_violating, settings=_settings(examples))
    except NoSuchExample:
        return None


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
