"""The claims of a matroid about its own orderability, checked against its oracle."""

import numpy as np

from matroidlab.algorithms import is_basis
from matroidlab.errors import ConformanceError, TooLargeError
from matroidlab.orderability.certificates import strong_bijection_failure
from matroidlab.orderability.effort import Effort
from matroidlab.orderability.finding import Finding, Method
from matroidlab.orderability.pairs import sampled_pairs
from matroidlab.orderability.search import bijection_by_oracle
from matroidlab.orderability.violation import Violation
from matroidlab.protocol import Matroid, Orderability, offered
from matroidlab.types import Elements

CHECKED = 100
"""The number of drawn pairs of bases on which a claim is checked, unless `sample` is given."""


def checked_claim(matroid: Matroid, claim: Finding, effort: Effort) -> Finding:
    """Return a claim with the number of pairs of bases it was checked on, or what refutes it.

    A pair that has no strong bijection at all refutes it, and is a counterexample. A bijection that
    is wrong though another is right, or a claimed violation that is not one, is an error, because
    then nothing that the matroid claims can be trusted.
    """
    if claim.violation is not None:
        return _checked_violation(matroid, claim.violation)
    known = offered(matroid, Orderability)
    assert known is not None
    rng = np.random.default_rng(np.random.SeedSequence(effort.seed))
    checked = 0
    for source, target in sampled_pairs(matroid, effort.sample or CHECKED, rng):
        checked += 1
        violation = claimed_pair_violation(matroid, known, source, target)
        if violation is not None:
            return Finding(violation, Method.SAMPLE, checked)
    return Finding(None, Method.KNOWN, checked)


def claimed_pair_violation(
    matroid: Matroid, known: Orderability, source: Elements, target: Elements
) -> Violation | None:
    """Check the strong bijection that a matroid claims for two bases."""
    result = known.strong_bijection(source.copy(), target.copy())
    fault = "is None" if result is None else _fault(matroid, source, target, np.asarray(result))
    if fault is None:
        return None
    if bijection_by_oracle(matroid, source, target, matroid.rank) is None:
        return Violation(matroid, source, target)
    name = f"strong_bijection({source.tolist()}, {target.tolist()})"
    raise ConformanceError(f"the matroid claims to be strongly base-orderable, but {name} {fault}")


def _fault(matroid: Matroid, source: Elements, target: Elements, result: Elements) -> str | None:
    if sorted(result.tolist()) != sorted(target.tolist()):
        return f"is {result.tolist()}, which does not rearrange the second basis"
    failing = strong_bijection_failure(matroid, source, result)
    if failing is None:
        return None
    return f"is {result.tolist()}, and exchanging {failing.tolist()} at once gives no basis"


def _checked_violation(matroid: Matroid, violation: Violation) -> Finding:
    """Search for a bijection of the two bases; no pair is checked if that takes too long."""
    shown = f"{violation.source.tolist()} and {violation.target.tolist()}"
    if not (is_basis(matroid, violation.source) and is_basis(matroid, violation.target)):
        raise ConformanceError(
            f"the matroid claims that {shown} have no {violation.kind}, but they are not both bases"
        )
    try:
        found = bijection_by_oracle(
            matroid, violation.source, violation.target, violation.most or matroid.rank
        )
    except TooLargeError:
        return Finding(violation, Method.KNOWN, 0)
    if found is not None:
        raise ConformanceError(
            f"the matroid claims that {shown} have no {violation.kind}, but {found.tolist()} is one"
        )
    return Finding(violation, Method.KNOWN, 1)
