"""A service in a file under load: ``python sqlite_load.py ADDRESS THREADS SECONDS``.

Prints the lists shown and answered a second, and the milliseconds that a list took: half of them at
most, and 99 of 100 at most.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from matroidlab_serving import Service, Slots

SLOTS = {f"s{i}": 2 for i in range(5)}
ITEMS = {f"i{i}": f"s{i % 5}" for i in range(200)}


def visits(service: object, seconds: float, start: float) -> list[float]:
    """Show and answer for some seconds, and return how long each list took."""
    taken = []
    while time.perf_counter() - start < seconds:
        before = time.perf_counter()
        shown = service.recommend()  # type: ignore[attr-defined]
        taken.append(time.perf_counter() - before)
        service.observe(shown.token, {}, 0.0)  # type: ignore[attr-defined]
    return taken


def main(address: str, threads: int, seconds: float) -> None:
    with Service.open(
        address, page=Slots(SLOTS), items=ITEMS, baseline=list(ITEMS)[:10]
    ) as service:
        service.warm_up()
        visits(service, 0.5, time.perf_counter())
        start = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            found = list(pool.map(lambda _: visits(service, seconds, start), range(threads)))
        passed = time.perf_counter() - start
    taken = 1e3 * np.sort(np.concatenate(found))
    half, most = np.quantile(taken, [0.5, 0.99])
    sys.stdout.write(f"{len(taken) / passed} {half} {most}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
