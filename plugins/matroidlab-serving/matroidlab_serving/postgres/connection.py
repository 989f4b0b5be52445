"""A connection to PostgreSQL that is made anew when it was lost, and errors that never tell a password."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from matroidlab.errors import JournalError, ServingError

if TYPE_CHECKING:
    import psycopg

SECONDS_TO_CONNECT = 10


class Connection:
    """One connection, used by one thread at a time."""

    def __init__(self, address: str) -> None:
        try:
            self._psycopg: Any = import_module("psycopg")
        except ImportError:
            raise ServingError(
                "PostgreSQL needs psycopg, which is not installed: pip install 'matroidlab[postgres]'"
            ) from None
        try:
            self._parameters: dict[str, Any] = self._psycopg.conninfo.conninfo_to_dict(address)
        except self._psycopg.Error:
            raise ServingError("an address must be like 'postgresql://user@host:5432/database'") from None
        self.number: int = 0
        """How many connections were made: whoever holds a lock of one must notice that it is gone."""
        self._open: psycopg.Connection[tuple[Any, ...]] | None = None

    @property
    def where(self) -> str:
        """The address as it may be shown: without a password."""
        told = self._parameters
        host = told.get("host", "the local server")
        return f"PostgreSQL at {host}, database {told.get('dbname') or told.get('user') or 'by default'}"

    def __repr__(self) -> str:
        """Without the password."""
        return f"<{self.where}>"

    @contextmanager
    def transaction(self) -> "Iterator[psycopg.Cursor[tuple[Any, ...]]]":
        """Everything inside is written, or nothing; if the connection is lost, nobody can tell which."""
        connection = self._connected()
        try:
            with connection.transaction(), connection.cursor() as cursor:
                yield cursor
        except self._psycopg.Error as error:
            if connection.closed or isinstance(error, self._psycopg.OperationalError):
                self.close()
                raise JournalError(
                    f"the connection to {self.where} was lost: {self._told(error)}; what was being written is written "
                    "as a whole or not at all, so ask again"
                ) from None
            raise JournalError(f"{self.where} refuses: {self._told(error)}") from None

    def _connected(self) -> "psycopg.Connection[tuple[Any, ...]]":
        if self._open is None or self._open.closed:
            try:
                self._open = self._psycopg.connect(
                    **{"connect_timeout": SECONDS_TO_CONNECT, **self._parameters}, autocommit=True
                )
            except self._psycopg.Error as error:
                raise JournalError(f"{self.where} cannot be reached: {self._told(error)}") from None
            self.number += 1
        return self._open

    def _told(self, error: BaseException) -> str:
        """What an error says, on one line and without the password, wherever that may stand."""
        text = " ".join(str(error).split())
        password = str(self._parameters.get("password") or "")
        return text.replace(password, "...") if password else text

    @property
    def is_closed(self) -> bool:
        """Whether the next transaction has to connect first."""
        return self._open is None or self._open.closed

    def close(self) -> None:
        """Let go of it; the next transaction makes another."""
        if self._open is not None:
            self._open.close()
            self._open = None
