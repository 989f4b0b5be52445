"""A process of a service on many machines, to be killed: ``python postgres_worker.py KIND ADDRESS
FILE SEED``, where KIND is planner, front, lease, async or async-lease.

What is acknowledged is written to the file, a line each: "shown TIME TOKEN ITEMS", "told TOKEN",
and "wrong TOKEN" for a certificate that does not verify.
"""

import asyncio
import sys
import time
from pathlib import Path
from typing import TextIO

import numpy as np

from matroidlab.errors import JournalError, UnknownTokenError
from matroidlab_serving import AsyncService, ListService, Service, Shown, Top
from matroidlab_serving.postgres import SegmentPlanner, leases, visitor_requests

ITEMS = 30
RANK = 4
KEYS = [f"k{i}" for i in range(ITEMS)]
MEANS = dict(zip(KEYS, np.random.default_rng(5).uniform(0.05, 0.95, ITEMS).tolist(), strict=True))
BASELINE = sorted(KEYS, key=lambda key: MEANS[key])[ITEMS // 2 : ITEMS // 2 + RANK]
LEASE = 16
VISITORS = 8
"""How many visitors a process of asyncio has at once."""


def opened(address: str, **others: object) -> ListService:
    """The service, made if it is not there."""
    given = {"page": Top(RANK), "items": KEYS, "baseline": BASELINE, "seed": 3, "delta": 0.01}
    return Service.open(address, **(given | others))  # type: ignore[arg-type]


def shorten_leases() -> None:
    """Let lists that nobody has shown come back within the time of a test."""
    visitor_requests.SECONDS_LEASED = 3.0  # type: ignore[attr-defined]
    leases.SECONDS_USED = 2.0


def plan(address: str) -> None:
    """Plan until killed, from the moment that there is a server."""
    while True:
        try:
            SegmentPlanner(address, ahead=30).run(pause=0.005)
        except JournalError:
            time.sleep(0.05)


class Visitors:
    """Draws what visitors ask for and answer, and writes what is acknowledged."""

    def __init__(self, acknowledged: TextIO, seed: int, segments: tuple[str, ...]) -> None:
        self._acknowledged = acknowledged
        self._rng = np.random.default_rng(seed)
        self._segments = segments

    def request(self) -> tuple[str | None, list[str]]:
        """The segment of a visitor, and items that are not available."""
        segment = self._segments[self._rng.integers(len(self._segments))]
        absent = self._rng.random() < 0.05
        return segment or None, self._rng.choice(KEYS, 3).tolist() if absent else []

    def shown(self, shown: Shown) -> dict[str, float] | None:
        """Write that a list was shown, and return its answer, if there is one."""
        if not shown.token:  # the server was killed: nothing of this list is written
            return None
        self._write("shown", str(time.time()), shown.token, ",".join(shown.items))
        if not shown.certificate.verify():
            self._write("wrong", shown.token)
        if self._rng.random() < 0.1:
            return None
        return {key: float(self._rng.random() < MEANS[key]) for key in shown.items}

    def told(self, shown: Shown) -> None:
        self._write("told", shown.token)

    def _write(self, *words: str) -> None:
        self._acknowledged.write(" ".join(words) + "\n")


def serve(address: str, visitors: Visitors, lease: int) -> None:
    """Show and answer until killed."""
    service = None
    while True:
        try:
            service = service or Service.open(address, lease=lease)
            shown = service.recommend(*visitors.request())
            weights = visitors.shown(shown)
            while weights is not None:
                try:
                    service.observe(shown.token, weights)  # False if it was written before
                    visitors.told(shown)
                    break
                except UnknownTokenError:  # its lease has ended while the server was away
                    break
                except JournalError:
                    time.sleep(0.02)
            if not shown.token:
                time.sleep(0.02)
        except JournalError:
            time.sleep(0.02)


async def serve_at_once(address: str, visitors: Visitors, lease: int) -> None:
    """Show and answer to several visitors at a time until killed."""
    service = None
    while service is None:
        try:
            service = await AsyncService.open(address, lease=lease, connections=4)
        except JournalError:
            await asyncio.sleep(0.02)
    await asyncio.gather(*(visit(service, visitors) for _ in range(VISITORS)))


async def visit(service: AsyncService, visitors: Visitors) -> None:
    """One visitor after another."""
    while True:
        shown = await service.recommend(*visitors.request())
        weights = visitors.shown(shown)
        while weights is not None:
            try:
                await service.observe(shown.token, weights)
                visitors.told(shown)
                break
            except UnknownTokenError:
                break
            except JournalError:
                await asyncio.sleep(0.02)
        if not shown.token:
            await asyncio.sleep(0.02)


def main(kind: str, address: str, file: Path, seed: int, segments: tuple[str, ...] = ("",)) -> None:
    """Do the work of a kind of process."""
    if kind == "planner":
        plan(address)
    lease = LEASE if "lease" in kind else 0
    if lease:
        shorten_leases()
    with file.open("a", buffering=1, encoding="utf-8") as acknowledged:
        visitors = Visitors(acknowledged, seed, segments)
        if "async" in kind:
            asyncio.run(serve_at_once(address, visitors, lease))
        serve(address, visitors, lease)


if __name__ == "__main__":
    what, where, path, number, *names = sys.argv[1:]
    main(what, where, Path(path), int(number), tuple(names) or ("",))
