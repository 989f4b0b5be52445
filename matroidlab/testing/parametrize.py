from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import pytest

from matroidlab.errors import ConformanceError
from matroidlab.hookspecs import Family
from matroidlab.parameters import examples_fault
from matroidlab.protocol import Matroid
from matroidlab.testing.laws.check import Check, refuse_unknown
from matroidlab.testing.laws.matroids import MATROID_LAWS, matroid_checks

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet


def parametrize_with_checks(
    matroids: Iterable[Matroid | Family], *, expected_failures: Mapping[str, str] | None = None
) -> pytest.MarkDecorator:
    """Make a test of each matroid and each law that applies; a record stands for its examples.

    >>> from matroidlab import UniformMatroid
    >>> @parametrize_with_checks([UniformMatroid(size=5, rank=2)])
    ... def test_uniform_matroids_are_matroids(matroid, check):
    ...     check(matroid)

    ``expected_failures`` gives reasons by names of checks. These are expected to fail, on every
    matroid that they concern, and one that holds after all is reported as a failure.
    """
    expected = expected_failures or {}
    refuse_unknown(expected, MATROID_LAWS)
    cases = [case for i, subject in enumerate(matroids) for case in _cases(i, subject, expected)]
    return pytest.mark.parametrize(("matroid", "check"), cases)


def _cases(
    number: int, subject: Matroid | Family, expected: Mapping[str, str]
) -> Iterator["ParameterSet"]:
    if isinstance(subject, Family):
        fault = examples_fault(subject.name, subject.examples)
        if fault is not None:
            raise ConformanceError(fault)
        for i, example in enumerate(subject.examples):
            matroid = subject.build(**example)
            yield from _params(
                f"{subject.name}{i}", matroid, matroid_checks(matroid, family=subject), expected
            )
    else:
        yield from _params(
            f"{type(subject).__name__}{number}", subject, matroid_checks(subject), expected
        )


def _params(
    name: str, matroid: Matroid, checks: Iterator[Check[Matroid]], expected: Mapping[str, str]
) -> Iterator["ParameterSet"]:
    for check in checks:
        reason = expected.get(check.name)
        marks = [] if reason is None else [pytest.mark.xfail(reason=reason, strict=True)]
        yield pytest.param(matroid, check, id=f"{name}-{check.name}", marks=marks)
