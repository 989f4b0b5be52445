"""A process of a service on many machines, to be killed: ``python postgres_worker.py planner|front
ADDRESS FILE SEED``.

What is acknowledged is written to the file, a line each: "shown TOKEN", "told TOKEN".
"""

import sys
import time
from pathlib import Path

import numpy as np

from matroidlab.errors import JournalError
from matroidlab_serving import ListService, Service, Top
from matroidlab_serving.postgres import SegmentPlanner

ITEMS = 30
RANK = 4
KEYS = [f"k{i}" for i in range(ITEMS)]
MEANS = dict(zip(KEYS, np.random.default_rng(5).uniform(0.05, 0.95, ITEMS).tolist(), strict=True))
BASELINE = sorted(KEYS, key=lambda key: MEANS[key])[ITEMS // 2 : ITEMS // 2 + RANK]


def opened(address: str, **others: object) -> ListService:
    """The service, made if it is not there."""
    given = {"page": Top(RANK), "items": KEYS, "baseline": BASELINE, "seed": 3, "delta": 0.01}
    return Service.open(address, **(given | others))  # type: ignore[arg-type]


def plan(address: str) -> None:
    """Plan until killed, from the moment that there is a server."""
    while True:
        try:
            SegmentPlanner(address, ahead=30).run(pause=0.005)
        except JournalError:
            time.sleep(0.05)


def serve(address: str, file: Path, seed: int) -> None:
    """Show and answer until killed."""
    rng = np.random.default_rng(seed)
    service = None
    with file.open("a", buffering=1, encoding="utf-8") as acknowledged:
        while True:
            try:
                service = service or Service.open(address)
                absent = set(rng.choice(KEYS, 3)) if rng.random() < 0.1 else ()
                shown = service.recommend(unavailable=absent)
                if not shown.token:  # the server was killed: nothing of this list is written
                    time.sleep(0.02)
                    continue
                acknowledged.write(
                    f"shown {shown.token} {'' if shown.note is None else 'trusted'}\n"
                )
                shown.certificate.verify()
                weights = {key: float(rng.random() < MEANS[key]) for key in shown.items}
                if rng.random() < 0.9 and service.observe(shown.token, weights):
                    acknowledged.write(f"told {shown.token}\n")
            except JournalError:
                time.sleep(0.02)


if __name__ == "__main__":
    what, where, path, number = sys.argv[1:]
    if what == "planner":
        plan(where)
    else:
        serve(where, Path(path), int(number))
