from dataclasses import dataclass

OURS = "\N{EN DASH}"
"""Stands for the paper's value where a claim is ours."""


@dataclass(frozen=True)
class Claim:
    """A claim about a figure, the measured value, and the verdict.

    >>> Claim("a", "slope at gap 0.4", paper="2.98", ours="3.00 ± 0.01", verdict="holds").verdict
    'holds'
    """

    figure: str
    statement: str
    paper: str
    """The paper's value; a dash where the claim is ours."""
    ours: str
    verdict: str
    """"holds", "differs" or "not comparable"."""
    holds_if: str = ""
    """The condition for the claim to hold, with its tolerance."""
    why: str = ""
    """An explanation of the outcome, or why it cannot be compared."""
    needs: str = ""
    """The data or the option that a comparison needs: "MovieLens" or "--full"."""


def verdict(true: bool) -> str:
    """Return the verdict on a claim that can be compared."""
    return "holds" if true else "differs"
