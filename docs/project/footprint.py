# ruff: noqa: INP001, T201 - a program, in no package, that prints
"""Print what an item costs in memory and what a list costs on disk: ``python docs/project/footprint.py``."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from matroidlab import UniformMatroid, compile_when
from matroidlab.bandits import IUCB, SafeThompson
from matroidlab_serving import Service, Top

ITEMS, RANK, LISTS = 100_000, 10, 400


def per_item(make: Callable[[], object]) -> float:
    """The bytes of memory for each of the items, of what is made."""
    tracemalloc.start()
    kept = make()
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del kept
    return used / ITEMS


def planned(policy: IUCB) -> IUCB:
    """The policy once it has planned a round, so that all its arrays are there."""
    policy.plan()
    return policy


def service(items: int, address: str | None = None) -> Service:
    """A service of lists of ten items."""
    keys = [f"item-{i:06}" for i in range(items)]
    given = {"page": Top(RANK), "items": keys, "baseline": keys[:RANK], "delta": 0.01, "seed": 1}
    return Service(**given) if address is None else Service.open(address, **given)  # type: ignore[arg-type]


def journal_bytes(lists: int) -> int:
    """The size of a journal in SQLite after so many lists of ten items, shown and answered."""
    with TemporaryDirectory() as place:
        own = service(200, f"sqlite:///{place}/lists.db")
        for _ in range(lists):
            shown = own.recommend()
            own.observe(shown.token, {}, missing=0.0)
        own.close()
        return sum(file.stat().st_size for file in Path(place).iterdir())


def main() -> None:
    """Measure and print."""
    compile_when("never")
    matroid, baseline = UniformMatroid(ITEMS, RANK), list(range(RANK))
    careful = per_item(lambda: planned(IUCB(matroid, baseline, delta=0.01)))
    thompson = per_item(lambda: planned(SafeThompson(matroid, baseline, delta=0.01)))
    print(f"bytes of memory an item, IUCB: {careful:.0f}")
    print(f"bytes of memory an item, SafeThompson: {thompson:.0f}")
    print(
        f"bytes of memory an item, a service and its keys: {per_item(lambda: service(ITEMS)):.0f}"
    )
    few, many = journal_bytes(LISTS), journal_bytes(3 * LISTS)
    print(
        f"bytes of the SQLite journal a list, shown and answered: {(many - few) / (2 * LISTS):.0f}"
    )


if __name__ == "__main__":
    main()
