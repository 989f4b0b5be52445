"""Connections to PostgreSQL for asyncio: many requests at a time, none in a thread of its own."""

from asyncio import Task, create_task, get_running_loop, shield, wait
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from psycopg import Error, OperationalError
from psycopg_pool import AsyncConnectionPool

from matroidlab_serving.postgres.address import Address
from matroidlab_serving.postgres.connection import (
    FRONT_END,
    LIMIT,
    MARGIN,
    DatabaseAwayError,
    ends_connection,
    fault_of,
)
from matroidlab_serving.postgres.dialogue import Dialogue, Finished, Result, begun, continued
from matroidlab_serving.postgres.limited import AsyncSchemaCursor, LimitedAsyncConnection

SECONDS_TO_RECONNECT = 1.0
"""How long the pool tries in the background; then it tries again at the next request."""


class AsyncConnections:
    """A pool of connections, each used by one request at a time.

    As for `PostgresConnection`, nothing outlives a statement: no prepared statement, no setting and
    no lock.

    Parameters
    ----------
    address
        The address of the database.
    most
        The largest number of connections.
    """

    def __init__(self, address: str, most: int) -> None:
        self._address = Address(address, FRONT_END)
        self.is_away: bool = False
        """Whether the last dialogue found the database away."""
        self._is_probing = False
        self._check: Task[None] | None = None
        options = {
            "connect_timeout": 2,  # the shortest of libpq
            **self._address.parameters,
            "autocommit": True,
            "prepare_threshold": None,
            "cursor_factory": AsyncSchemaCursor,
        }
        self._pool = AsyncConnectionPool(
            kwargs=options,
            connection_class=LimitedAsyncConnection,
            configure=self._configure,
            min_size=1,
            max_size=most,
            reconnect_timeout=SECONDS_TO_RECONNECT,
            open=False,
        )

    async def _configure(self, connection: LimitedAsyncConnection) -> None:
        connection.schema = self._address.schema

    async def open(self) -> None:
        """Begin to connect."""
        await self._pool.open()

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.close()

    async def run(
        self,
        dialogue: Dialogue[Result],
        limit: float = LIMIT,
        *,
        waits: bool = True,
        threads: Executor | None = None,
    ) -> Result:
        """Carry on a dialogue, whose statements are transactions of their own.

        Parameters
        ----------
        dialogue
            Yields statements, and is sent their rows.
        limit
            The number of seconds after which there is a `DatabaseAwayError`.
        waits
            Whether to wait while another request finds out whether the database is back.
        threads
            Where the dialogue goes on between its statements, if that would hold up the loop.
        """
        if self.is_away and self._is_probing and not waits:
            dialogue.close()
            raise DatabaseAwayError(f"{self._address.where} is away: ask again")
        is_probe = self.is_away
        self._is_probing = self._is_probing or is_probe
        try:
            found = await self._run(dialogue, monotonic() + limit, threads)
        except DatabaseAwayError:
            self.is_away = True
            raise
        else:
            self.is_away = False
            return found
        finally:
            if is_probe:
                self._is_probing = False
            dialogue.close()

    async def _run(
        self, dialogue: Dialogue[Result], deadline: float, threads: Executor | None
    ) -> Result:
        following = await _called(threads, partial(begun, dialogue))
        if isinstance(following, Finished):
            return following.result
        connection = await self._taken(deadline)
        connection.deadline = deadline + MARGIN
        try:
            while not isinstance(following, Finished):
                rows = await self._rows(connection, *following)
                following = await _called(threads, partial(continued, dialogue, rows))
            return following.result
        finally:
            await self._pool.putconn(connection)

    async def _taken(self, deadline: float) -> LimitedAsyncConnection:
        with suppress(OperationalError):
            return await self._pool.getconn(deadline - monotonic())
        raise DatabaseAwayError(f"{self._address.where} cannot be reached in time: ask again")

    async def _rows(
        self, connection: LimitedAsyncConnection, text: str, arguments: tuple[object, ...]
    ) -> list[tuple[Any, ...]]:
        try:
            return await (await connection.execute(text, arguments)).fetchall()
        except Error as error:
            fault = fault_of(error, self._address)
            if ends_connection(error):
                await connection.close()
                self._check_others()
        raise fault  # here, so that no error of psycopg is its context

    def _check_others(self) -> None:
        """Let the pool close its other connections if they were lost as well."""
        if self._check is None or self._check.done():
            self._check = create_task(self._checked())

    async def _checked(self) -> None:
        with suppress(Error):
            await self._pool.check()


async def _called(threads: Executor | None, call: Callable[[], Result]) -> Result:
    """Make a call, in a thread if there are any; a request that is cancelled waits for its end."""
    if threads is None:
        return call()
    done = get_running_loop().run_in_executor(threads, call)
    try:
        return await shield(done)
    finally:
        if not done.done():
            await wait([done])
