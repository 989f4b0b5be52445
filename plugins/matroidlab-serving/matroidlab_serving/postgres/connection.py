"""A connection to PostgreSQL that is restored when it was lost; no error has a password."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from matroidlab.errors import JournalError
from matroidlab_serving.postgres.address import Address, import_psycopg
from matroidlab_serving.postgres.dialogue import Dialogue, Finished, Result, begun, continued

if TYPE_CHECKING:
    import psycopg

    from matroidlab_serving.postgres.limited import LimitedConnection

    Cursor = psycopg.Cursor[tuple[Any, ...]]

SECONDS_TO_CONNECT = 10
LIMIT = 30.0
"""Seconds that a transaction may take, waiting for its turn included."""
FRONT_END = "matroidlab front end"
PLANNER = "matroidlab planner"
"""How sessions are called in the database, unless the address says otherwise."""
MARGIN = 0.25
"""The server, which has a limit too, has these seconds to say that it has given up."""
LIMITS_OF_SERVER = ("57014", "55P03")
"""The states after ``statement_timeout`` and ``lock_timeout``."""
_OF_PARENTS: list[object] = []
"""Connections of parent processes, kept in forked children so that they are never closed there."""


class DatabaseAwayError(JournalError):
    """The database cannot be reached, or did not answer in time; it may be there again later."""


def ends_connection(error: Any) -> bool:
    """Whether a connection is of no use any more after an error of psycopg."""
    is_operational = isinstance(error, import_psycopg().OperationalError)
    return is_operational and error.sqlstate not in LIMITS_OF_SERVER


def fault_of(error: Any, address: Address) -> JournalError:
    """Return what an error of psycopg means, without any password."""
    said = address.message(error)
    where = address.where
    if error.sqlstate in LIMITS_OF_SERVER:
        return DatabaseAwayError(f"{where} did not answer in time, and nothing was written: {said}")
    if ends_connection(error):
        return DatabaseAwayError(
            f"the connection to {where} was lost: {said}; the transaction was written as a whole "
            "or not at all, so ask again"
        )
    return JournalError(f"{where} refuses: {said}")


class PostgresConnection:
    """One connection, which threads use in turn.

    A forked child must not use its parent's connection: both would read each other's answers. It
    makes its own. Poolers such as PgBouncer hand a session to others after each transaction, so
    nothing here outlives a transaction: no prepared statement, no setting, no lock.
    """

    def __init__(self, address: str, name: str = FRONT_END) -> None:
        self._psycopg: Any = import_psycopg()
        self._address = Address(address, name)
        self._open: LimitedConnection | None = None
        self._attempt: _Attempt | None = None
        self._lock = Lock()
        self._process = os.getpid()
        self.is_away: bool = False
        """Whether the last dialogue found the database away."""

    @property
    def where(self) -> str:
        """The address as it may be shown: without a password."""
        return self._address.where

    def __repr__(self) -> str:
        return f"<{self.where}>"

    @contextmanager
    def transaction(self, limit: float = LIMIT, *, waits: bool = True) -> "Iterator[Cursor]":
        """Write everything inside the ``with`` statement or nothing.

        If the connection is lost, it may be either. Waits for other threads, unless ``waits`` is
        false; after ``limit`` seconds in all, or a little more, there is a `DatabaseAwayError`.
        """
        deadline = monotonic() + limit
        with self._turn(deadline, waits=waits) as connection, self._faults(connection):
            try:
                milliseconds = max(50, round(1000 * (deadline - monotonic())))
                connection.execute(
                    f"BEGIN; SET LOCAL statement_timeout = {milliseconds}; "
                    f"SET LOCAL lock_timeout = {milliseconds}"
                )
                with connection.cursor() as cursor:
                    yield cursor
                connection.commit()
            finally:
                self._end(connection)

    def run(
        self, dialogue: Dialogue[Result], limit: float = LIMIT, *, waits: bool = True
    ) -> Result:
        """Carry on a dialogue, whose statements are transactions of their own.

        Parameters
        ----------
        dialogue
            Yields statements, and is sent their rows.
        limit
            The number of seconds after which there is a `DatabaseAwayError`.
        waits
            Whether to wait for other threads.
        """
        try:
            following = begun(dialogue)
            if isinstance(following, Finished):
                return following.result
            with self._turn(monotonic() + limit, waits=waits) as connection:
                while not isinstance(following, Finished):
                    with self._faults(connection):
                        rows = connection.execute(*following).fetchall()
                    following = continued(dialogue, rows)
                self.is_away = False
                return following.result
        except DatabaseAwayError:
            self.is_away = True
            raise
        finally:
            dialogue.close()

    @contextmanager
    def _turn(self, deadline: float, *, waits: bool) -> "Iterator[LimitedConnection]":
        """Wait for other threads, and return the connection, limited by a deadline."""
        self._leave_to_parent()
        lock = self._lock
        if not lock.acquire(timeout=max(0.0, deadline - monotonic()) if waits else 0):
            raise DatabaseAwayError(f"other requests wait for {self.where}: ask again")
        try:
            connection = self._connected(deadline)
            connection.deadline = deadline + MARGIN
            yield connection
        finally:
            lock.release()

    @contextmanager
    def _faults(self, connection: "LimitedConnection") -> Iterator[None]:
        fault: JournalError | None = None
        try:
            yield
        except self._psycopg.Error as error:
            fault = fault_of(error, self._address)
            if ends_connection(error):
                connection.close()
        if fault is not None:  # raised here, so that no error of psycopg is its context
            raise fault

    def _end(self, connection: "LimitedConnection") -> None:
        """Roll back what was not committed; a connection that cannot do so is closed."""
        try:
            connection.rollback()
        except self._psycopg.Error:
            connection.close()

    def _connected(self, deadline: float) -> "LimitedConnection":
        """Return the connection; an attempt that takes too long is left for the next request."""
        if self._open is None or self._open.closed:
            attempt = self._attempt or _Attempt(self._address)
            self._attempt = attempt
            attempt.thread.join(max(0.0, deadline - monotonic()))
            if attempt.thread.is_alive():
                raise DatabaseAwayError(f"{self.where} cannot be reached in time: ask again")
            self._attempt = None
            if attempt.made is None:
                raise DatabaseAwayError(f"{self.where} cannot be reached: {attempt.fault}")
            self._open = attempt.made
        return self._open

    def _leave_to_parent(self) -> None:
        """Drop the connection in a forked child, without closing it.

        That would end the session of the parent. The lock may be held by a thread that exists in
        the parent only.
        """
        if self._process != os.getpid():
            self._process = os.getpid()
            _OF_PARENTS.append((self._open, self._attempt))
            self._open = None
            self._attempt = None
            self._lock = Lock()

    def close(self) -> None:
        """Close the connection; the next transaction makes another one."""
        self._leave_to_parent()
        if self._open is not None:
            self._open.close()
            self._open = None


class _Attempt:
    """An attempt to connect, in a thread: looking up a host has no limit of its own."""

    def __init__(self, address: Address) -> None:
        self.made: LimitedConnection | None = None
        self.fault: str = ""
        self._address = address
        self.thread = Thread(target=self._run, name="matroidlab-connect", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        psycopg = import_psycopg()
        from matroidlab_serving.postgres.limited import (  # noqa: PLC0415 - an extra
            LimitedConnection,
            SchemaCursor,
        )

        options = {"connect_timeout": SECONDS_TO_CONNECT, **self._address.parameters}
        try:
            made = LimitedConnection.connect(
                **options, autocommit=True, prepare_threshold=None, cursor_factory=SchemaCursor
            )
            made.schema = self._address.schema
            self.made = made
        except psycopg.Error as error:
            self.fault = self._address.message(error)
