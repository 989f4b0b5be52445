"""A front end under load: ``python postgres_load.py ADDRESS LISTS LEASE BATCH``.

It says "ready", waits for a line, shows and answers the lists, and prints its processor time.
"""

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from matroidlab_serving import ListService, Service
from serving_support.postgres_worker import MEANS

WARM = 200


def serve(service: ListService, lists: int, batch: int) -> int:
    """Show lists, answer them ``batch`` at a time, and return how many were explored."""
    rng = np.random.default_rng(1)
    explored = 0
    rows: list[object] = []
    for _ in range(lists):
        shown = service.recommend()
        explored += shown.note is None
        coins = rng.random(len(shown.items))
        weights = {
            key: float(coin < MEANS[key]) for key, coin in zip(shown.items, coins, strict=True)
        }
        rows.append((shown.token, weights))
        if len(rows) == batch:
            service.observe_many(rows)
            rows = []
    return explored


def main(address: str, lists: int, lease: int, batch: int) -> None:
    given: dict[str, Any] = {"lease": lease} if lease else {}
    with Service.open(address, **given) as service:
        serve(service, WARM, batch)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        before = time.process_time()
        start = time.perf_counter()
        explored = serve(service, lists, batch)
        seconds = time.perf_counter() - start
        sys.stdout.write(f"{time.process_time() - before} {seconds} {explored}\n")
        sys.stdout.flush()
        sys.stdin.readline()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
