"""Claims of figure (d): the paper's factor for m new items, and our correction of it."""

from collections.abc import Iterator

from matroidlab_experiments.paper.claim import OURS, Claim, verdict
from matroidlab_experiments.paper.price_of_caution import Price, prices_of
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import Results

ALPHA = "\N{GREEK SMALL LETTER ALPHA}"
OUR_FACTOR = f"1/{ALPHA} \N{MINUS SIGN} 1"
THE_PAPERS_FACTOR = f"K(1 \N{MINUS SIGN} {ALPHA})"

TOLERANCE = 0.25
"""The largest average relative error; a factor is the shape of a bound, not a forecast."""


def price_claims(figure: str, results: Results, problems: Problems) -> Iterator[Claim]:
    """Compare both factors with the regret between the smallest and the largest m."""
    where = results.experiment.name.removeprefix(f"{figure}-")
    holds_if = f"off by at most {percent(TOLERANCE)} on average"
    for price in prices_of(results, problems):
        if price.can_miss:
            missed = price.miss(price.papers_factor), price.miss(price.factor)
            papers, ours = (f"off by {percent(off)} ± {percent(error)}" for off, error in missed)
            between = f"{where}: between the smallest and the largest m, regret follows"
            yield Claim(
                figure,
                f"{between} {THE_PAPERS_FACTOR}, the paper's factor",
                THE_PAPERS_FACTOR,
                papers,
                verdict(missed[0][0] <= TOLERANCE),
                holds_if,
            )
            yield Claim(
                figure,
                f"{between} {OUR_FACTOR}, our correction",
                OURS,
                ours,
                verdict(missed[1][0] <= TOLERANCE),
                holds_if,
                why_off(price),
            )


def percent(share: float) -> str:
    """Return a share as a percentage.

    >>> percent(0.149)
    '15 %'
    """
    return f"{100 * share:.0f} %"


def why_off(price: Price) -> str:
    """Explain the error of our factor: at m = K the trusted list is not shown.

    The regret of a round is that of the proposal plus p - 1 times that of the trusted list. For
    m < K the trusted list shows the items of the baseline, so proposals need not explore them; for
    m = K they must explore everything. The text is empty if m = K or two smaller m are missing.
    """
    shown = price.below_whole_lists()
    if len(shown.swap_sizes) < 2 or len(shown.swap_sizes) == len(price.swap_sizes):
        return ""
    expected = shown.at_whole_lists()
    measured = float(price.mean[-1])
    if expected <= 0 or price.trusted >= price.outside:
        return ""
    off = (
        f" Among m < K alone, the factor is off by {percent(shown.miss(shown.factor)[0])}."
        if shown.can_miss
        else ""
    )
    return (
        f"At m = K the trusted list is never shown, so proposals alone explore all {price.outside} "
        f"items outside the best list; at smaller m, the trusted list shows {price.trusted} of "
        "them, those of the baseline. So at m = K the regret should be about "
        f"{price.outside / (price.outside - price.trusted):.2f} times what smaller m predict; "
        f"measured: {measured / expected:.2f} times ({measured:,.0f} against {expected:,.0f}).{off}"
    )
