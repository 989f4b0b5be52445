"""What a request costs a large shop, in processor time: thousands of items, segments, features."""

import resource
from time import process_time
from typing import Any

import numpy as np
from measuring import Row, enabled, for_way

from matroidlab_serving import Service, Slots

SLOTS = {f"s{i}": 2 for i in range(5)}
LISTS = 20_000
"""How many lists are shown before the clock runs, and how many while it does."""


def shop(size: int, segments: int = 1, **options: Any) -> Service:
    """A service of 5 slots with 2 places each."""
    items = {f"i{i}": f"s{i % 5}" for i in range(size)}
    names = [f"g{i}" for i in range(segments)] if segments > 1 else None
    service = Service(
        Slots(SLOTS), items, [f"i{i}" for i in range(10)], segments=names, seed=1, **options
    )
    if enabled():
        service.warm_up()
    return service


def rates(size: int) -> Any:
    """Click rates around 2 %, those of the baseline just below the best twentieth."""
    drawn = np.exp(np.random.default_rng(1).normal(np.log(0.02), 0.4, size)).clip(0, 0.5)
    drawn[:10] = np.quantile(drawn, 0.95)
    return drawn


def seconds_a_list(service: Service, size: int, segments: int, lists: int) -> float:
    """The processor time of `recommend` and `observe` for visitors of random segments."""
    clicks = rates(size).tolist()
    rng = np.random.default_rng(2)
    seconds = 0.0
    for turn in range(2 * lists):
        segment = f"g{int(rng.integers(segments))}" if segments > 1 else None
        coins = rng.random(10).tolist()
        start = process_time()
        shown = service.recommend(segment)
        answer = {
            key: float(coin < clicks[int(key[1:])])
            for key, coin in zip(shown.items, coins, strict=True)
        }
        service.observe(shown.token, answer)
        if turn >= lists:
            seconds += process_time() - start
    return seconds / lists


def of_segments(segments: int) -> Row:
    seconds = seconds_a_list(shop(50_000, segments), 50_000, segments, LISTS)
    most = for_way(numba=200e-6, numpy=1000e-6)
    what = f"recommend and observe, L = 50,000, {segments} segments"
    return Row(what, seconds, "", None, seconds, f"< {most * 1e6:g} us", seconds < most)


def two_hundred_segments() -> Row:
    return of_segments(200)


def one_segment() -> Row:
    return of_segments(1)


def memory() -> Row:
    """The memory of this process after the others, in megabytes."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    what = "megabytes of a process with 50,000 items, 200 segments"
    return Row(what, used, "", None, used, "< 500 MB", used < 500, unit="")


def with_features(size: int, most: float) -> Row:
    """Four features: each request is planned for its visitor."""
    service = shop(size, features=4, norm=2.0)
    rng = np.random.default_rng(3)
    visitors = rng.dirichlet(np.ones(4), 1000).tolist()
    start = process_time()
    for features in visitors:
        shown = service.recommend(features=features)
        service.observe(shown.token, {}, 0.0)
    seconds = (process_time() - start) / len(visitors)
    what = f"recommend and observe, L = {size:,}, 4 features"
    return Row(what, seconds, "", None, seconds, f"< {most * 1e3:g} ms", seconds < most)


def features_200() -> Row:
    return with_features(200, 1e-3)


def features_5000() -> Row:
    return with_features(5000, 10e-3)


BENCHMARKS = (two_hundred_segments, one_segment, memory, features_200, features_5000)
