"""Print what changing means do to certificates: ``python tests/benchmarks/seasons.py season``.

Worlds: ``season``, ``swap``, ``fading``, ``none``, and ``features`` (visitors with features). Each
line is one run.
"""

import argparse
import sys
import time
import warnings
from typing import Any

from matroidlab.bandits import LinearSafeThompson, SafeThompson
from matroidlab.errors import PromiseWarning
from matroidlab_experiments.changing import (
    ChangingWorld,
    LinearWorld,
    best_fixed_list,
    play_changing,
    play_linear,
)

KINDS: dict[str, dict[str, Any]] = {
    "intervals": {},
    "pairs": {"certificates": "pairs"},
    "both": {"certificates": "both"},
    "expire": {"certificates": "pairs", "certificates_expire": 50_000},
    "restart": {"on_contradiction": "restart"},
    "baseline": {"on_contradiction": "baseline"},
}


def play(change: str, kind: str, lists: int, seed: int) -> None:
    """Play one world by one kind of certificates, and print what became of it."""
    period = lists // 2 if change == "swap" else min(20_000, lists // 10)
    world = ChangingWorld(change, period=period)  # type: ignore[arg-type]
    options = dict(KINDS[kind])
    if "certificates_expire" in options:
        options["certificates_expire"] = min(50_000, lists // 8)
    policy = SafeThompson(world.matroid, world.baseline, line=False, seed=seed, **options)
    start = time.process_time()
    trace = play_changing(policy, world, steps=lists, seed=seed, checkpoints=2)
    seconds = time.process_time() - start
    sys.stdout.write(
        f"{change:8} {kind:10} seed {seed}: bad {trace.bad[0, -1]:8,}, "
        f"regret {trace.regret[0, -1]:10,.0f} (half way {trace.regret[0, 0]:,.0f}), "
        f"staying {trace.staying[-1]:10,.0f}, {1e6 * seconds / lists:.0f} us a list\n"
    )
    sys.stdout.flush()


def play_features(lists: int, seed: int) -> None:
    """Play for visitors with features, and print what became of it."""
    world = LinearWorld()
    policy = LinearSafeThompson(
        world.matroid, world.baseline, features=world.features, norm=world.norm, seed=seed
    )
    start = time.process_time()
    trace = play_linear(policy, world, steps=lists, seed=seed)
    seconds = time.process_time() - start
    fixed = best_fixed_list(world, steps=lists, seed=seed)
    sys.stdout.write(
        f"features seed {seed}: bad {trace.bad[0, -1]:,}, regret {trace.regret[0, -1]:,.0f}, "
        f"best fixed list {fixed:,.0f}, staying {trace.staying[-1]:,.0f}, "
        f"{1e6 * seconds / lists:.0f} us a list\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("world", choices=["none", "season", "swap", "fading", "features"])
    parser.add_argument("kinds", nargs="*", default=["intervals", "pairs"])
    parser.add_argument("--lists", type=int, default=200_000)
    parser.add_argument("--seeds", type=int, default=2)
    given = parser.parse_args()
    warnings.simplefilter("ignore", PromiseWarning)
    for seed in range(given.seeds):
        if given.world == "features":
            play_features(given.lists, seed)
            continue
        for kind in given.kinds:
            play(given.world, kind, given.lists, seed)
