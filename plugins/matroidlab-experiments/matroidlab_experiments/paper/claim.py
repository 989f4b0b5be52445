from dataclasses import dataclass

OURS = "\N{EN DASH}"
"""What the paper says of a claim of ours."""


@dataclass(frozen=True)
class Claim:
    """Something that is said of a figure, what came out here, and whether the one bears out the other.

    >>> Claim("a", "slope at gap 0.4", paper="2.98", ours="3.00 ± 0.01", verdict="holds").verdict
    'holds'
    """

    figure: str
    statement: str
    paper: str
    """What the paper says; a dash where it is our own claim."""
    ours: str
    verdict: str
    """"holds", "differs" or "not comparable"."""
    holds_if: str = ""
    """What must come out for the claim to hold: the tolerance."""
    why: str = ""
    """Why it came out so, or cannot be compared."""
    needs: str = ""
    """What is missing for a comparison: "MovieLens" or "--full"."""


def verdict(true: bool) -> str:
    """Return the verdict on a claim that can be compared."""
    return "holds" if true else "differs"
