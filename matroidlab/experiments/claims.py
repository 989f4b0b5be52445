from dataclasses import dataclass


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
