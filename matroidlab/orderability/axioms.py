"""Is it a matroid? Decided on all sets if they can be listed, otherwise tried on some."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from matroidlab.algorithms.oracle import OracleAlone
from matroidlab.errors import InvalidMatroidError
from matroidlab.orderability.table import SECONDS_A_TABULATED_SET, SECONDS_AN_ORACLE_CALL
from matroidlab.protocol import Matroid, Tabulated, offered
from matroidlab.subsets import LIMIT, Axiom, AxiomViolation, Progress, axiom_violation
from matroidlab.types import Elements

DECIDED = 16
"""Up to this many elements every set is asked about, however slow the oracle is."""

QUICK = 3.0
"""Seconds; every set of a larger matroid is asked about too if the estimate is below this."""

DRAWN = 40
"""For a larger matroid, the number of pairs of bases that are drawn, and of arbitrary sets."""


@dataclass(frozen=True)
class SetsTried:
    """The number of sets on which the axioms were tried; trying all sets decides them.

    >>> print(SetsTried(64, are_all=True), "-", SetsTried(131, are_all=False))
    all 64 sets - 131 drawn sets
    """

    count: int
    are_all: bool

    def __str__(self) -> str:
        return f"all {self.count} sets" if self.are_all else f"{self.count} drawn sets"


def can_be_decided(matroid: Matroid) -> bool:
    """Whether every set is asked about: up to 16 elements always, beyond that if it is quick.

    >>> from matroidlab import OracleMatroid, UniformMatroid
    >>> can_be_decided(OracleMatroid(18, bool)), can_be_decided(OracleMatroid(19, bool))
    (True, False)
    >>> can_be_decided(UniformMatroid(22, 11))  # it is tabulated: all sets in one call
    True
    """
    each = (
        SECONDS_AN_ORACLE_CALL if offered(matroid, Tabulated) is None else SECONDS_A_TABULATED_SET
    )
    return matroid.size <= DECIDED or (matroid.size <= LIMIT and each * 2.0**matroid.size <= QUICK)


def refuse_unless_matroid(
    matroid: Matroid, *, seed: int = 0, progress: Progress | None = None
) -> SetsTried:
    """Raise an error that shows a broken axiom, or return the sets on which all axioms held.

    >>> from matroidlab import OracleMatroid
    >>> pairs = OracleMatroid(4, lambda elements: len(elements) <= 1 or elements.tolist() == [2, 3])
    >>> refuse_unless_matroid(pairs)
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: this is not a matroid: [0] and [2, 3] are ...
    """
    if can_be_decided(matroid):
        violation = axiom_violation(matroid, progress=progress)
        tried = SetsTried(1 << matroid.size, are_all=True)
    else:
        asked = _Remembering(matroid)
        candidates = _candidates(matroid, np.random.default_rng(np.random.SeedSequence(seed)))
        violation = next((one for one in candidates if one.verify(asked)), None)
        tried = SetsTried(len(asked.answers), are_all=False)
    if violation is not None:
        raise InvalidMatroidError(f"this is not a matroid: {violation}")
    return tried


def _candidates(matroid: Matroid, rng: np.random.Generator) -> Iterator[AxiomViolation]:
    """Yield possible violations, from drawn bases and from arbitrary sets.

    If this is not a matroid, `greedy` may never reach some of the independent sets.
    """
    yield AxiomViolation(Axiom.EMPTY_SET)
    for draw in range(DRAWN):
        first, second = (matroid.greedy(rng.permutation(matroid.size)) for _ in range(2))
        largest = matroid.size if draw % 2 else min(matroid.size, 2 * len(first))
        any_set = rng.permutation(matroid.size)[: rng.integers(largest + 1)]
        for whole in (second, any_set):
            part = _part(whole, rng)
            yield AxiomViolation(Axiom.HEREDITY, (_set(whole), _set(part)))
            for smaller in (first, _part(first, rng)):
                larger = whole if len(smaller) >= len(part) else part
                yield AxiomViolation(Axiom.AUGMENTATION, (_set(smaller), _set(larger)))


def _part(elements: Elements, rng: np.random.Generator) -> Elements:
    return rng.permutation(elements)[: rng.integers(len(elements) + 1)]


def _set(elements: Elements) -> tuple[int, ...]:
    return tuple(sorted(elements.tolist()))


@dataclass(frozen=True)
class _Remembering(OracleAlone):
    """An oracle that is asked about each set once, and remembers the answers."""

    answers: dict[bytes, bool] = field(default_factory=dict, compare=False)

    def is_independent(self, elements: Elements, /) -> bool:
        key = np.sort(elements).tobytes()
        if key not in self.answers:
            self.answers[key] = bool(self.matroid.is_independent(elements))
        return self.answers[key]
