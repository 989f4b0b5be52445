"""Many segments: what they learn from one another, ``python tests/benchmarks/segments.py``.

The world of ``catalogues.py`` with 200 items; in each segment the logarithm of a click rate differs
from the common one by ``--spread`` times a normal variable. Prints clicks and the trusted lists
against staying, lists that broke the promise (in the first 20 segments), and the time of a list,
with segments that learn from one another and beside it each by itself.
"""

import argparse
import sys
from time import process_time

import numpy as np
from catalogues import SPREAD, TYPICAL, world

from matroidlab import SafeLists, SafeThompson
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import Own, learn, plan
from matroidlab.types import Elements, Weights


@kernel
def play_segments(
    policy: Own,
    means: Weights,
    rng: np.random.Generator,
    actions: Elements,
    weights: Weights,
    lists: Elements,
) -> None:
    """Show each segment one list after the other, ``lists (segments, count, places)``."""
    for t in range(lists.shape[1]):
        for lane in range(len(means)):
            plan(policy, lane, actions)
            for j in range(actions.shape[1]):
                lists[lane, t, j] = actions[0, j]
                is_liked = rng.random() < means[lane, actions[0, j]]
                weights[0, j] = 1.0 if is_liked else 0.0
            learn(policy, lane, actions, 1, weights)


def played(items: int, segments: int, count: int, spread: float, seed: int, learn_all: bool) -> str:
    """One run, in one line."""
    page, _, baseline, taste = world(items, seed)
    rng = np.random.default_rng(seed + 7)
    own = spread * rng.standard_normal((segments, items))
    means = np.minimum(TYPICAL * np.exp(SPREAD * taste + own), 0.9)
    policy = SafeThompson(page, baseline, lanes=segments, segments=learn_all, seed=seed)
    part = policy.part()
    assert part is not None
    lists = np.zeros((segments, count, len(baseline)), dtype=np.intp)
    actions = np.zeros((1, len(baseline)), dtype=np.intp)
    start = process_time()
    loop = play_segments.linked(part.kernels)
    loop.compiled(part.arrays, means, rng, actions, np.zeros(actions.shape), lists)
    seconds = process_time() - start
    assert part.adopt is not None
    part.adopt()
    stay = means[:, baseline].sum()
    shown = sum(means[g][lists[g]].sum() for g in range(segments)) / count
    trusted = np.take_along_axis(means, policy.trusted(), axis=1).sum()
    bad = 0
    safe = SafeLists(page, baseline)
    for g in range(min(segments, 20)):
        rows, times = np.unique(np.sort(lists[g], axis=1), axis=0, return_counts=True)
        allowed = safe.allows(rows, np.repeat(means[g][None], len(rows), axis=0))
        bad += int(times[~allowed].sum())
    way = "together" if learn_all else "each by itself"
    return (
        f"{items:,} items, {segments:>3} segments of {count:,} lists, spread {spread:.1f}, {way:14}"
        f"  clicks {shown / stay - 1:+6.1%}  trusted {trusted / stay - 1:+6.1%}  bad lists {bad}  "
        f"{1e6 * seconds / count / segments:.1f} us a list"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Clicks in many segments, against staying.")
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--segments", type=int, nargs="+", default=[20, 200])
    parser.add_argument("--lists", type=int, default=1_000_000, help="in all segments together")
    parser.add_argument("--spread", type=float, nargs="+", default=[0.3])
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    for run in range(given.runs):
        for segments in given.segments:
            for spread in given.spread:
                for learn_all in (True, False):
                    count = given.lists // segments
                    line = played(given.items, segments, count, spread, run, learn_all)
                    sys.stdout.write(line + "\n")
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
