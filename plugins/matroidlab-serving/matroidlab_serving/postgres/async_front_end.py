"""A front end for programs of asyncio."""

from asyncio import Task, create_task, sleep
from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import suppress
from time import perf_counter

from numpy.typing import ArrayLike

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving.async_service import AsyncService
from matroidlab_serving.opening import NO_FEATURES
from matroidlab_serving.postgres.async_connections import AsyncConnections
from matroidlab_serving.postgres.connection import DatabaseAwayError
from matroidlab_serving.postgres.dialogue import Dialogue, Result
from matroidlab_serving.postgres.front_end import FrontEnd
from matroidlab_serving.postgres.leases import SECONDS_UNREPORTED
from matroidlab_serving.postgres.visitor_calls import SECONDS
from matroidlab_serving.shown_list import Shown


class AsyncFrontEnd(AsyncService):
    """A front end whose requests of visitors share a pool of connections; the others use threads.

    Parameters
    ----------
    front
        The front end.
    connections
        The connections, which are open.
    """

    def __init__(self, front: FrontEnd, connections: AsyncConnections) -> None:
        super().__init__(front)
        self._calls = front.calls
        self._connections = connections
        self._reporting: Task[None] | None = None

    @classmethod
    async def connected(cls, front: FrontEnd, address: str, most: int) -> "AsyncFrontEnd":
        """Return the service of a front end, with at most so many connections to its database."""
        connections = AsyncConnections(address, most)
        await connections.open()
        return cls(front, connections)

    async def _run(
        self, dialogue: Dialogue[Result], *, waits: bool = True, threads: Executor | None = None
    ) -> Result:
        start = perf_counter()
        found = await self._connections.run(dialogue, SECONDS, waits=waits, threads=threads)
        self._calls.durations.add(perf_counter() - start)
        return found

    async def recommend(
        self,
        segment: str | None = None,
        unavailable: Iterable[str] = (),
        *,
        candidates: Iterable[str] | None = None,
        exclude: Iterable[str] = (),
        features: ArrayLike | None = None,
        visitor: str | None = None,
        durable: bool = True,  # noqa: ARG002 - a list that is taken must not be taken again
        now: float | None = None,
    ) -> Shown:
        """Return a list that was dealt ahead, or the trusted list: see `FrontEnd.recommend`."""
        if features is not None:
            raise ServingError(NO_FEATURES)
        call = self._calls.list_call(segment, unavailable, candidates, exclude, visitor, now)
        threads = self._threads if call.has_own_items else None
        try:
            shown = await self._run(self._calls.recommend(call), waits=False, threads=threads)
        except DatabaseAwayError:
            return self._calls.remembered(call)
        self._report_later()
        return shown

    async def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Write answers, in one transaction; those to lists without a token are not learnt."""
        return await self._run(self._calls.observe(rows, missing, now))

    def _report_later(self) -> None:
        """Report leased lists that were shown, unless a later request does."""
        if self._reporting is None and self._calls.requests.leases.has_shown:
            self._reporting = create_task(self._report())

    async def _report(self) -> None:
        try:
            while self._calls.requests.leases.has_shown:
                await sleep(SECONDS_UNREPORTED)
                with suppress(DatabaseAwayError):
                    await self._run(self._calls.requests.report())
        finally:
            self._reporting = None

    async def close(self) -> None:
        """Report what was shown, give leased lists back, and close all connections."""
        if self._reporting is not None:
            self._reporting.cancel()
        if self._calls.requests.leases.most:
            with suppress(JournalError):
                await self._run(self._calls.requests.leave())
        await self._connections.close()
        await super().close()
