from dataclasses import dataclass
from enum import Enum

from matroidlab.errors import TooLargeError
from matroidlab.orderability.effort import PATIENCE, Progress
from matroidlab.orderability.finding import Effort, Finding, Method, find_violation
from matroidlab.orderability.search import bijection_by_oracle
from matroidlab.orderability.violation import Violation
from matroidlab.protocol import Matroid


class Verdict(Enum):
    """What is shown of a matroid."""

    STRONG = "strongly base-orderable"
    BASE = "base-orderable, not strongly"
    NOT_STRONG = "not strongly base-orderable"
    NOT_BASE = "not base-orderable"
    OPEN = "not decided"


@dataclass(frozen=True)
class OrderabilityReport:
    """What is shown of a matroid's orderability, how, and what is not.

    Attributes
    ----------
    verdict
        What is shown.
    violation
        The two bases that show it, where the verdict is a no.
    method
        Where the answer comes from.
    pairs
        How many pairs of bases it rests on.
    """

    verdict: Verdict
    violation: Violation | None
    method: Method
    pairs: int

    def __str__(self) -> str:
        return {
            Verdict.STRONG: f"strongly base-orderable ({self._source})",
            Verdict.BASE: f"base-orderable ({self._source}), but not strongly: {self.violation}",
            Verdict.NOT_STRONG: f"not strongly base-orderable (whether base-orderable is open): {self.violation}",
            Verdict.NOT_BASE: f"not base-orderable: {self.violation}",
            Verdict.OPEN: f"not decided: no violation among {self.pairs} {self.method.value}, which proves no more",
        }[self.verdict]

    @property
    def _source(self) -> str:
        return f"all {self.pairs} pairs of bases" if self.method is Method.EXHAUSTION else self.method.value


def orderability_report(
    matroid: Matroid,
    *,
    sample: int | None = None,
    seed: int = 0,
    patience: float = PATIENCE,
    progress: Progress | None = None,
) -> OrderabilityReport:
    """Say whether a matroid is strongly base-orderable, base-orderable or neither, and what the answer rests on.

    >>> from matroidlab import GraphicMatroid
    >>> print(orderability_report(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (3, 0)])))
    strongly base-orderable (rank or corank is at most 2)

    Options as for `strong_order_violation`. Where the two questions are answered in different ways, ``method`` and
    ``pairs`` are those of the answer that the verdict needs most.
    """
    effort = Effort(sample, seed, patience, progress)
    strong = find_violation(matroid, None, effort)
    if strong.violation is None:
        return _report(Verdict.STRONG if strong.is_proof else Verdict.OPEN, strong)
    pair = strong.violation.source, strong.violation.target
    if bijection_by_oracle(matroid, *pair, 1) is None:
        return _report(Verdict.NOT_BASE, Finding(Violation(matroid, *pair, 1), strong.method, strong.pairs))
    try:
        base = find_violation(matroid, 1, effort)
    except TooLargeError:
        return _report(Verdict.NOT_STRONG, strong)
    if base.violation is not None:
        return _report(Verdict.NOT_BASE, base)
    if not base.is_proof:
        return _report(Verdict.NOT_STRONG, strong)
    return _report(Verdict.BASE, Finding(strong.violation, base.method, base.pairs))


def _report(verdict: Verdict, finding: Finding) -> OrderabilityReport:
    return OrderabilityReport(verdict, finding.violation, finding.method, finding.pairs)
