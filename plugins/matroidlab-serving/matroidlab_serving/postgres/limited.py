"""A connection of psycopg that does not wait past a deadline.

A server that is stopped, or a network that drops packets, closes no connection: without a limit on
the side of the client, a statement waits for as long as that lasts.
"""

from collections.abc import Generator
from time import monotonic
from typing import Any

import psycopg

from matroidlab_serving.postgres.schema_name import SCHEMA, in_schema


class SchemaCursor(psycopg.Cursor[tuple[Any, ...]]):
    """A cursor whose statements are those of the connection's schema."""

    def execute(self, query: Any, *given: Any, **named: Any) -> "SchemaCursor":
        """Execute a statement."""
        return super().execute(_of_schema(query, self._schema), *given, **named)

    def executemany(self, query: Any, *given: Any, **named: Any) -> None:
        """Execute a statement with several arguments."""
        super().executemany(_of_schema(query, self._schema), *given, **named)

    @property
    def _schema(self) -> str:
        return getattr(self.connection, "schema", SCHEMA)


class AsyncSchemaCursor(psycopg.AsyncCursor[tuple[Any, ...]]):
    """The same for asyncio."""

    async def execute(self, query: Any, *given: Any, **named: Any) -> "AsyncSchemaCursor":
        """Execute a statement."""
        schema = getattr(self.connection, "schema", SCHEMA)
        return await super().execute(_of_schema(query, schema), *given, **named)


class LimitedConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is closed if a statement is not done at the ``deadline``.

    The deadline is one of `time.monotonic`.
    """

    deadline: float = float("inf")
    schema: str = SCHEMA
    """The schema of the tables that statements name."""

    def wait(self, gen: Any, interval: float = 0.05, timeout: float | None = None) -> Any:  # noqa: ARG002
        """Wait for an operation; after a timeout, the connection is of no use any more.

        The ``timeout`` of newer versions of psycopg is not used: there is a deadline.
        """
        try:
            return super().wait(_until(gen, self.deadline), interval)
        except TimeoutError:
            self.pgconn.finish()
        raise psycopg.OperationalError("no answer in time")


class LimitedAsyncConnection(psycopg.AsyncConnection[tuple[Any, ...]]):
    """The same for asyncio."""

    deadline: float = float("inf")
    schema: str = SCHEMA

    async def wait(self, gen: Any, interval: float = 0.05, timeout: float | None = None) -> Any:  # noqa: ARG002, ASYNC109
        """Wait for an operation, as `LimitedConnection` does."""
        try:
            return await super().wait(_until(gen, self.deadline), interval)
        except TimeoutError:
            self.pgconn.finish()
        raise psycopg.OperationalError("no answer in time")


def _of_schema(query: Any, schema: str) -> Any:
    return query if schema == SCHEMA else in_schema(query, schema)


def _until(operation: Any, deadline: float) -> Generator[Any, Any, Any]:
    """Drive an operation of psycopg until a deadline.

    psycopg resumes the generator with 0 now and then while there is nothing to read or write.
    """
    try:
        wanted = next(operation)
        while True:
            ready = yield wanted
            if not ready and monotonic() > deadline:
                raise TimeoutError
            wanted = operation.send(ready)
    except StopIteration as end:
        return end.value
