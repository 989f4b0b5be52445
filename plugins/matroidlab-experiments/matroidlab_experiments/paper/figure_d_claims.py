"""Our correction of the paper's factor for lists with several new items, measured beside it."""

from collections.abc import Iterator

from matroidlab_experiments.paper.claim import OURS, Claim, verdict
from matroidlab_experiments.paper.price_of_caution import Price, prices_of
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import Results

ALPHA = "\N{GREEK SMALL LETTER ALPHA}"
OUR_FACTOR = f"1/{ALPHA} \N{MINUS SIGN} 1"
THE_PAPERS_FACTOR = f"K(1 \N{MINUS SIGN} {ALPHA})"

TOLERANCE = 0.25
"""By how much of the regret a factor may be off, on average: it is the shape of a bound, and no forecast."""


def price_claims(figure: str, results: Results, problems: Problems) -> Iterator[Claim]:
    """Hold the paper's factor and ours against the regret between the smallest and the largest m."""
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
    """Return a share as people read it.

    >>> percent(0.149)
    '15 %'
    """
    return f"{100 * share:.0f} %"


def why_off(price: Price) -> str:
    """Say why our factor is off at all: at m = K the trusted list is not shown, so it teaches nothing.

    The regret of a round is that of the proposal and p - 1 times that of the trusted list. For m < K the trusted list
    shows the items of the baseline, so proposals need not explore those; for m = K they must explore everything.
    Empty if m = K was not played, or fewer than two smaller m.
    """
    shown = price.below_whole_lists()
    if len(shown.swap_sizes) < 2 or len(shown.swap_sizes) == len(price.swap_sizes):
        return ""
    expected, measured = shown.at_whole_lists(), float(price.mean[-1])
    if expected <= 0 or price.trusted >= price.outside:
        return ""
    off = f" Among m < K alone, the factor is off by {percent(shown.miss(shown.factor)[0])}." if shown.can_miss else ""
    return (
        f"At m = K the trusted list is never shown, so proposals alone explore all {price.outside} items outside the "
        f"best list; at smaller m, the trusted list shows {price.trusted} of them, those of the baseline. So at m = K "
        f"the regret should be about {price.outside / (price.outside - price.trusted):.2f} times what smaller m "
        f"predict; measured: {measured / expected:.2f} times ({measured:,.0f} against {expected:,.0f}).{off}"
    )
