"""Services for programs of asyncio."""

from asyncio import get_running_loop
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Self, TypeVar

from numpy.typing import ArrayLike

from matroidlab.errors import ServingError
from matroidlab.protocol import Matroid
from matroidlab.types import as_count
from matroidlab_serving.engine.pages import Top
from matroidlab_serving.engine.slots import Slots
from matroidlab_serving.list_service import ListService, Status
from matroidlab_serving.opening import open_service
from matroidlab_serving.postgres import FrontEnd
from matroidlab_serving.requests import ItemWeights
from matroidlab_serving.shown_list import Shown

Result = TypeVar("Result")
THREADS = 32
"""The calls that wait for the disk of a journal at once: they share its syncs."""


class AsyncService:
    """A service for programs of asyncio: ``shown = await service.recommend()``.

    >>> import asyncio
    >>> from matroidlab_serving import Service
    >>> async def visit():
    ...     blocking = Service(Top(2), ["a", "b", "c"], ["a", "b"], seed=7)
    ...     async with AsyncService(blocking) as service:
    ...         shown = await service.recommend()
    ...         return await service.observe(shown.token, {"a": 1.0}, missing=0.0)
    >>> asyncio.run(visit())
    True

    Calls wait in threads. A service in PostgreSQL, opened by `open`, waits for its database without
    a thread for each call, on several connections.

    Parameters
    ----------
    blocking
        The service, which is used by this one alone.
    """

    def __init__(self, blocking: ListService) -> None:
        self.blocking: ListService = blocking
        """The service itself, for everything else: orders of operators, changes of the catalogue.
        Call these in a thread: ``await asyncio.to_thread(service.blocking.add, "d")``."""
        self._threads = ThreadPoolExecutor(THREADS, "matroidlab-service")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.blocking!r})"

    @staticmethod
    async def open(
        address: str,
        page: Slots | Top | Matroid | None = None,
        *,
        connections: int = 10,
        **given: Any,
    ) -> "AsyncService":
        """Open a service that is kept in a database: see `open_service`.

        Parameters
        ----------
        address
            Where the journal is: ``"sqlite:///path"`` or ``"postgresql://user@host/database"``.
        page
            The page; needed if the service does not exist yet.
        connections
            The largest number of connections to PostgreSQL; more requests wait for their turn.
        given
            The other arguments of `open_service`.
        """
        most = as_count(connections, name="connections", least=1, error=ServingError)
        opened = partial(open_service, address, page, **given)
        blocking = await get_running_loop().run_in_executor(None, opened)
        if not isinstance(blocking, FrontEnd):
            return AsyncService(blocking)
        from matroidlab_serving.postgres.async_front_end import (  # noqa: PLC0415 - an extra
            AsyncFrontEnd,
        )

        return await AsyncFrontEnd.connected(blocking, address, most)

    async def recommend(
        self,
        segment: str | None = None,
        unavailable: Iterable[str] = (),
        *,
        candidates: Iterable[str] | None = None,
        exclude: Iterable[str] = (),
        features: ArrayLike | None = None,
        visitor: str | None = None,
        durable: bool = True,
        now: float | None = None,
    ) -> Shown:
        """Return the next list to show to a visitor of a segment.

        Parameters
        ----------
        segment
            The kind of visitor; may be left out if there is only one.
        unavailable
            Keys that are not available now, for reasons that have nothing to do with this visitor.
        candidates
            The only keys that may be shown.
        exclude
            Keys that this visitor should not see.
        features
            The features of the visitor, in a service with ``features``.
        visitor
            Any key of the visitor: the same visitors are always held back. It is not stored.
        durable
            Whether to wait until the list is on the disk: see `ListService.recommend`.
        now
            The time in seconds; by default, that of the clock.
        """
        more: dict[str, Any] = {} if features is None else {"features": features}
        return await self._in_thread(
            self.blocking.recommend,
            segment,
            unavailable,
            candidates=candidates,
            exclude=exclude,
            visitor=visitor,
            durable=durable,
            now=now,
            **more,
        )

    async def observe(
        self,
        token: str,
        weights: ItemWeights,
        missing: float | None = None,
        *,
        watched: Mapping[str, float] | None = None,
        now: float | None = None,
    ) -> bool:
        """Take in the answer to a list; False if it was reported before, or the list has expired.

        Parameters
        ----------
        token
            The token of the list.
        weights
            The weight of each item, by key: see `ListService.observe`.
        missing
            The weight of the items that are not in ``weights``, usually 0.
        watched
            Weights of the whole list, by the names of `guardrails`.
        now
            The time in seconds; by default, that of the clock.
        """
        return (await self.observe_many([(token, weights, missing, watched)], now=now))[0]

    async def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Take in several answers, all or none: see `ListService.observe_many`.

        Parameters
        ----------
        rows
            The answers.
        missing
            The weight of items without one, for rows that do not say.
        now
            The time in seconds; by default, that of the clock.
        """
        return await self._in_thread(self.blocking.observe_many, rows, missing, now=now)

    async def peek(self, segment: str | None = None) -> Shown:
        """Return the trusted list of a segment with its certificate and without a token."""
        return await self._in_thread(self.blocking.peek, segment)

    async def status(self) -> Status:
        """Return counters and settings as plain data, for monitoring."""
        return await self._in_thread(self.blocking.status)

    async def metrics(self) -> str:
        """Return metrics in the text format of Prometheus."""
        return await self._in_thread(self.blocking.metrics)

    async def fault(self) -> str | None:
        """Say why nothing can be recorded now; None if all is well. For readiness probes."""
        return await self._in_thread(self.blocking.fault)

    async def close(self) -> None:
        """Close the journal or the connections."""
        await self._in_thread(self.blocking.close)
        self._threads.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def _in_thread(self, call: Callable[..., Result], *given: Any, **named: Any) -> Result:
        """Make a call in a thread, so that it does not stop the loop."""
        return await get_running_loop().run_in_executor(
            self._threads, partial(call, *given, **named)
        )
