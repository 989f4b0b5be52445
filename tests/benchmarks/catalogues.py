"""Large catalogues: what `SafeThompson` brings, ``python tests/benchmarks/catalogues.py``.

Five slots of two places each; click rates are lognormal around 2 %, and the baseline stands just
below the best twentieth of each slot, its means unknown. Prints clicks and the trusted list against
staying with the baseline, lists that broke the promise, and the time of a list, with what the
policy does by default and beside it with all items tried at once.
"""

import argparse
import sys
from time import perf_counter

import numpy as np

from matroidlab import Bernoulli, PartitionMatroid, SafeThompson, simulate
from matroidlab.types import Weights

SLOTS = 5
PLACES = 2
TYPICAL = 0.02
SPREAD = 0.4


def world(items: int, seed: int) -> tuple[PartitionMatroid, Weights, list[int], Weights]:
    """The page, the click rates, the baseline, and the logarithms of the rates, standardised."""
    each = items // SLOTS
    taste = np.random.default_rng(seed).standard_normal(items)
    means = np.minimum(TYPICAL * np.exp(SPREAD * taste), 0.9)
    slots = np.arange(items).reshape(SLOTS, each)
    below = max(each // 20, PLACES)
    baseline = [
        int(item)
        for slot in slots
        for item in slot[np.argsort(-means[slot])][below : below + PLACES]
    ]
    return PartitionMatroid(slots.tolist(), [PLACES] * SLOTS), means, baseline, taste


def played(items: int, lists: int, seed: int, rho: float | None, line: bool | None) -> str:
    """One run, in one line."""
    page, means, baseline, taste = world(items, seed)
    scores = None
    if rho is not None:
        noise = np.random.default_rng(seed + 1).standard_normal(items)
        scores = rho * taste + np.sqrt(1 - rho * rho) * noise
    policy = SafeThompson(page, baseline, scores=scores, line=line, seed=seed)
    start = perf_counter()
    trace = simulate(
        policy, Bernoulli(means), steps=lists, seed=seed + 100, baseline=baseline, first_look=False
    )
    seconds = perf_counter() - start
    stay = means[baseline].sum()
    best = sum(np.sort(own)[-PLACES:].sum() for own in means.reshape(SLOTS, -1))
    clicks = (best - trace.regret[0, -1] / lists) / stay - 1
    trusted = means[policy.trusted()[0]].sum() / stay - 1
    ranker = "" if rho is None else f", ranker {rho:+.1f}"
    way = "all at once" if line is False else "default"
    return (
        f"{items:>7,} items{ranker}, {lists:>9,} lists, {way:11}  clicks {clicks:+7.1%}  "
        f"trusted {trusted:+7.1%}  bad lists {int(trace.violations[0, -1]):,}  "
        f"{1e6 * seconds / lists:.1f} us a list"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Clicks in large catalogues, against staying.")
    parser.add_argument("--lists", type=int, nargs="+", default=[100_000])
    parser.add_argument("--items", type=int, nargs="+", default=[200, 5_000, 50_000])
    parser.add_argument("--rankers", type=float, nargs="*", default=[0.9, 0.6, 0.3, 0.0, -0.5])
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    for lists in given.lists:
        for run in range(given.runs):
            for items in given.items:
                for line in (None, False):
                    sys.stdout.write(played(items, lists, run, None, line) + "\n")
            for rho in given.rankers:
                sys.stdout.write(played(max(given.items), lists, run, rho, None) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
