from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from matroidlab.errors import TooLargeError
from matroidlab.orderability.axioms import SetsTried, refuse_unless_matroid
from matroidlab.orderability.claims import checked_claim
from matroidlab.orderability.effort import PATIENCE, Effort
from matroidlab.orderability.finding import Finding, Method, find_violation
from matroidlab.orderability.search import bijection_by_oracle
from matroidlab.orderability.violation import Violation
from matroidlab.protocol import Matroid
from matroidlab.subsets import Progress


class Verdict(Enum):
    """The strongest statement that is shown about a matroid."""

    STRONG = "strongly base-orderable"
    BASE = "base-orderable, not strongly"
    NOT_STRONG = "not strongly base-orderable"
    NOT_BASE = "not base-orderable"
    OPEN = "not decided"


@dataclass(frozen=True, repr=False)
class OrderabilityReport:
    """A verdict on the orderability of a matroid, and the evidence for it.

    Attributes
    ----------
    verdict
        The strongest statement that was shown.
    violation
        The two bases that show it, if the verdict is negative.
    method
        The source of the answer.
    pairs
        The number of pairs of bases that were tried: all, those drawn, or those on which a claim
        was checked.
    axioms
        The sets on which the axioms of a matroid were tried.
    """

    verdict: Verdict
    violation: Violation | None
    method: Method
    pairs: int
    axioms: SetsTried

    def __str__(self) -> str:
        text = {
            Verdict.STRONG: f"strongly base-orderable ({self.known_by})",
            Verdict.BASE: f"base-orderable ({self.known_by}), but not strongly: {self.violation}",
            Verdict.NOT_STRONG: (
                f"not strongly base-orderable (whether base-orderable is open): {self.violation}"
            ),
            Verdict.NOT_BASE: f"not base-orderable: {self.violation}",
            Verdict.OPEN: f"not decided: no violation among {self.known_by}, which proves no more",
        }[self.verdict]
        if self.axioms.are_all:
            return text
        return f"{text}; the axioms of a matroid were tried on {self.axioms} only"

    def by_name(self, names: Sequence[str]) -> "OrderabilityReport":
        """Return the same report, whose violation prints the names of the elements."""
        if self.violation is None:
            return self
        return replace(self, violation=self.violation.by_name(names))

    def __repr__(self) -> str:
        return f"OrderabilityReport({self})"

    @property
    def known_by(self) -> str:
        """The evidence in words: the number of pairs of bases, a claim or a theorem."""
        pairs = f"{self.pairs} pair{'s' * (self.pairs != 1)}"
        return {
            Method.EXHAUSTION: f"all {pairs} of bases",
            Method.KNOWN: f"{Method.KNOWN.value}, checked on {pairs}",
            Method.SAMPLE: f"{pairs} of bases drawn at random",
            Method.THEOREM: Method.THEOREM.value,
        }[self.method]


def orderability_report(
    matroid: Matroid,
    *,
    sample: int | None = None,
    seed: int = 0,
    patience: float = PATIENCE,
    progress: Progress | None = None,
    distrust: bool = False,
) -> OrderabilityReport:
    """Report whether a matroid is strongly base-orderable, base-orderable or neither, and why.

    >>> from matroidlab import GraphicMatroid
    >>> print(orderability_report(GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (3, 0)])))
    strongly base-orderable (rank or corank is at most 2)

    Use this for published results. First the axioms are decided, on all sets of a matroid of up to
    16 elements and of more if that is quick, otherwise tried on some; if one is broken, that is an
    error that shows why. A claim of the matroid's own is checked on 100 drawn pairs of bases, or on
    ``sample`` of them; with ``distrust`` only the independence oracle is used. The other options
    are those of `strong_order_violation`. If the two questions are answered in different ways,
    ``method`` and ``pairs`` belong to the answer that the verdict needs most.

    Parameters
    ----------
    matroid
        The matroid.
    sample
        The number of pairs of bases to draw; None tries all pairs where no theorem applies.
    seed
        The seed of the draw.
    patience
        The number of seconds that a search may take; a longer one is refused before it starts.
    progress
        Called as ``progress(done, total)`` from time to time.
    distrust
        Whether to use the independence oracle alone, and ignore what the matroid claims.
    """
    effort = Effort(sample, seed, patience, progress, distrust)
    axioms = refuse_unless_matroid(effort.asked(matroid), seed=seed, progress=progress)
    verdict, finding = _judged(matroid, effort)
    return OrderabilityReport(verdict, finding.violation, finding.method, finding.pairs, axioms)


def _judged(matroid: Matroid, effort: Effort) -> tuple[Verdict, Finding]:
    strong = _checked(matroid, None, effort)
    if strong.violation is None:
        return (Verdict.STRONG if strong.is_proof else Verdict.OPEN), strong
    pair = strong.violation.source, strong.violation.target
    if bijection_by_oracle(strong.violation.matroid, *pair, 1) is None:
        violation = Violation(strong.violation.matroid, *pair, 1)
        return Verdict.NOT_BASE, Finding(violation, strong.method, strong.pairs)
    try:
        base = _checked(matroid, 1, effort)
    except TooLargeError:
        return Verdict.NOT_STRONG, strong
    if base.violation is not None:
        return Verdict.NOT_BASE, base
    if not base.is_proof:
        return Verdict.NOT_STRONG, strong
    return Verdict.BASE, Finding(strong.violation, base.method, base.pairs)


def _checked(matroid: Matroid, most: int | None, effort: Effort) -> Finding:
    """Search for a violation; check a claim of the matroid against its oracle."""
    found = find_violation(matroid, most, effort)
    return checked_claim(matroid, found, effort) if found.method is Method.KNOWN else found
