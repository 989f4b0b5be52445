"""What a request costs in a running service: optimistic proposals, `TimeUniform`, certificates when
asked for.

The journal is held against a bare write and fsync of the bytes that it adds, in the same run and on
the same disk.
"""

import os
from functools import cache
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

import numpy as np
from measuring import Row, Run, best_of, enabled, for_way

from matroidlab_serving import Service, Slots, Top
from serving_support.served import open_sqlite

RANK = 10
REQUESTS = 200
COINS = (np.random.default_rng(0).random((1000, RANK)) < 0.3).astype(float).tolist()


def service(size: int, *, slots: bool = False, segments: int = 1) -> Service:
    """A service of K = 10 that is ready: warmed up, and well on its way."""
    keys = [f"i{i}" for i in range(size)]
    page = Slots({f"s{i}": 1 for i in range(RANK)}) if slots else Top(RANK)
    items = {key: f"s{i % RANK}" for i, key in enumerate(keys)} if slots else keys
    names = [f"segment {i}" for i in range(segments)] if segments > 1 else None
    made = Service(
        page, items, keys[:RANK], delta=0.01, proposal="optimistic", segments=names, seed=1
    )
    if enabled():
        made.warm_up()
    for name in names or (None,):
        serve(made, 2, name)
    serve(made, 1000, names[-1] if names else None)
    return made


def serve(own: Service, count: int, segment: str | None = None) -> None:
    """So many requests: recommend, observe."""
    coins = cycle(COINS)
    for _ in range(count):
        shown = own.recommend(segment)
        own.observe(shown.token, dict(zip(shown.items, next(coins), strict=True)))


def requests(own: Service, segment: str | None = None) -> Run:
    return lambda: serve(own, REQUESTS, segment)


@cache
def made(size: int, slots: bool) -> Service:
    return service(size, slots=slots)


def request() -> Row:
    (seconds,) = best_of([requests(made(200, slots=False))], 15)
    each = seconds / REQUESTS
    most = for_way(numba=40e-6, numpy=200e-6)
    what = "recommend and observe, K = 10, L = 200, no journal"
    return Row(what, each, "", None, each, f"< {most * 1e6:g} us", each < most)


def million(slots: bool) -> Row:
    """Hold a million items against a thousand."""
    many, few = (requests(made(size, slots)) for size in (10**6, 10**3))
    seconds, peer = (each / REQUESTS for each in best_of([many, few], 9))
    times = seconds / peer
    most = for_way(numba=2, numpy=4)
    what = f"recommend and observe, L = 1,000,000, {'partition' if slots else 'uniform'}"
    return Row(
        what, seconds, "a thousand items", peer, times, f"<= {most} times as long", times <= most
    )


def million_uniform() -> Row:
    return million(slots=False)


def million_partition() -> Row:
    return million(slots=True)


def segments() -> Row:
    many = requests(service(200, segments=5000), "segment 4999")
    one = requests(made(200, slots=False))
    seconds, peer = (each / REQUESTS for each in best_of([many, one], 15))
    times = seconds / peer
    what = "recommend and observe, 5,000 segments, one asked"
    return Row(what, seconds, "one segment", peer, times, "<= 1.5 times as long", times <= 1.5)


def journal() -> Row:
    """What the journal adds to `observe_many` of 100, beside a bare write and fsync of the same
    bytes.
    """
    with TemporaryDirectory(dir=Path.cwd()) as place:
        keys = [f"i{i}" for i in range(200)]
        given = {
            "page": Top(RANK),
            "items": keys,
            "baseline": keys[:RANK],
            "proposal": "optimistic",
            "seed": 1,
        }
        plain, kept = Service(**given), open_sqlite(f"sqlite:///{place}/lists.db", **given)  # type: ignore[arg-type]
        ours: list[float] = []
        theirs: list[float] = []
        bare: list[float] = []
        written = b""
        with open(Path(place) / "bare", "wb") as file:  # noqa: PTH123 - written to byte by byte
            for _ in range(200):
                for own, times in ((plain, theirs), (kept, ours)):
                    answers = [
                        (shown.token, dict.fromkeys(shown.items, 0.0)) for shown in hundred(own)
                    ]
                    start = perf_counter()
                    own.observe_many(answers)
                    times.append(perf_counter() - start)
                written = written or last_row(Path(place) / "lists.db", kept)
                start = perf_counter()
                file.write(written)
                file.flush()
                os.fsync(file.fileno())
                bare.append(perf_counter() - start)
        kept.close()
    added = median(ours) - median(theirs)
    peer = median(bare)
    what = f"what the journal adds to observe_many of 100 ({len(written):,} bytes)"
    return Row(
        what,
        added,
        "bare write and fsync",
        peer,
        added / peer,
        "<= 2 times as long",
        added <= 2 * peer,
    )


def hundred(own: Service) -> list:  # type: ignore[type-arg]
    """A hundred lists, dealt; of a service with a journal, without waiting for its disk."""
    engine = own._recorded.engine
    now = engine.clock
    dealt = [engine.recommend(0, [], None, now) for _ in range(100)]
    keys = engine.catalogue.keys
    return [
        Dealt(engine.tokens.of(one.number), [keys[item] for item in one.deal.items.tolist()])
        for one in dealt
    ]


class Dealt:
    """The token and the items of a list."""

    def __init__(self, token: str, items: list[str]) -> None:
        self.token = token
        self.items = items


def last_row(_path: Path, own: Service) -> bytes:
    """What the journal has written last."""
    journal_ = own._recorded.journal
    assert journal_ is not None
    row: tuple[bytes] = journal_._connection.execute(
        "SELECT content FROM journal ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return row[0]


def opening() -> Row:
    """Open a journal of 10^6 lists, written as usual, a thousand in a transaction."""
    with TemporaryDirectory(dir=Path.cwd()) as place:
        address = f"sqlite:///{place}/lists.db"
        written(address, lists=10**6)
        start = perf_counter()
        own = open_sqlite(address)
        seconds = perf_counter() - start
        own.close()
    return Row(
        "open a journal of 1,000,000 lists", seconds, "", None, seconds, "< 1 s", seconds < 1
    )


def written(address: str, *, lists: int) -> None:
    """Write a journal in few transactions: the same rows, without waiting for the disk at each."""
    keys = [f"i{i}" for i in range(200)]
    own = open_sqlite(
        address, page=Top(RANK), items=keys, baseline=keys[:RANK], proposal="optimistic", seed=1
    )
    if enabled():
        own.warm_up()
    journal_ = own._recorded.journal
    assert journal_ is not None
    journal_._connection.execute("PRAGMA synchronous = OFF")
    serve(own, lists)
    journal_.close()  # as if it were killed: no last snapshot


def loading() -> Row:
    """Load a state of a million items."""
    with TemporaryDirectory(dir=Path.cwd()) as place:
        made(10**6, slots=True).save(Path(place) / "million.state")

        def load() -> object:
            return Service.load(Path(place) / "million.state")

        times = []
        for _ in range(3):
            start = thread_time()
            load()
            times.append(thread_time() - start)
    seconds = min(times)
    return Row(
        "load a state of 1,000,000 items, 10 slots",
        seconds,
        "",
        None,
        seconds,
        "< 0.5 s",
        seconds < 0.5,
    )


BENCHMARKS = (request, million_uniform, million_partition, segments, journal, loading, opening)
