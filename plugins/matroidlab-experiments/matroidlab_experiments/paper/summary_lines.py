"""The output of `matroidlab reproduce`: a line for each figure, and a count of the verdicts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matroidlab_experiments.paper.claim import OURS, Claim
from matroidlab_experiments.paper.figure_b_c_claims import MOVIELENS
from matroidlab_experiments.paper.reproduction import TITLES


@dataclass(frozen=True)
class SummaryLine:
    """The outcome of one figure.

    >>> claim = Claim("a", "slope at gap 0.4", paper="2.98", ours="3.00 ± 0.01", verdict="holds")
    >>> print(SummaryLine.of("a", [claim]).text)
    (a) regret ~ K^3           1 of 1 holds       slopes 3.00 (paper 2.98)
    """

    figure: str
    status: str
    detail: str

    @classmethod
    def of(cls, figure: str, claims: Sequence[Claim]) -> "SummaryLine":
        """Sum up the claims about a figure."""
        if not claims:
            return cls(figure, "no claims", "see the report")
        needs = {claim.needs for claim in claims}
        if needs == {MOVIELENS}:
            return cls(figure, f"needs {MOVIELENS}", "matroidlab data fetch, then --ratings DIR")
        compared = [claim for claim in claims if claim.verdict != "not comparable"]
        holding = sum(claim.verdict == "holds" for claim in compared)
        verb = "holds" if len(compared) == 1 else "hold"
        return cls(figure, f"{holding} of {len(compared)} {verb}", _detail(figure, claims))

    @property
    def name(self) -> str:
        """The letter and the title of the figure."""
        return f"({self.figure}) {TITLES.get(self.figure, '')}".rstrip()

    @property
    def text(self) -> str:
        """The line, in three columns."""
        return f"{self.name:<27}{self.status:<19}{self.detail}".rstrip()


def verdict_counts(claims: Iterable[Claim]) -> str:
    """Say how many claims hold, how many differ, and how many need other data or options.

    >>> needy = Claim("b", "", "", "", "not comparable", needs="MovieLens")
    >>> verdict_counts([Claim("a", "", "", "", "holds"), needy])
    '1 holds, 1 needs MovieLens.'
    """
    counts = Counter(
        ("needs", claim.needs) if claim.needs else (claim.verdict, "") for claim in claims
    )
    said = [
        _counted(number, verb, of) for (verb, of), number in sorted(counts.items(), key=_in_order)
    ]
    return f"{', '.join(said)}."


def _counted(number: int, verb: str, of: str) -> str:
    verb = verb.removesuffix("s") if number > 1 else verb
    return f"{number} {verb} {of}".rstrip()


def _in_order(item: tuple[tuple[str, str], int]) -> tuple[int, str]:
    (verb, of), _ = item
    return ("holds", "differs", "not comparable", "needs").index(verb), of


def _detail(figure: str, claims: Sequence[Claim]) -> str:
    if figure == "a":
        return f"slopes {_values(claims)} (paper {' '.join(claim.paper for claim in claims)})"
    if figure == "d":
        papers = [claim for claim in claims if claim.paper != OURS]
        ours = [claim for claim in claims if claim.paper == OURS]
        return (
            f"the paper's factor is off by {_values(papers, ', ')}; ours by {_values(ours, ', ')}"
        )
    differing = [claim.statement for claim in claims if claim.verdict == "differs"]
    return f"differs: {'; '.join(differing)}" if differing else ""


def _values(claims: Iterable[Claim], separator: str = " ") -> str:
    """The measured values without their standard errors."""
    return separator.join(
        claim.ours.removeprefix("off by ").partition(" ± ")[0] for claim in claims
    )
