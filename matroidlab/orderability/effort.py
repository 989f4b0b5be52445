"""How much work an answer may cost, and the error that refuses more before the work starts."""

from dataclasses import dataclass

from matroidlab.algorithms.oracle import OracleAlone
from matroidlab.errors import TooLargeError
from matroidlab.protocol import Matroid
from matroidlab.subsets import Progress
from matroidlab.types import as_count

PATIENCE = 600.0
"""The default limit, in seconds, on the estimated time of a search."""

WAYS_OUT = "search at random with `sample=`, or give the matroid a method `orderability()`"


@dataclass(frozen=True)
class Effort:
    """The work that an answer may cost; the options of the public functions as one record.

    Attributes
    ----------
    sample
        The number of pairs of bases to draw instead of trying all; then only a violation is a
        proof.
    seed
        The seed for drawing pairs.
    patience
        Seconds; a search whose estimate is longer is refused before it starts.
    progress
        Called with the number of pairs done and the number of pairs in total.
    distrust
        Use the independence oracle alone: ask the matroid neither for claims nor for fast methods.
    """

    sample: int | None = None
    seed: int = 0
    patience: float = PATIENCE
    progress: Progress | None = None
    distrust: bool = False

    def __post_init__(self) -> None:
        if self.sample is not None:
            as_count(self.sample, name="sample", least=1)

    def asked(self, matroid: Matroid) -> Matroid:
        """Return the object to ask about a matroid: the matroid itself, or its oracle alone."""
        return OracleAlone(matroid) if self.distrust else matroid


def too_long(work: str, seconds: float, patience: float) -> TooLargeError:
    """Return the error that names the work, its estimate, the bound and the ways out."""
    estimate = (
        f"{work} would take about {duration(seconds)}, and `patience` is {duration(patience)}"
    )
    return TooLargeError(f"{estimate}: allow more, {WAYS_OUT}")


def duration(seconds: float) -> str:
    """Return a length of time in words.

    >>> duration(0.2), duration(90), duration(7e9)
    ('less than a second', '90 seconds', '221.8 years')
    """
    if seconds < 1.5:
        return "less than a second" if seconds < 1 else "a second"
    for unit, length, enough in (
        ("seconds", 1.0, 120),
        ("minutes", 60.0, 120),
        ("hours", 3600.0, 48),
    ):
        if seconds < length * enough:
            return f"{seconds / length:.0f} {unit}"
    days = seconds / 86400
    return f"{days:.0f} days" if days < 730 else f"{days / 365.25:.4g} years"
